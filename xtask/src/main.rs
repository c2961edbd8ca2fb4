//! The build tool: `cargo xtask build | demo | test | bench | tables`.

mod bench;
mod browsers;
mod build;
mod command;
mod demo;
mod glue;
mod readme;
mod release;
mod setup;
mod tables;
mod test;
mod toolchain;
mod unicode;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  build   makes the npm package in pkg/ and its tarball in target/
  demo    builds what is missing and serves the demo page on 127.0.0.1
  test    runs every check and every test; with --full also the long ones
  bench   measures the cold start of the package, and encodings of its module
  tables  writes what is made from tables: Unicode data of the crate, tables in the README";

/// What went wrong, as a sentence for a person.
type Outcome<T = ()> = Result<T, String>;

/// How much is tested: what a change needs, or what a release does.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    Quick,
    Full,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["build"] => build::package().map(drop),
        ["demo"] => demo::run(),
        ["test"] => test::run_all(Extent::Quick),
        ["test", "--full"] => test::run_all(Extent::Full),
        ["bench"] => bench::run_all(),
        ["tables"] => unicode::write_tables().and_then(|()| readme::write_tables()),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("\nxtask: {reason}");
            ExitCode::FAILURE
        }
    }
}
