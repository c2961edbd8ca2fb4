//! The npm package: Rust to WebAssembly, wasm-bindgen, wasm-opt, esbuild.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::command::{command, copy, empty_folder, output, read, root, run, say, target, write};
use crate::toolchain::{self, TARGET, Toolchain};
use crate::{Outcome, glue, setup, tables};

/// Where the TypeScript and its tools stand.
const JS: &str = "src/js";

/// A panic becomes a trap at once, without the machinery to describe it; paths of
/// the building machine stay out.
const RUSTFLAGS: &[&str] = &[
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
];

/// A function that is called once stays one if it is larger: hosts compile a
/// function at its first call, and repetitions stay alike, which gz likes.
const INLINING: &str = "--one-caller-inline-max-function-size=20";

/// The features of WebAssembly that the module may use: what rustc turns on
/// for the target, and what every engine since 2022 has.
const WASM_FEATURES: &[&str] = &[
    "bulk-memory",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
];

/// A JavaScript file of the package.
struct Bundle {
    name: &'static str,
    entry: &'static str,
    host: &'static str,
    format: &'static str,
}

const fn bundle_of(
    name: &'static str,
    entry: &'static str,
    host: &'static str,
    format: &'static str,
) -> Bundle {
    Bundle {
        name,
        entry,
        host,
        format,
    }
}

const BUNDLES: &[Bundle] = &[
    bundle_of("index.js", "index.ts", "host-web.ts", "esm"),
    bundle_of("index.cjs", "index.ts", "host-web.ts", "cjs"),
    bundle_of("node.js", "index.ts", "host-node.ts", "esm"),
    bundle_of("node.cjs", "index.ts", "host-node.ts", "cjs"),
    bundle_of("edge.js", "index.ts", "host-edge.ts", "esm"),
    bundle_of("slim.js", "slim.ts", "host-slim.ts", "esm"),
    bundle_of("slim.cjs", "slim.ts", "host-slim.ts", "cjs"),
];

/// The hosts that have the module inside.
const EMBEDDING: &[&str] = &["host-web.ts", "host-node.ts"];

/// What stands for the module while the JavaScript is bundled.
const MODULE: &str = "\"the module\"";

/// The declaration files, each for every entry that it tells the truth about.
const DECLARATIONS: &[(&str, &[&str])] = &[
    ("src/wasm/types.d.ts", &["index.d.ts", "index.d.cts"]),
    ("src/wasm/slim.d.ts", &["slim.d.ts", "slim.d.cts"]),
    (
        "src/wasm/module.d.ts",
        &["agent_bubble.wasm.d.ts", "agent_bubble.wasm.d.cts"],
    ),
];

/// The oldest syntax that the package speaks.
const SYNTAX: &str = "es2021";

/// Builds `pkg/` and packs it; the path of the tarball.
pub fn package() -> Outcome<PathBuf> {
    setup::node_packages(JS)?;
    let toolchain = toolchain::find()?;
    let bindgen = setup::wasm_bindgen()?;
    let parts = target("package");
    module(&toolchain, &bindgen, root(), &target("wasm"), &parts)?;
    write(&parts.join("tables.ts"), tables::typescript())?;
    bundle()?;
    check_types()?;
    declare()?;
    let tarball = pack()?;
    report(&tarball)?;
    Ok(tarball)
}

/// Compiles the crate in `source` with cargo's files in `cache`; the module and
/// its binding are in `parts` then.
pub fn module(
    toolchain: &Toolchain,
    bindgen: &Path,
    source: &Path,
    cache: &Path,
    parts: &Path,
) -> Outcome<PathBuf> {
    let wasm = compile(toolchain, source, cache)?;
    bind(bindgen, &wasm, parts)?;
    optimise(parts)
}

/// A file of the build that the package is made from.
fn part(name: &str) -> PathBuf {
    target("package").join(name)
}

/// A file of the package.
pub fn pkg(name: &str) -> PathBuf {
    root().join("pkg").join(name)
}

fn compile(toolchain: &Toolchain, source: &Path, cache: &Path) -> Outcome<PathBuf> {
    say("compiling the codec to WebAssembly");
    let mut cargo = toolchain.cargo();
    cargo.args(["build", "--release", "--lib", "--target", TARGET, "--target-dir"]);
    cargo.arg(cache).current_dir(source);
    toolchain.build_std(&mut cargo);
    run(cargo.env("RUSTFLAGS", RUSTFLAGS.join(" ")))?;
    Ok(cache.join(TARGET).join("release/agent_bubble.wasm"))
}

fn bind(bindgen: &Path, wasm: &Path, parts: &Path) -> Outcome {
    say("making the binding");
    empty_folder(parts)?;
    run(command(bindgen.join("wasm-bindgen"))
        .args(["--target", "web", "--omit-default-module-path", "--out-dir"])
        .arg(parts)
        .arg(wasm))?;
    let bound = parts.join("agent_bubble.js");
    write(&bound, glue::rewrite(&read(&bound)?)?)
}

