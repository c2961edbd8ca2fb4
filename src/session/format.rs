//! Session messages as texts (spec, section 7). Each is read back: what would not
//! come back the same is refused.

use super::notice::{BULLET, ERROR, HEADLINES, Headline, VARIATION_SELECTOR};
use super::request::{EXPECTS, HEAD_FIELDS, HEADING, RULE, SUMMARY, USER_NEED};
use crate::format::{Draft, Out, Unwritable, compare, read_back};
use crate::message::{Details, Notice, Reason, Request};
use crate::piece::Piece;
use crate::text::{Span, Unit};

/// What the document writes below the headline of each notice, around its fields.
const AROUND: [[&str; 2]; HEADLINES.len()] = [
    [
        "可用 Agent（从 sessions_list 获取）:\n",
        "请确认目标名称，或选择其他 Agent。",
    ],
    [
        "可能原因：\n1. 目标正在处理其他任务\n2. 任务较复杂需要更长时间\n",
        "建议：\n1. 稍后重试\n2. 改用 sessions_spawn 后台执行",
    ],
    [
        "",
        "建议：\n1. 检查 sessionKey 是否正确\n2. 尝试 sessions_spawn 后台执行",
    ],
];

/// A session message as a text.
pub(crate) fn write<U: Unit>(draft: &Draft<U>) -> Result<Vec<U>, Unwritable> {
    let text = match &draft.message.details {
        Details::Request(request) => write_request(draft, request)?,
        Details::Notice(notice) => write_notice(draft, notice)?,
        Details::Control(directive) => {
            draft.refuse(&["action", "id", "target"])?;
            Out::of(directive.as_str())
        }
        _ => Vec::new(),
    };
    match read_back(&text).kind == draft.message.kind {
        true => Ok(text),
        false => Err(Unwritable::empty("kind")),
    }
}

/// The content that is given counts where it says the same as the fields: it has
/// blank lines of its own.
fn write_request<U: Unit>(draft: &Draft<U>, request: &Request<Piece>) -> Result<Vec<U>, Unwritable> {
    draft.refuse(&["id"])?;
    check_lines(
        draft,
        &[
            ("role", &draft.message.role),
            ("agentId", &request.agent_id),
            ("target", &draft.message.target),
            ("sessionKey", &request.session_key),
            ("action", &draft.message.action),
            ("userNeed", &request.user_need),
        ],
    )?;
    let content = draft.slice(&draft.message.content);
    let as_given = try_request(draft, request, Some(content));
    as_given.or_else(|_| {
        let has_fields = request.user_need.is_some() || !draft.slice(&request.body).is_empty();
        Unwritable::check(
            "content",
            content,
            Some(Span::new(0, content.len())).filter(|_| !has_fields),
        )?;
        try_request(draft, request, None)
    })
}

/// Refuses line ends in what stands on one line, each at its place.
fn check_lines<U: Unit>(
    draft: &Draft<U>,
    fields: &[(&'static str, &Option<Piece>)],
) -> Result<(), Unwritable> {
    for (name, value) in fields {
        let value = draft.or_empty(value);
        let feed = value.iter().position(|&unit| unit == U::ascii(b'\n'));
        Unwritable::check(name, value, feed.map(|at| Span::new(at, at + 1)))?;
    }
    Ok(())
}

fn try_request<U: Unit>(
    draft: &Draft<U>,
    request: &Request<Piece>,
    content: Option<&[U]>,
) -> Result<Vec<U>, Unwritable> {
    let mut out = Out::new();
    out.text(HEADING).text("\n");
    write_head(&mut out, draft, request);
    for line in &request.extra {
        out.units(draft.slice(line)).text("\n");
    }
    out.text("\n").text(RULE).text("\n");
    match content {
        Some(content) => out.units(content),
        None => write_content(&mut out, draft, request),
    };
    if request.summary.is_some() || draft.message.complete {
        out.text("\n\n").text(RULE).text("\n").text(SUMMARY).text(": ");
        out.units(draft.or_empty(&request.summary));
    }
    compare_request(&out.0, draft, request, content)?;
    Ok(out.0)
}

fn write_content<'a, U: Unit>(
    out: &'a mut Out<U>,
    draft: &Draft<U>,
    request: &Request<Piece>,
) -> &'a mut Out<U> {
    if let Some(need) = draft.optional(&request.user_need) {
        out.text(USER_NEED).text(": ").units(need).text("\n\n");
    }
    out.units(draft.slice(&request.body))
}

