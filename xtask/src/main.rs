//! The build tool: `cargo xtask build | demo | test | tables`.

mod browsers;
mod build;
mod command;
mod demo;
mod glue;
mod readme;
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
  test    runs every check and every test
  tables  writes what is made from tables: Unicode data of the crate, codes in the README";

/// What went wrong, as a sentence for a person.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let outcome = match command.as_deref() {
        Some("build") => build::package().map(drop),
        Some("demo") => demo::run(),
        Some("test") => test::run_all(),
        Some("tables") => unicode::write_tables().and_then(|()| readme::write_codes()),
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
