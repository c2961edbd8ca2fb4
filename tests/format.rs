//! Writing, natively: the vectors, and messages of any content.
#![cfg(not(target_family = "wasm"))]

use agent_bubble::{
    Details, Directive, Expects, FormatOptions, Kind, Language, Message, MessageError, Notice, Reason,
    Request, parse_message,
};
use proptest::prelude::*;
use serde_json::Value;

/// Cases of each property.
const CASES: u32 = 100_000;

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(string)
        .collect()
}

fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, value: &Value) -> Option<T> {
    all.iter().copied().find(|one| Some(name(*one)) == value.as_str())
}

/// `None` where a number is none of Rust's.
fn seconds(value: &Value) -> Option<Option<u32>> {
    match value {
        Value::Null => Some(None),
        value => Some(Some(u32::try_from(value.as_u64()?).ok()?)),
    }
}

/// A message as JavaScript gives it.
fn message(init: &Value) -> Option<Message> {
    let kinds: Vec<Kind> = Kind::all().collect();
    let kind = named(&kinds, Kind::as_str, &init["kind"]).unwrap();
    let content = string(&init["content"]).unwrap_or_default();
    let mut message = match kind {
        Kind::Plain => Message::plain(content),
        Kind::Control => {
            Message::directive(named(Directive::ALL, Directive::as_str, &init["directive"]).unwrap())
        }
        Kind::Notice => Message::notice(Notice {
            reason: named(Reason::ALL, Reason::as_str, &init["reason"]).unwrap(),
            available: strings(&init["available"]),
            timeout_seconds: seconds(&init["timeoutSeconds"])?,
            error: string(&init["error"]),
        }),
        Kind::Request => Message::request(Request {
            agent_id: string(&init["agentId"]),
            session_key: string(&init["sessionKey"]),
            expects: named(Expects::ALL, Expects::as_str, &init["expects"]),
            timeout_seconds: seconds(&init["timeoutSeconds"])?,
            user_need: string(&init["userNeed"]),
            body: string(&init["body"]).unwrap_or_default(),
            summary: string(&init["summary"]),
            extra: strings(&init["extra"]),
        }),
        kind => {
            let mut message = Message::envelope(kind, String::new(), String::new(), String::new());
            if let Details::Envelope(envelope) = &mut message.details {
                envelope.tag = string(&init["tag"]).unwrap_or(envelope.tag.clone());
                envelope.subtype = string(&init["subtype"]);
                envelope.question_id = string(&init["questionId"]);
                for pair in init["attributes"].as_array().into_iter().flatten() {
                    let [name, value] = [&pair[0], &pair[1]].map(|part| string(part).unwrap());
                    envelope.attributes.push((name, value));
                }
            }
            message
        }
    };
    if let Some(content) = string(&init["content"]) {
        message.content = content;
    }
    message.role = string(&init["role"]);
    message.action = string(&init["action"]);
    message.id = string(&init["id"]);
    message.target = string(&init["target"]);
    message.complete = init["complete"] != false;
    Some(message)
}

fn write(init: &Value) -> Option<Result<String, MessageError>> {
    let language = named(Language::ALL, Language::as_str, &init["language"]);
    let options = language.map_or(FormatOptions::new(), |language| {
        FormatOptions::new().language(language)
    });
    Some(options.format(&message(init)?))
}

#[test]
fn vectors_written_natively_give_their_texts() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("vectors/format.json")).unwrap();
    let mut written = 0;
    for vector in &vectors {
        let Some(outcome) = write(&vector["message"]) else {
            continue;
        };
        written += 1;
        match outcome {
            Ok(text) => assert_eq!(vector["text"], text, "{}", vector["name"]),
            Err(error) => assert_eq!(
                vector["field"].as_str(),
                error.field,
                "{}: {error}",
                vector["name"]
            ),
        }
    }
    assert!(
        written + 2 >= vectors.len(),
        "only {written} of {}",
        vectors.len()
    );
}