/// The fields between heading and rule; absent ones are left out.
fn write_head<U: Unit>(out: &mut Out<U>, draft: &Draft<U>, request: &Request<Piece>) {
    let message = draft.message;
    let mut sender = Out::new();
    sender.units(draft.or_empty(&message.role));
    if let Some(id) = draft.optional(&request.agent_id) {
        sender
            .text(if sender.0.is_empty() { "(" } else { " (" })
            .units(id)
            .text(")");
    }
    let label = EXPECTS
        .iter()
        .find(|(_, expects)| Some(*expects) == request.expects);
    let expects = label.map(|(label, _)| Out::of(label));
    let seconds = request.timeout_seconds.map(|seconds| {
        let mut out = Out::new();
        out.number(seconds);
        out.0
    });
    let has_sender = message.role.is_some() || request.agent_id.is_some();
    let values = [
        has_sender.then_some(&sender.0[..]),
        draft.optional(&message.target),
        draft.optional(&request.session_key),
        draft.optional(&message.action),
        expects.as_deref(),
        seconds.as_deref(),
    ];
    for (name, value) in HEAD_FIELDS.iter().zip(values) {
        if let Some(value) = value {
            out.text(name).text(": ").units(value).text("\n");
        }
    }
}

fn compare_request<U: Unit>(
    text: &[U],
    draft: &Draft<U>,
    request: &Request<Piece>,
    content: Option<&[U]>,
) -> Result<(), Unwritable> {
    let (message, read) = (draft.message, read_back(text));
    let Details::Request(found) = &read.details else {
        // the heading is there, so the text is too long
        return Err(Unwritable::empty("content"));
    };
    // a name in brackets takes the place of an agent id that is not there
    let mut sender = [
        ("agentId", &found.agent_id, &request.agent_id),
        ("role", &read.role, &message.role),
    ];
    if request.agent_id.is_none() {
        sender.reverse();
    }
    let [first, second] = sender;
    let pairs = [
        first,
        second,
        ("target", &read.target, &message.target),
        ("sessionKey", &found.session_key, &request.session_key),
        ("action", &read.action, &message.action),
        ("userNeed", &found.user_need, &request.user_need),
        ("summary", &found.summary, &request.summary),
    ];
    compare(
        text,
        &pairs.map(|(name, found, right)| (name, found.as_ref(), draft.optional(right))),
    )?;
    let body = draft.slice(&request.body);
    let read_content = Some(&read.content).filter(|_| content.is_some());
    compare(
        text,
        &[
            ("body", Some(&found.body), Some(body)),
            ("content", read_content, content),
        ],
    )?;
    compare_list("extra", text, &found.extra, draft, &request.extra)?;
    same(&[
        ("expects", found.expects == request.expects),
        ("timeoutSeconds", found.timeout_seconds == request.timeout_seconds),
        ("complete", read.complete == message.complete),
    ])
}

/// Headline and content are words around the fields: those that are given, where
/// they say the same, else the document's.
fn write_notice<U: Unit>(draft: &Draft<U>, notice: &Notice<Piece>) -> Result<Vec<U>, Unwritable> {
    draft.refuse(&["id"])?;
    check_lines(
        draft,
        &[("target", &draft.message.target), ("error", &notice.error)],
    )?;
    let headline = draft.optional(&draft.message.action);
    let content = Some(draft.slice(&draft.message.content));
    let content = content.filter(|content| headline.is_some() || !content.is_empty());
    let mut outcome = Err(Unwritable::empty("reason"));
    for (row, around) in HEADLINES.iter().zip(AROUND) {
        for words in [
            (headline, content),
            (headline, None),
            (None, content),
            (None, None),
        ] {
            if row.reason == notice.reason && outcome.is_err() {
                let text = write_words(draft, notice, row, around, words);
                outcome = compare_notice(&text, draft, notice, words).map(|()| text);
            }
        }
    }
    outcome
}

