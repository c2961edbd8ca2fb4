//! What the other commands need, installed where it is missing.

use std::path::PathBuf;

use crate::Outcome;
use crate::command::{command, find_program, output, read, root, run, say, target};

/// The oldest Node.js that the tools run on.
const MIN_NODE: u32 = 20;

/// Node.js with npm, which no registry of packages brings.
pub fn node() -> Outcome {
    let version = output(command("node").arg("--version")).ok_or(format!(
        "Node.js is missing: install version {MIN_NODE} or newer with npm"
    ))?;
    let major: u32 = version
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|major| major.parse().ok())
        .unwrap_or(0);
    if major < MIN_NODE {
        return Err(format!(
            "Node.js {version} is too old: install version {MIN_NODE} or newer"
        ));
    }
    find_program("npm")
        .map(drop)
        .ok_or("npm is missing: it comes with Node.js".into())
}

/// The packages that the lock file of `folder` names, as it names them.
pub fn node_packages(folder: &str) -> Outcome {
    node()?;
    let folder = root().join(folder);
    let lock = read(&folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/.installed-lock");
    if read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    say(&format!(
        "installing the npm packages of {}",
        folder.strip_prefix(root()).unwrap_or(&folder).display()
    ));
    run(command("npm")
        .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(&folder))?;
    crate::command::write(&stamp, lock)
}

/// The folder of `wasm-bindgen` and its test runner, of exactly the version
/// that the crate uses.
pub fn wasm_bindgen() -> Outcome<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    cargo_tool("wasm-bindgen-cli", "wasm-bindgen", &version)
}

/// A program from crates.io, in `target/tools`; its folder.
pub fn cargo_tool(package: &str, program: &str, version: &str) -> Outcome<PathBuf> {
    let tools = target("tools");
    let path = tools.join("bin").join(program);
    let installed = output(command(&path).arg("--version")).unwrap_or_default();
    if !installed.split_whitespace().any(|word| word == version) {
        say(&format!(
            "installing {package} {version} from crates.io (some minutes)"
        ));
        let mut cargo = command("cargo");
        cargo.args([
            "install",
            "--quiet",
            "--force",
            package,
            "--version",
            version,
            "--root",
        ]);
        run(cargo.arg(&tools).env("CARGO_TARGET_DIR", target("tools-build")))
            .map_err(|reason| format!("{package} is missing and could not be installed: {reason}"))?;
    }
    Ok(tools.join("bin"))
}

/// The version of a package in the lock file of the crate.
fn locked_version(package: &str) -> Outcome<String> {
    let lock = read(&root().join("Cargo.lock"))?;
    let entry = format!("name = \"{package}\"\nversion = \"");
    lock.split_once(&entry)
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(version, _)| version.to_owned())
        .ok_or(format!("Cargo.lock names no {package}"))
}

/// A Debian package, where this is a Debian system and we may install it.
pub fn debian_packages(packages: &[&str]) -> Outcome {
    let list = packages.join(" ");
    say(&format!("installing {list} from Debian"));
    if find_program("apt-get").is_none() {
        return Err(format!(
            "there is no apt-get here: install {list} or its like by hand"
        ));
    }
    run(command("apt-get").args(["update", "-qq"]))?;
    run(command("apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
    .map_err(|reason| format!("{list} could not be installed (are you root?): {reason}"))
}

/// A program, from the first Debian packages that bring it if it is missing.
pub fn program(names: &[&str], packages: &[&str]) -> Outcome<PathBuf> {
    let find = || names.iter().find_map(|name| find_program(name));
    if let Some(path) = find() {
        return Ok(path);
    }
    debian_packages(packages)?;
    find().ok_or(format!(
        "{} is missing, and {} did not bring it",
        names[0],
        packages.join(" ")
    ))
}

/// The binary of an npm package in `folder`.
pub fn node_bin(folder: &str, name: &str) -> PathBuf {
    root().join(folder).join("node_modules/.bin").join(name)
}
