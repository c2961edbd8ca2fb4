//! The tables in README.md: codes, from the crate and its vectors; environments,
//! from the results of the last full run.

use agent_bubble::Code;
use serde_json::Value;

use crate::Outcome;
use crate::command::{read, root, write};

/// Whether a reader of the README would not see a character, or see its text turned.
fn is_hidden(c: char) -> bool {
    matches!(c, '\t' | '\u{200B}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

pub fn write_tables() -> Outcome {
    write(&root().join("README.md"), with_tables()?)
}

/// README.md with the tables as they must be.
fn with_tables() -> Outcome<String> {
    let readme = read(&root().join("README.md"))?;
    let readme = replace(&readme, "codes", &codes()?)?;
    replace(&readme, "environments", &environments()?)
}

/// A text with the table of a name in its place.
fn replace(text: &str, name: &str, table: &str) -> Outcome<String> {
    let begin = format!("<!-- {name}: written by `cargo xtask tables` -->\n");
    let end = format!("<!-- /{name} -->");
    let place = || format!("README.md has no place for the {name}");
    let (before, rest) = text.split_once(&begin).ok_or_else(place)?;
    let (_, after) = rest.split_once(&end).ok_or_else(place)?;
    Ok(format!("{before}{begin}{table}{end}{after}"))
}

/// One row for each tool, with the ways that its environments tried.
fn environments() -> Outcome<String> {
    let text = read(&root().join("tests/package/results.json"))?;
    let results: Vec<Value> =
        serde_json::from_str(&text).map_err(|error| format!("results.json: {error}"))?;
    let mut table = String::from("| environment | version | ways | result |\n|---|---|---|---|\n");
    for rows in results.chunk_by(|one, other| split_name(one).0 == split_name(other).0) {
        let ways: Vec<_> = rows.iter().map(|row| split_name(row).1).collect();
        let ways = ways.join(", ");
        let [version, result] = ["version", "result"].map(|key| rows[0][key].as_str().unwrap_or_default());
        if rows.iter().any(|row| row["result"] != result) {
            return Err(format!(
                "results.json has different results for {}",
                split_name(&rows[0]).0
            ));
        }
        table += &format!("| {} | {version} | {ways} | {result} |\n", split_name(&rows[0]).0);
    }
    Ok(table)
}

/// The tool and the way in the name of an environment.
fn split_name(row: &Value) -> (&str, &str) {
    let name = row["name"].as_str().unwrap_or_default();
    name.split_once(", ").unwrap_or((name, ""))
}

fn codes() -> Outcome<String> {
    let mut vectors = vectors_of("codes.json")?;
    for file in ["format.json", "conversations.json", "calls.json"] {
        vectors.extend(vectors_of(file)?);
    }
    let sample = |name: String| {
        let vector = vectors.iter().find(|vector| vector["name"] == name.as_str());
        vector.map_or_else(String::new, cell)
    };
    let mut table =
        String::from("| code | severity | what to do | a sample | a near miss |\n|---|---|---|---|---|\n");
    for &code in Code::ALL {
        let [name, severity, message] = [code.as_str(), code.severity().as_str(), code.message()];
        let [gives, near] = match code {
            Code::TooLarge => ["16,777,217 units", "16,777,216 units"].map(String::from),
            _ => ["code", "near"].map(|prefix| sample(format!("{prefix}-{name}"))),
        };
        let message = message.replace('|', "\\|").replace('<', "&lt;");
        table += &format!("| `{name}` | {severity} | {message} | {gives} | {near} |\n");
    }
    Ok(table)
}

fn vectors_of(file: &str) -> Outcome<Vec<Value>> {
    let text = read(&root().join("tests/vectors").join(file))?;
    serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))
}

/// The input of a vector in one cell, the role that is to be written, or its title.
fn cell(vector: &Value) -> String {
    if let Some(title) = vector["title"].as_str() {
        return title.replace('|', "\\|").replace('<', "&lt;");
    }
    let role = vector["message"]["role"].as_str();
    let input = vector["input"].as_str().or(role).unwrap_or_default();
    let mut cell = String::from("`");
    for c in input.chars() {
        match c {
            '\n' => cell.push('↵'),
            '\r' => cell.push('␍'),
            '|' => cell.push_str("\\|"),
            c if is_hidden(c) => cell += &format!("⟨U+{:04X}⟩", c as u32),
            c => cell.push(c),
        }
    }
    cell.push('`');
    if role.is_some() {
        cell.insert_str(0, "the role ");
    }
    if let Some(sender) = vector["sender"].as_str() {
        cell += &format!(" from `{sender}`");
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_the_readme_are_up_to_date() {
        let readme = read(&root().join("README.md")).unwrap();
        assert!(with_tables().unwrap() == readme, "run `cargo xtask tables`");
    }

    #[test]
    fn codes_are_sorted_and_declared_for_typescript() {
        let names: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert!(names.is_sorted());
        let types = read(&root().join("src/wasm/types.d.ts")).unwrap();
        let (_, rest) = types.split_once("export type Code =").unwrap();
        let (union, _) = rest.split_once(';').unwrap();
        let declared: Vec<_> = union.split('"').skip(1).step_by(2).collect();
        assert_eq!(declared, names);
    }
}
