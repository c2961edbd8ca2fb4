//! Every check and every test, in the order of what they cost.

use std::path::{Path, PathBuf};

use crate::browsers::{Browsers, ENGINES};
use crate::command::{command, root, run, say, target};
use crate::toolchain::{self, TARGET, Toolchain};
use crate::{Extent, Outcome, browsers, build, demo, readme, release, setup};

const XTASK: &str = "xtask/Cargo.toml";
pub const TESTS: &str = "tests";

pub fn run_all(extent: Extent) -> Outcome {
    setup::node()?;
    let toolchain = toolchain::find()?;
    let bindgen = setup::wasm_bindgen()?;
    setup::node_packages(TESTS)?;
    let browsers = browsers::find()?;

    say("checking format, lints and documentation");
    check_sources(&toolchain)?;
    say("testing the codec natively");
    test_natively()?;
    let tarball = build::package()?;
    say("testing the binding in Node, Chromium and Firefox");
    test_binding(&toolchain, &bindgen, &browsers)?;
    say("testing the package in Node");
    let installed = install_consumer(&tarball)?;
    run(&mut node_test("tests/js", extent))?;
    say("testing the package and the page in browsers");
    demo::site(&installed)?;
    run(browsers.tell(command("node").arg("tests/browser/run.mjs").args(ENGINES)))?;
    say("testing the package in fresh projects");
    run(browsers.tell(node_test("tests/package", extent).env("TARBALL", &tarball)))?;
    say("rehearsing a release");
    release::rehearse(&tarball)?;
    if extent == Extent::Full {
        release::check_reproducible(&toolchain, &bindgen)?;
        readme::write_tables()?;
    }
    say("every check and every test passed");
    Ok(())
}

fn check_sources(toolchain: &Toolchain) -> Outcome {
    run(command("cargo").args(["fmt", "--check"]))?;
    run(command("cargo").args(["fmt", "--check", "--manifest-path", XTASK]))?;
    run(command("cargo").args(["clippy", "--all-targets", "--quiet", "--", "-Dwarnings"]))?;
    run(command("cargo").args([
        "clippy",
        "--all-targets",
        "--quiet",
        "--manifest-path",
        XTASK,
        "--",
        "-Dwarnings",
    ]))?;
    let mut clippy = toolchain.cargo();
    clippy.args(["clippy", "--quiet", "--all-targets", "--target", TARGET]);
    toolchain.need_std(&mut clippy);
    run(clippy.args(["--", "-Dwarnings"]))?;
    run(command("cargo")
        .args(["doc", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "-Dwarnings"))
}

fn test_natively() -> Outcome {
    run(command("cargo").args(["test", "--quiet"]))?;
    run(command("cargo").args(["test", "--quiet", "--manifest-path", XTASK]))?;
    run(command("cargo").args(["build", "--quiet", "--release", "--example", "answers"]))
}

fn test_binding(toolchain: &Toolchain, bindgen: &Path, browsers: &Browsers) -> Outcome {
    let runner = bindgen.join("wasm-bindgen-test-runner");
    let in_browsers = ["CHROMEDRIVER", "GECKODRIVER"].map(Some);
    let runs = [("wasm", None)].into_iter().chain(
        in_browsers
            .into_iter()
            .flat_map(|driver| [("wasm", driver), ("wasm_dom", driver)]),
    );
    for (test, driver) in runs {
        let mut cargo = toolchain.cargo();
        cargo.args(["test", "--target", TARGET, "--test", test]);
        toolchain.need_std(&mut cargo);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner);
        cargo.env(
            "WASM_BINDGEN_TEST_WEBDRIVER_JSON",
            root().join("tests/wasm/webdriver.json"),
        );
        if let Some(driver) = driver {
            cargo.env("WASM_BINDGEN_USE_BROWSER", "1");
            browsers.tell_driver(driver, &mut cargo);
        }
        run(&mut cargo)?;
    }
    Ok(())
}

/// A project of a user of the package, the packed tarball and nothing else;
/// the folder of the package in it.
pub fn install_consumer(tarball: &Path) -> Outcome<PathBuf> {
    let consumer = target("consumer");
    crate::command::empty_folder(&consumer)?;
    crate::command::write(
        &consumer.join("package.json"),
        "{\"private\":true,\"type\":\"module\"}\n",
    )?;
    let mut npm = command("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error"])
        .arg(tarball);
    run(npm.current_dir(&consumer))?;
    Ok(consumer.join("node_modules/agent-bubble"))
}

/// Node's test runner over the test files of a folder.
fn node_test(folder: &str, extent: Extent) -> std::process::Command {
    let mut node = command("node");
    if extent == Extent::Full {
        node.env("FULL", "1");
    }
    node.args(["--test", "--test-reporter=spec"]);
    let mut files: Vec<_> = std::fs::read_dir(root().join(folder))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no tests");
    node.args(files);
    node
}
