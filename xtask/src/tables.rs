//! The tables of the crate as TypeScript.

use agent_bubble::wire;
use serde_json::json;

/// The source of the module `#tables`.
pub fn typescript() -> String {
    let numbers: String = wire::NUMBERS
        .iter()
        .map(|(name, value)| format!("export const {name} = {value};\n"))
        .collect();
    format!(
        "// Written by `cargo xtask build` from the tables of the crate.\n\n\
         {numbers}\n\
         /** The kinds, each at its number. */\n\
         export const KINDS: readonly string[] = {};\n\n\
         /** The code units that a text which is not plain can begin with. */\n\
         export const OPENING_UNITS: readonly number[] = {};\n",
        json!(wire::kinds()),
        json!(wire::opening_units()),
    )
}
