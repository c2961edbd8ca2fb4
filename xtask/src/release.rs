//! A release, rehearsed: what both registries would get, without giving it.

use std::path::Path;

use serde_json::Value;

use crate::Outcome;
use crate::build::{self, pkg};
use crate::command::{command, output, read, root, run, say, target};
use crate::toolchain::Toolchain;

/// Every file of the npm package.
const FILES: &[&str] = &[
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "agent_bubble.wasm",
    "agent_bubble.wasm.d.cts",
    "agent_bubble.wasm.d.ts",
    "edge.js",
    "index.cjs",
    "index.d.cts",
    "index.d.ts",
    "index.js",
    "node.cjs",
    "node.js",
    "package.json",
    "slim.cjs",
    "slim.d.cts",
    "slim.d.ts",
    "slim.js",
];

/// What a package that runs nothing at its installation and needs no other does not say.
const FORBIDDEN_KEYS: &[&str] = &[
    "bin",
    "bundleDependencies",
    "dependencies",
    "gypfile",
    "optionalDependencies",
    "peerDependencies",
    "scripts",
];

/// What only Cargo.toml says.
const CARGO_KEYS: &[&str] = &[
    "name",
    "version",
    "description",
    "license",
    "keywords",
    "repository",
];

/// Where cargo builds the crate as it would be published.
const CACHE: &str = "publish";

pub fn rehearse(tarball: &Path) -> Outcome {
    check_manifest(
        &json(&read(&pkg("package.json"))?)?,
        &json(&read(&root().join("pkg.json"))?)?,
    )?;
    rehearse_npm(tarball)?;
    // a change under test is not committed yet
    run(command("cargo")
        .args(["publish", "--dry-run", "--quiet", "--allow-dirty", "--target-dir"])
        .arg(target(CACHE)))
}

/// The module that the published crate gives, in another folder, is the module of the package.
pub fn check_reproducible(toolchain: &Toolchain, bindgen: &Path) -> Outcome {
    say("building the module again, from the crate as it would be published");
    let version = json(&read(&pkg("package.json"))?)?["version"].clone();
    let version = version.as_str().ok_or("the package has no version")?;
    let source = target(CACHE)
        .join("package")
        .join(format!("agent-bubble-{version}"));
    crate::command::empty_folder(&target("wasm-again"))?;
    let again = build::module(
        toolchain,
        bindgen,
        &source,
        &target("wasm-again"),
        &target("package-again"),
    )?;
    let bytes =
        |path: &Path| std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()));
    match bytes(&again)? == bytes(&pkg("agent_bubble.wasm"))? {
        true => Ok(()),
        false => Err("two builds of the same source give different modules".into()),
    }
}

fn check_manifest(manifest: &Value, template: &Value) -> Outcome {
    let holds = |value: &Value, keys: &[&str]| {
        keys.iter()
            .find(|key| value.get(**key).is_some())
            .map(|key| (*key).to_owned())
    };
    if let Some(key) = holds(manifest, FORBIDDEN_KEYS) {
        return Err(format!("the package may have no `{key}`"));
    }
    match holds(template, CARGO_KEYS) {
        None => Ok(()),
        Some(key) => Err(format!("pkg.json has `{key}`, which stands in Cargo.toml")),
    }
}

fn rehearse_npm(tarball: &Path) -> Outcome {
    let mut npm = command("npm");
    npm.args(["publish", "--dry-run", "--json"]).arg(tarball);
    let report = json(&output(&mut npm).ok_or("`npm publish --dry-run` failed")?)?;
    let files = report["agent-bubble"]["files"]
        .as_array()
        .ok_or("npm names no files")?;
    let files: Vec<_> = files.iter().filter_map(|file| file["path"].as_str()).collect();
    match files == FILES {
        true => Ok(()),
        false => Err(format!("the package would hold {files:?} instead of {FILES:?}")),
    }
}

fn json(text: &str) -> Outcome<Value> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn manifest_with_an_install_script_or_a_dependency_is_refused() {
        let template = json!({ "type": "module" });
        assert!(check_manifest(&json!({ "name": "x" }), &template).is_ok());
        for key in ["scripts", "dependencies"] {
            assert!(check_manifest(&json!({ key: {} }), &template).is_err());
        }
        assert!(check_manifest(&json!({}), &json!({ "version": "1.0.0" })).is_err());
    }
}
