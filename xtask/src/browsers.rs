//! The browsers that tests run in, and their drivers.

use std::path::PathBuf;
use std::process::Command;

use crate::{Outcome, setup};

/// Programs that tests are told of by an environment variable.
pub struct Browsers(Vec<(&'static str, PathBuf)>);

/// The version of the Firefox driver on crates.io.
const GECKODRIVER: &str = "0.36.0";

pub fn find() -> Outcome<Browsers> {
    let chromium = setup::program(&["chromium", "chromium-browser", "google-chrome"], &["chromium"])?;
    let chromedriver = setup::program(&["chromedriver"], &["chromium-driver"])?;
    Ok(Browsers(vec![("CHROMIUM", chromium), ("CHROMEDRIVER", chromedriver)]))
}

impl Browsers {
    pub fn tell<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.envs(self.0.iter().map(|(name, path)| (name, path)))
    }
}