fn optimise(parts: &Path) -> Outcome<PathBuf> {
    say("optimising the module");
    let optimised = parts.join("agent_bubble.wasm");
    let mut wasm_opt = command(setup::node_bin(JS, "wasm-opt"));
    wasm_opt.args(["-Oz", "--converge", INLINING, "--mvp-features"]);
    wasm_opt.args(WASM_FEATURES.iter().map(|feature| format!("--enable-{feature}")));
    wasm_opt.args(["--strip-debug", "--strip-producers", "--strip-target-features"]);
    run(wasm_opt
        .arg("-o")
        .arg(&optimised)
        .arg(parts.join("agent_bubble_bg.wasm")))?;
    Ok(optimised)
}

fn bundle() -> Outcome {
    say("bundling the JavaScript");
    empty_folder(&root().join("pkg"))?;
    copy(&part("agent_bubble.wasm"), &pkg("agent_bubble.wasm"))?;
    write(&part("wasm-hex.ts"), format!("export default {MODULE};\n"))?;
    let digits = hex_digits()?;
    BUNDLES.iter().try_for_each(|bundle| {
        bundle_one(bundle)?;
        embed(bundle, &digits)
    })
}

/// The module in hexadecimal digits.
fn hex_digits() -> Outcome<String> {
    let bytes = std::fs::read(part("agent_bubble.wasm")).map_err(|error| error.to_string())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Puts the module where it belongs, on a line of its own.
fn embed(bundle: &Bundle, digits: &str) -> Outcome {
    let path = pkg(bundle.name);
    let text = read(&path)?;
    let expected = usize::from(EMBEDDING.contains(&bundle.host));
    if text.matches(MODULE).count() != expected {
        return Err(format!("{} has no one place for the module", bundle.name));
    }
    write(&path, text.replace(MODULE, &format!("\n\"{digits}\"\n")))
}

fn bundle_one(bundle: &Bundle) -> Outcome {
    let alias = |name: &str, path: PathBuf| format!("--alias:{name}={}", path.display());
    let mut esbuild = command(setup::node_bin(JS, "esbuild"));
    esbuild.args([
        bundle.entry.into(),
        "--bundle".into(),
        "--minify".into(),
        // Node prints the line of an error that nobody catches
        "--line-limit=200".into(),
        "--charset=utf8".into(),
        "--log-level=warning".into(),
        "--platform=neutral".into(),
        "--external:*.wasm?module".into(),
        format!("--target={SYNTAX}"),
        format!("--format={}", bundle.format),
        format!("--outfile={}", pkg(bundle.name).display()),
        alias("#host", root().join(JS).join(bundle.host)),
        alias("#wasm", part("agent_bubble.js")),
        alias("#wasm-hex", part("wasm-hex.ts")),
        alias("#tables", part("tables.ts")),
    ]);
    run(esbuild.current_dir(root().join(JS)))
}

/// The declaration files, and what a package bears.
fn declare() -> Outcome {
    for (from, names) in DECLARATIONS {
        for name in *names {
            copy(&root().join(from), &pkg(name))?;
        }
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE"] {
        copy(&root().join(name), &pkg(name))?;
    }
    let manifest = serde_json::to_string_pretty(&manifest()?).map_err(|error| error.to_string())?;
    write(&pkg("package.json"), manifest + "\n")
}

/// What Cargo.toml knows, and over it what only pkg.json does.
fn manifest() -> Outcome<Value> {
    let metadata = output(command("cargo").args(["metadata", "--no-deps", "--format-version=1"]))
        .ok_or("cargo metadata failed")?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let package = &metadata["packages"][0];
    let mut manifest = Map::new();
    for key in ["name", "version", "description", "license", "keywords"] {
        manifest.insert(key.into(), package[key].clone());
    }
    let repository = package["repository"]
        .as_str()
        .ok_or("Cargo.toml names no repository")?;
    manifest.insert(
        "repository".into(),
        json!({ "type": "git", "url": format!("git+{repository}.git") }),
    );
    let template: Value = serde_json::from_str(&read(&root().join("pkg.json"))?)
        .map_err(|error| format!("pkg.json: {error}"))?;
    manifest.extend(template.as_object().ok_or("pkg.json is no object")?.clone());
    Ok(Value::Object(manifest))
}

fn check_types() -> Outcome {
    say("checking the TypeScript");
    run(command(setup::node_bin(JS, "tsc")).args(["--project", JS]))
}

fn pack() -> Outcome<PathBuf> {
    say("packing");
    let mut npm = command("npm");
    npm.args(["pack", "--silent", "--pack-destination"])
        .arg(target(""))
        .current_dir(pkg(""));
    let name = output(&mut npm).ok_or("npm pack failed in pkg/")?;
    Ok(target(name.lines().last().unwrap_or_default()))
}

fn report(tarball: &Path) -> Outcome {
    for path in [part("agent_bubble.wasm"), pkg("index.js"), pkg("node.cjs")] {
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        let name = path.strip_prefix(root()).unwrap_or(&path).display();
        eprintln!("    {name}: {} bytes, {} gz", bytes.len(), gzipped(&bytes)?);
    }
    let name = tarball.strip_prefix(root()).unwrap_or(tarball).display();
    eprintln!("    {name}");
    Ok(())
}

fn gzipped(bytes: &[u8]) -> Outcome<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).map_err(|error| error.to_string())?;
    Ok(encoder.finish().map_err(|error| error.to_string())?.len())
}
