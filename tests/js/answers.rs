//! Answers texts natively: a line of JSON in (`text`, perhaps `sender`), the
//! message as a line of JSON out, its offsets in UTF-16 code units.

use std::io::{BufRead, Write};

use agent_bubble::ParseOptions;
use serde_json::Value;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let input: Value = serde_json::from_str(&line?)?;
        let text = input["text"].as_str().unwrap_or_default();
        let options = ParseOptions::new().sender(input["sender"].as_str());
        let mut message = serde_json::to_value(options.parse(text))?;
        for diagnostic in message["diagnostics"].as_array_mut().into_iter().flatten() {
            for key in ["start", "end"] {
                let bytes = diagnostic[key].as_u64().unwrap_or_default() as usize;
                diagnostic[key] = text[..bytes].encode_utf16().count().into();
            }
        }
        writeln!(out, "{message}")?;
    }
    Ok(())
}
