//! Commands of others, run from the repository, and the files they leave.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask stands in the repository")
}

/// A place below `target/`.
pub fn target(path: &str) -> PathBuf {
    root().join("target").join(path)
}

/// Says what is being done.
pub fn say(what: &str) {
    eprintln!("\x1b[1m==> {what}\x1b[0m");
}

/// A command to run from the root of the repository.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    // what cargo tells this tool is not meant for other builds
    for name in ["CARGO_MANIFEST_DIR", "RUSTFLAGS", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command
}

/// Runs a command that must succeed; its output is shown.
pub fn run(command: &mut Command) -> Outcome {
    let line = describe(command);
    eprintln!("    {line}");
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run `{line}`: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("`{line}` failed ({status})")),
    }
}

/// The output of a command, `None` where it cannot be run or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    line.join(" ").replace(&format!("{}/", root().display()), "")
}

/// The path of a program that is on the search path.
pub fn find_program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

pub fn read(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    let folder = path.parent().expect("a file stands in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

pub fn copy(from: &Path, to: &Path) -> Outcome {
    std::fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}

/// Makes a folder that holds nothing.
pub fn empty_folder(path: &Path) -> Outcome {
    if path.exists() {
        std::fs::remove_dir_all(path).map_err(|error| format!("cannot empty {}: {error}", path.display()))?;
    }
    std::fs::create_dir_all(path).map_err(|error| format!("cannot make {}: {error}", path.display()))
}
