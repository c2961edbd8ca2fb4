//! What is measured beside its peers, in one run; it reports and judges nothing.

use crate::command::{command, run, say};
use crate::test::{TESTS, install_consumer};
use crate::{Outcome, browsers, build, setup};

pub fn run_all() -> Outcome {
    setup::node_packages(TESTS)?;
    let browsers = browsers::find()?;
    install_consumer(&build::package()?)?;
    say("measuring cold starts (some minutes)");
    run(browsers.tell(command("node").arg("tests/bench/run.mjs")))
}