/// The words that are given of a notice: headline and content.
type Words<'a, U> = (Option<&'a [U]>, Option<&'a [U]>);

fn write_words<U: Unit>(
    draft: &Draft<U>,
    notice: &Notice<Piece>,
    row: &Headline,
    around: [&str; 2],
    (headline, content): Words<U>,
) -> Vec<U> {
    let mut out = Out::new();
    out.text(row.emoji);
    if row.reason != Reason::AgentNotFound {
        out.text(VARIATION_SELECTOR);
    }
    out.text(" ");
    match headline {
        Some(headline) => out.units(headline),
        None => write_headline(&mut out, row, draft, notice),
    };
    match content {
        Some([]) => &mut out,
        Some(content) => out.text("\n").units(content),
        None => write_details(out.text("\n"), around, draft, notice),
    };
    out.0
}

fn write_headline<'a, U: Unit>(
    out: &'a mut Out<U>,
    row: &Headline,
    draft: &Draft<U>,
    notice: &Notice<Piece>,
) -> &'a mut Out<U> {
    out.text(row.before).units(draft.or_empty(&draft.message.target));
    if let Some(seconds) = notice.timeout_seconds {
        out.number(seconds);
    }
    out.text(row.after)
}

fn write_details<'a, U: Unit>(
    out: &'a mut Out<U>,
    [before, after]: [&str; 2],
    draft: &Draft<U>,
    notice: &Notice<Piece>,
) -> &'a mut Out<U> {
    out.text(before);
    for name in &notice.available {
        out.text(BULLET).units(draft.slice(name)).text("\n");
    }
    if let Some(error) = draft.optional(&notice.error) {
        out.text(ERROR).text(": ").units(error).text("\n");
    }
    out.text(after)
}

fn compare_notice<U: Unit>(
    text: &[U],
    draft: &Draft<U>,
    notice: &Notice<Piece>,
    (headline, content): Words<U>,
) -> Result<(), Unwritable> {
    let read = read_back(text);
    let target = draft.optional(&draft.message.target);
    let Details::Notice(found) = &read.details else {
        return Err(match notice.reason {
            Reason::Timeout => Unwritable::empty("timeoutSeconds"),
            _ => Unwritable::whole("target", target.unwrap_or_default()),
        });
    };
    same(&[
        ("reason", found.reason == notice.reason),
        ("timeoutSeconds", found.timeout_seconds == notice.timeout_seconds),
    ])?;
    compare_list("available", text, &found.available, draft, &notice.available)?;
    let error = draft.optional(&notice.error);
    compare(
        text,
        &[
            ("target", read.target.as_ref(), target),
            ("error", found.error.as_ref(), error),
            (
                "action",
                read.action.as_ref().filter(|_| headline.is_some()),
                headline,
            ),
            (
                "content",
                Some(&read.content).filter(|_| content.is_some()),
                content,
            ),
        ],
    )
}

fn compare_list<U: Unit>(
    name: &'static str,
    text: &[U],
    found: &[Piece],
    draft: &Draft<U>,
    right: &[Piece],
) -> Result<(), Unwritable> {
    for at in 0..found.len().max(right.len()) {
        let right = right.get(at).map(|piece| draft.slice(piece));
        compare(text, &[(name, found.get(at), right)])?;
    }
    Ok(())
}

fn same(fields: &[(&'static str, bool)]) -> Result<(), Unwritable> {
    match fields.iter().find(|(_, same)| !same) {
        None => Ok(()),
        Some((name, _)) => Err(Unwritable::empty(name)),
    }
}
