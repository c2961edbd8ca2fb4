//! The Rust compiler for WebAssembly: rustup's target and standard-library
//! sources, or, where rustup cannot fetch them, Debian's own toolchain.

use std::process::Command;

use crate::Outcome;
use crate::command::{command, output, run, say};
use crate::setup::debian_packages;

pub const TARGET: &str = "wasm32-unknown-unknown";

const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
const DEBIAN_TOOLCHAIN: &str = "debian-web";
const DEBIAN_LINKER: &str = "wasm-ld-19";

/// A toolchain that builds for WebAssembly, its standard library included.
pub enum Toolchain {
    Rustup,
    Debian,
}

pub fn find() -> Outcome<Toolchain> {
    if has_target() && has_sources() {
        return Ok(Toolchain::Rustup);
    }
    say(&format!(
        "adding the Rust target {TARGET} and the sources of the standard library"
    ));
    let added = run(command("rustup").args(["target", "add", TARGET]))
        .and_then(|()| run(command("rustup").args(["component", "add", "rust-src"])));
    if added.is_ok() {
        return Ok(Toolchain::Rustup);
    }
    say("rustup could not fetch them: taking Debian's toolchain for WebAssembly");
    debian_packages(DEBIAN_PACKAGES)
        .and_then(|()| run(command("rustup").args(["toolchain", "link", DEBIAN_TOOLCHAIN, "/usr"])))
        .map(|()| Toolchain::Debian)
        .map_err(|reason| {
            format!(
                "the Rust target {TARGET} and the component rust-src are missing; \
                 `rustup target add {TARGET}` and `rustup component add rust-src` bring them ({reason})"
            )
        })
}

fn has_target() -> bool {
    output(command("rustc").args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|folder| std::path::Path::new(&folder).is_dir())
}

fn has_sources() -> bool {
    output(command("rustc").args(["--print", "sysroot"])).is_some_and(|root| {
        std::path::Path::new(&root)
            .join("lib/rustlib/src/rust/library")
            .is_dir()
    })
}

impl Toolchain {
    /// Cargo with this toolchain, for commands that build for WebAssembly.
    pub fn cargo(&self) -> Command {
        let mut cargo = command("cargo");
        if let Toolchain::Debian = self {
            cargo = command("rustup");
            cargo.args(["run", DEBIAN_TOOLCHAIN, "cargo"]);
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
        }
        // a variable of the rustup that runs this tool would win over the choice above
        cargo.env_remove("RUSTUP_TOOLCHAIN");
        cargo
    }

    /// What lets cargo build the standard library with the crate.
    pub fn build_std(&self, cargo: &mut Command) {
        cargo
            .env("RUSTC_BOOTSTRAP", "1")
            .arg("-Zbuild-std=std,panic_abort");
    }

    /// Lets cargo build the standard library where the toolchain has none built.
    pub fn need_std(&self, cargo: &mut Command) {
        if let Toolchain::Debian = self {
            self.build_std(cargo);
        }
    }
}
