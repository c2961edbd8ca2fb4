//! Streams, natively: the same in any split, and never a piece of the frame.
#![cfg(not(target_family = "wasm"))]

use agent_bubble::{Kind, MessageStream, ParseOptions};
use proptest::prelude::*;
use serde_json::Value;

const CASES: u32 = 100_000;

/// Pushes the chunks and holds each update against the message of the whole.
fn check(text: &str, sender: Option<&str>, cuts: &[usize]) {
    let options = ParseOptions::new().sender(sender);
    let whole = options.parse(text).into_owned();
    let mut stream = match sender {
        Some(sender) => MessageStream::new().with_sender(sender),
        None => MessageStream::new(),
    };
    let mut visible = String::new();
    // a type tag whose quote does not close is known at the end of the text
    let mut known = false;
    let mut from = 0;
    for &to in cuts.iter().chain([&text.len()]) {
        let update = stream.push(&text[from..to]);
        visible.push_str(update.added);
        assert!(
            whole.content.starts_with(&visible),
            "{visible:?} of {text:?} at {to}"
        );
        known = update.kind.is_some();
        if let Some(kind) = update.kind {
            assert_eq!(kind, whole.kind, "{text:?} at {to}");
            assert_eq!(update.action, whole.action.as_deref());
            assert_eq!(update.role, whole.role.as_deref());
            assert_eq!(stream.bubble().unwrap().content, visible);
        } else {
            assert_eq!(visible, "");
        }
        from = to;
    }
    if whole.complete && whole.protocol() == Some("envelope") && known {
        assert_eq!(visible, whole.content, "all but the frame of {text:?}");
    }
    assert_eq!(stream.end(), whole);
}

fn boundaries(text: &str) -> Vec<usize> {
    (1..text.len()).filter(|&at| text.is_char_boundary(at)).collect()
}

#[test]
fn vectors_split_at_every_place_give_the_message_of_the_whole() {
    let files = [
        include_str!("vectors/messages.json"),
        include_str!("vectors/codes.json"),
        include_str!("vectors/roles.json"),
    ];
    for vector in files
        .iter()
        .flat_map(|file| serde_json::from_str::<Vec<Value>>(file).unwrap())
    {
        let text = vector["input"].as_str().unwrap();
        let sender = vector["sender"].as_str();
        let places = boundaries(text);
        check(text, sender, &places);
        for &place in &places {
            check(text, sender, &[place]);
        }
    }
}

/// Pieces of the frame `<A_1>`, `<Ask>`, whole, broken and alike.
fn content() -> impl Strategy<Value = String> {
    let pieces = vec![
        "</Ask>",
        "</A_1>",
        "</",
        "<",
        "</Ask",
        "</A_1",
        "</As",
        "k>",
        "_1>",
        ">",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\n ",
        "x",
        "若 5 <",
        "</Ask>\n</A_1>",
        "</Ask></A_1>",
        "</Ask> \n\n </A_1>",
        "</A_1>\n</Ask>",
        "<Ask>",
        "🙂",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..14).prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    let roles = prop::sample::select(vec![
        "A_1",
        "</Ask>",
        "</</</",
        "Ask",
        "a</Ask></b",
        "A> </Ask> </A",
        "Ask>\u{a0}x",
    ]);
    let head = (roles, any::<bool>(), any::<bool>(), 0..20u8).prop_map(|(role, crlf, one_line, odd)| {
        let end = if one_line { "" } else { "\n" };
        let head = format!("来自 {role} 的提问\nid: a\n\n<{role}>\n<Ask>{end}");
        let head = if crlf { head.replace('\n', "\r\n") } else { head };
        match odd {
            0 => head.replacen("id", "", 1),
            1 => head.replacen('<', "", 1),
            2 => format!("\u{feff}\n{head}"),
            _ => head,
        }
    });
    prop_oneof![
        8 => (head, content(), content()).prop_map(|(head, content, end)| {
            let role = head.split('<').nth(1).unwrap_or_default().split('>').next().unwrap_or_default().to_owned();
            format!("{head}{content}</{role}>{end}")
        }),
        1 => prop::collection::vec(
            prop::sample::select(vec![
                "来自 ", "From ", "A", " 的", ": ", "\n", "id: x", "<A>", "<Ask>", "REPLY_SKIP", "❌", "⚠️", " ", "\u{feff}",
                "目标 Agent \"", "【Agent 间通信】", "---", "[系统通知|", "与目标 Agent 通信失败", "\r",
            ]),
            0..10,
        )
        .prop_map(|pieces| pieces.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_in_chunks_of_any_size_gives_the_message_of_the_whole(
        text in text(), sizes in prop::collection::vec(1..24usize, 1..9),
    ) {
        let places = boundaries(&text);
        let mut at = 0;
        let steps = sizes.iter().cycle().map(|size| { at += size; at });
        let cuts: Vec<_> = steps.map_while(|at| places.get(at).copied()).collect();
        check(&text, None, &cuts);
        check(&text, None, &places);
    }
}

#[test]
fn plain_text_flows_from_the_513th_code_unit_of_its_first_line_at_the_latest() {
    let mut stream = MessageStream::new();
    assert_eq!(stream.push(&format!("来自 {}", "界".repeat(509))).kind, None);
    assert_eq!(stream.push("x").kind, Some(Kind::Plain));
    let mut stream = MessageStream::new();
    assert_eq!(stream.push("F").kind, None);
    assert_eq!(stream.push("ine").added, "Fine");
    let mut stream = MessageStream::new();
    assert_eq!(stream.push("REPLY_SKIP \n").kind, None);
    assert_eq!(stream.push("x").added, "REPLY_SKIP \nx");
    let mut stream = MessageStream::new();
    assert_eq!(stream.push("❌ 目标不").added, "❌ 目标不");
}

#[test]
fn frame_of_a_tag_of_any_length_is_the_same_in_chunks() {
    for length in [4096, 4097, 70_000] {
        let tag = "T".repeat(length);
        let text = format!("来自 A_1 的提问\nid: a\n\n<A_1>\n<{tag}>\nx\n</{tag}>\n</A_1>");
        let cuts: Vec<_> = (1..text.len() / 1000)
            .map(|at| at * 1000)
            .filter(|&at| text.is_char_boundary(at))
            .collect();
        check(&text, None, &cuts);
        check(&text, None, &[text.len() - 70_000.min(length) / 2]);
    }
}

#[test]
fn what_can_become_the_end_of_the_frame_is_held_back_and_no_more() {
    let mut stream = MessageStream::new();
    stream.push("来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n");
    for (chunk, added) in [
        ("若 5 <", "若 5 "),
        (" 6", "< 6"),
        ("\n", ""),
        ("\n", "\n"),
        ("  ", ""),
        ("x", "\n  x"),
        ("</Ask>\n\n", ""),
        ("</Ask>", "</Ask>\n"),
        ("\n</A_2", "\n</Ask>\n</A_2"),
        ("\n</Ask>\n</A_1>\n \n", ""),
        ("还有", "\n</Ask>\n</A_1>\n \n还有"),
    ] {
        assert_eq!(stream.push(chunk).added, added, "{chunk:?}");
    }
}