/// Pieces that frames are made of, and characters of every sort.
fn content() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[\u{0}-\u{1f}\u{7f}-\u{9f}]",
        prop::sample::select(vec![
            "\n",
            "\r\n",
            "\r",
            " ",
            "\t",
            "</Ask>",
            "</A_1>",
            "<Ask>",
            "<A_1>",
            "</",
            "<",
            "</Ask>\n</A_1>",
            "</Ask></A_1>",
            "id: x\n",
            "来自 A_1 的提问\n",
            "From A_1: Ask\n",
            "---\n",
            "\u{feff}",
            "REPLY_SKIP",
            "来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\nx\n</Ask>\n</A_1>",
            "用户需求: ",
            "上下文摘要: ",
            "- ",
            "错误: ",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn role() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["A_1", "Team Leader", "UI Operator_1", "研究 的人_1", "A 向 B", "A: B", "A to B", "<b>", "</Ask>", "a>b"]).prop_map(str::to_owned),
        1 => content(),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(
        agent_bubble::KINDS
            .iter()
            .map(|row| row.kind)
            .filter(|kind| kind.tag().is_some())
            .collect::<Vec<_>>(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn framed_message_of_any_content_comes_back_the_same(
        kind in kind(), role in role(), id in "[a-z_0-9]{1,9}", content in content(),
        target in prop::option::of(role()), value in content(), english in any::<bool>(),
    ) {
        let mut message = Message::envelope(kind, role, id, content)
            .with_attribute("note".to_owned(), value.clone())
            .with_question_id(value);
        message.target = target;
        let language = if english { Language::English } else { Language::Chinese };
        match FormatOptions::new().language(language).format(&message) {
            Ok(text) => {
                let read = parse_message(&text);
                prop_assert_eq!(read.kind, message.kind);
                prop_assert!(read.complete);
                prop_assert_eq!(read.role.as_deref(), message.role.as_deref());
                prop_assert_eq!(read.target.as_deref(), message.target.as_deref());
                prop_assert_eq!(read.id.as_deref(), message.id.as_deref());
                prop_assert_eq!(&read.content, &message.content);
                let (Details::Envelope(found), Details::Envelope(right)) = (&read.details, &message.details) else {
                    return Err(TestCaseError::fail("no frame"));
                };
                prop_assert_eq!(&found.question_id, &right.question_id.clone().map(Into::into));
                prop_assert_eq!(&found.attributes[0].1, &right.attributes[0].1);
            }
            Err(error) => {
                let value = match error.field {
                    Some("role") => message.role.as_deref(),
                    Some("target") => message.target.as_deref(),
                    field => return Err(TestCaseError::fail(format!("{field:?} refused"))),
                };
                prop_assert!(!is_role(value.unwrap()) , "{:?} refused", value);
            }
        }
    }

    #[test]
    fn message_of_any_text_is_written_as_it_was_read(text in content()) {
        let message = parse_message(&text);
        if let Ok(written) = agent_bubble::format_message(&message) {
            let read = parse_message(&written);
            prop_assert_eq!(read.kind, message.kind);
            prop_assert_eq!(read.action, message.action);
            if message.kind != Kind::Control {
                prop_assert_eq!(read.content, message.content);
            }
            prop_assert_eq!(read.details, message.details);
        }
    }

    #[test]
    fn other_message_comes_back_the_same_or_is_refused(
        sender in role(), need in content(), body in content(), summary in content(), ordinary in any::<bool>(),
    ) {
        let request = Request {
            agent_id: Some("main".to_owned()),
            user_need: Some(if ordinary { "查一下".to_owned() } else { need }),
            body: if ordinary { "请看\n\n第二段".to_owned() } else { body },
            summary: Some(if ordinary { "无".to_owned() } else { summary }),
            expects: Some(Expects::Blocking),
            ..Request::default()
        };
        let mut message = Message::request(request);
        message.role = Some(if ordinary { "主控".to_owned() } else { sender });
        match agent_bubble::format_message(&message) {
            Ok(text) => {
                let read = parse_message(&text).into_owned();
                prop_assert_eq!(read.details, message.details);
                prop_assert_eq!(read.role, message.role);
            }
            Err(error) => prop_assert!(!ordinary && error.field.is_some()),
        }
    }
}

/// Spec, section 2.1, with the white space of Rust's `char`.
fn is_role(role: &str) -> bool {
    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
    !role.is_empty()
        && !role
            .chars()
            .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
        && !role.starts_with(is_space)
        && !role.ends_with(is_space)
}
