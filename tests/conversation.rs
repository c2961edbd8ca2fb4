//! Every vector of conversations and calls, natively.

use std::path::Path;

use agent_bubble::{
    Channel, Conversation, Item, Kind, Language, Message, ParseOptions, SessionCall, SessionResult,
};
use serde_json::{Value, json};

fn vectors(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn list<'a>(vector: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    vector[key].as_array().into_iter().flatten()
}

fn read_call(vector: &Value) -> SessionCall {
    let call = &vector["call"];
    let read = SessionCall::read(call["tool"].as_str().unwrap(), &call["arguments"]);
    match call["caller"].as_str() {
        Some(caller) => read.with_caller(caller),
        None => read,
    }
}

fn read_result(call: &SessionCall, vector: &Value) -> Option<SessionResult> {
    let result = vector.get("result").filter(|result| !result.is_null())?;
    Some(SessionResult::read(call, result))
}

fn conversation(vector: &Value) -> Conversation {
    let mut conversation = Conversation::new();
    if let Some(viewer) = vector["viewer"].as_str() {
        conversation = conversation.with_viewer(viewer);
    }
    if let Some(main) = vector["main"].as_str() {
        conversation = conversation.with_main(main);
    }
    for entry in list(vector, "entries") {
        if entry.get("call").is_some() {
            let call = read_call(entry);
            let result = read_result(&call, entry);
            conversation.add_call(call, result);
        } else {
            let channel = match entry["channel"].as_str() {
                Some("tool-result") => Channel::ToolResult,
                _ => Channel::User,
            };
            let options = ParseOptions::new().sender(entry["sender"].as_str());
            conversation.add(options.parse(entry["text"].as_str().unwrap()), channel);
        }
    }
    conversation
}

fn kind(name: &str) -> Kind {
    Kind::all().find(|kind| kind.as_str() == name).unwrap()
}

#[test]
fn conversations_give_their_findings_groups_questions_and_ids() {
    let vectors = vectors("conversations.json");
    assert!(vectors.len() >= 26, "only {} vectors", vectors.len());
    for vector in &vectors {
        let name = vector["name"].as_str().unwrap();
        let conversation = conversation(vector);
        let findings: Vec<_> = conversation
            .check()
            .iter()
            .map(|finding| json!([finding.code.as_str(), finding.entry]))
            .collect();
        assert_eq!(json!(findings), vector["findings"], "findings of {name}");
        if let Some(groups) = vector.get("groups") {
            let found: Vec<_> = conversation
                .groups()
                .into_iter()
                .map(|group| json!([group.role, group.entries]))
                .collect();
            assert_eq!(&json!(found), groups, "groups of {name}");
        }
        if let Some(open) = vector.get("open") {
            assert_eq!(
                &json!(conversation.open_questions()),
                open,
                "open questions of {name}"
            );
        }
        let found = conversation.entries().iter().enumerate();
        for (at, entry) in found {
            let expected = &vector["duplicates"][at.to_string()];
            if !vector["duplicates"].is_null() {
                assert_eq!(&json!(entry.duplicate_of), expected, "duplicate {at} of {name}");
            }
        }
        for next in list(vector, "next") {
            let found = conversation.next_id(kind(next[0].as_str().unwrap()), next[1].as_str().unwrap());
            assert_eq!(json!(found), next[2], "next id of {name}");
        }
    }
}

#[test]
fn calls_give_their_fields_faults_and_bubbles() {
    let vectors = vectors("calls.json");
    assert!(vectors.len() >= 8, "only {} vectors", vectors.len());
    for vector in &vectors {
        let name = vector["name"].as_str().unwrap();
        let call = read_call(vector);
        let result = read_result(&call, vector);
        let mut codes: Vec<_> = call.diagnostics.clone();
        codes.extend(result.iter().flat_map(|result| result.diagnostics.clone()));
        let codes: Vec<_> = codes
            .iter()
            .map(|fault| json!([fault.code.as_str(), fault.field]))
            .collect();
        assert_eq!(json!(codes), vector["codes"], "codes of {name}");
        assert_eq!(
            json!(call.bubble(Language::Chinese)),
            vector["bubble"],
            "bubble of {name}"
        );
        let fields = serde_json::to_value(&call).unwrap();
        for (key, value) in vector["expected"].as_object().into_iter().flatten() {
            assert!(
                matches(&fields[key], value),
                "{key} of {name}: {} instead of {value}",
                fields[key]
            );
        }
        let fields = serde_json::to_value(&result).unwrap();
        for (key, value) in vector["expectedResult"].as_object().into_iter().flatten() {
            assert!(
                matches(&fields[key], value),
                "{key} of the result of {name}: {}",
                fields[key]
            );
        }
    }
}

/// Whether a value has at least what is expected; numbers count by what they are.
fn matches(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| matches(found, value))),
        (Value::Number(found), Value::Number(expected)) => found.as_f64() == expected.as_f64(),
        _ => found == expected,
    }
}

#[test]
fn a_conversation_costs_the_same_however_long_it_is() {
    let text = |number: usize| {
        format!("来自 A_1 的任务进度输出\nid: out_a_{number}\n\n<A_1>\n<Output>\n{number}\n</Output>\n</A_1>")
    };
    let mut conversation = Conversation::new();
    for number in 0..20_000 {
        let text = text(number % 15_000);
        let message: Message = agent_bubble::parse_message(&text).into_owned();
        let entry = conversation.add(message, Channel::User);
        assert_eq!(entry.duplicate_of, number.checked_sub(15_000));
        assert!(matches!(entry.item, Item::Message(_, Channel::User)));
    }
    assert_eq!(conversation.groups()[0].entries.len(), 15_000);
    assert_eq!(
        conversation.next_id(Kind::Completion, "A_1").as_deref(),
        Some("out_a_15000")
    );
    assert!(conversation.check().is_empty());
}
