//! The browsers that tests run in, and their drivers.

use std::path::PathBuf;
use std::process::Command;

use crate::{Outcome, setup};

/// The engines of the browser tests, as the test runner names them.
pub const ENGINES: &[&str] = &["chromium", "firefox", "webkit"];

/// A program, the variable that tells tests where it is, and the Debian
/// packages that bring it.
struct Program {
    variable: &'static str,
    names: &'static [&'static str],
    packages: &'static [&'static str],
}

const PROGRAMS: &[Program] = &[
    Program {
        variable: "CHROMIUM",
        names: &["chromium", "chromium-browser", "google-chrome"],
        packages: &["chromium"],
    },
    Program {
        variable: "CHROMEDRIVER",
        names: &["chromedriver"],
        packages: &["chromium-driver"],
    },
    Program {
        variable: "FIREFOX",
        names: &["firefox-esr", "firefox"],
        packages: &["firefox-esr"],
    },
    Program {
        variable: "WEBKIT_DRIVER",
        names: &["WebKitWebDriver"],
        packages: &["webkit2gtk-driver"],
    },
    Program {
        variable: "XVFB",
        names: &["Xvfb"],
        packages: &["xvfb"],
    },
];

/// The Firefox driver, which Debian does not bring, on crates.io.
const GECKODRIVER_VERSION: &str = "0.37.1";

/// Where the programs are, by the variables that tests read.
pub struct Browsers(Vec<(&'static str, PathBuf)>);

pub fn find() -> Outcome<Browsers> {
    let mut found = Vec::new();
    for Program {
        variable,
        names,
        packages,
    } in PROGRAMS
    {
        let named = std::env::var_os(variable).map(PathBuf::from);
        let path = named.map_or_else(|| setup::program(names, packages), Ok)?;
        found.push((*variable, path));
    }
    let tools = setup::cargo_tool("geckodriver", "geckodriver", GECKODRIVER_VERSION)?;
    found.push(("GECKODRIVER", tools.join("geckodriver")));
    Ok(Browsers(found))
}

impl Browsers {
    pub fn tell<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.envs(self.0.iter().map(|(name, path)| (name, path)))
    }

    /// Only Chromium's or only Firefox's driver: the binding's test runner takes
    /// the first driver that it is told of.
    pub fn tell_driver<'a>(&self, variable: &str, command: &'a mut Command) -> &'a mut Command {
        command.envs(
            self.0
                .iter()
                .filter(|(name, _)| *name == variable)
                .map(|(name, path)| (name, path)),
        )
    }
}
