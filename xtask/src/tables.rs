//! The tables of the crate as TypeScript.

use agent_bubble::{CALLS, KINDS, SCENARIOS, wire};
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
         /** The names of the kinds, each at its number. */\n\
         export const KIND_NAMES: readonly string[] = {};\n\n\
         /** The tools of the protocols, each at its number. */\n\
         export const TOOL_NAMES: readonly string[] = {};\n\n\
         /** The modes of calls, each at its number. */\n\
         export const MODE_NAMES: readonly string[] = {};\n\n\
         /** The strings whose numbers a conversation knows, from 1. */\n\
         export const KNOWN_STRINGS: readonly string[] = {};\n\n\
         /** The code units that a text which is not plain can begin with. */\n\
         export const OPENING_UNITS: readonly number[] = {};\n\n\
         /** What is held back of a content in which nothing stands yet: on a line of its own, and on that of its tag. */\n\
         export const HOLD_STARTS: readonly (readonly number[])[] = {};\n\n\
         /** The protocols' own tables. */\n\
         export const KIND_ROWS = {};\n\
         export const CALL_ROWS = {};\n\
         export const SCENARIO_ROWS = {};\n",
        json!(wire::kinds()),
        json!(wire::tools()),
        json!(wire::modes()),
        json!(wire::known_strings()),
        json!(wire::opening_units()),
        json!(wire::hold_starts()),
        json!(KINDS),
        json!(CALLS),
        json!(SCENARIOS),
    )
}
