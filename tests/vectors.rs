//! Every vector, natively.

use std::path::{Path, PathBuf};

use agent_bubble::{Message, ParseOptions, to_bubble};
use serde_json::{Value, json};

/// No Rust string can hold the first; the others are of more than one text.
const OTHERS: [&str; 5] = [
    "surrogates.json",
    "format.json",
    "transcripts.json",
    "conversations.json",
    "calls.json",
];

/// The files of texts that are read.
fn files() -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths.filter(|path| {
        let is_other = OTHERS.iter().any(|name| path.ends_with(name));
        path.extension().is_some_and(|extension| extension == "json") && !is_other
    })
}

fn vectors(path: PathBuf) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn sorted(codes: impl IntoIterator<Item = agent_bubble::Diagnostic>) -> Vec<&'static str> {
    let mut codes: Vec<_> = codes.into_iter().map(|fault| fault.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn answer<S: serde::Serialize + Clone>(message: &Message<S>) -> Value {
    let fields = serde_json::to_value(message).unwrap();
    json!({
        "kind": fields["kind"],
        "complete": fields["complete"],
        "bubble": to_bubble(message),
        "codes": sorted(message.diagnostics.iter().copied()),
        "fields": fields,
    })
}

#[test]
fn vectors_read_natively_give_their_answers() {
    let vectors: Vec<_> = files().flat_map(vectors).collect();
    assert!(vectors.len() >= 200, "only {} vectors", vectors.len());
    for vector in &vectors {
        let name = vector["name"].as_str().unwrap();
        let input = vector["input"].as_str().unwrap();
        let options = ParseOptions::new().sender(vector["sender"].as_str());
        let answer = answer(&options.parse(input));
        for key in ["kind", "complete", "bubble", "codes"] {
            assert_eq!(answer[key], vector[key], "{key} of {name}");
        }
        if let Some(codes) = vector.get("check") {
            assert_eq!(&json!(sorted(options.check(input))), codes, "check of {name}");
        }
        for (key, value) in vector["fields"].as_object().into_iter().flatten() {
            assert_eq!(&answer["fields"][key], value, "{key} of {name}");
        }
    }
}

#[test]
fn transcripts_read_natively_give_their_messages() {
    let vectors = vectors(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/transcripts.json"));
    for vector in &vectors {
        let text = vector["input"].as_str().unwrap();
        let messages = agent_bubble::parse_transcript(text);
        let found: Vec<_> = messages
            .iter()
            .map(|message| json!({ "kind": message.kind, "role": message.role, "content": message.content }))
            .collect();
        assert_eq!(json!(found), vector["messages"], "{}", vector["name"]);
    }
}
