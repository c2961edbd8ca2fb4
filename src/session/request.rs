//! The request template (spec, section 5.1).

use super::field::{Field, read_field, read_number};
use crate::diagnostic::{Code, Faults};
use crate::labels::Kind;
use crate::message::{Details, Expects, Message, Request};
use crate::piece::Piece;
use crate::text::{self, Line, NeedMore, Span, Text, Unit};

/// The first line of every request.
pub const HEADING: &str = "【Agent 间通信】";

/// The line that parts head, content and summary.
pub(super) const RULE: &str = "---";

pub(super) const USER_NEED: &str = "用户需求";
pub(super) const SUMMARY: &str = "上下文摘要";

/// The fields of the head, in the order of the template.
pub(super) const HEAD_FIELDS: [&str; 6] = [
    "发件方",
    "收件方",
    "source sessionKey",
    "通信目的",
    "期望响应",
    "timeout",
];

pub(super) const EXPECTS: [(&str, Expects); 3] = [
    ("阻塞等待", Expects::Blocking),
    ("即发即走", Expects::FireAndForget),
    ("非阻塞", Expects::Background),
];

const TIMEOUT_UNITS: [&str; 3] = ["秒", "s", ""];

pub fn parse<U: Unit>(
    text: &Text<U>,
    start: usize,
    faults: &mut Faults,
) -> Result<Option<Message<Piece>>, NeedMore> {
    let Some(len) = text.begins(start, HEADING)? else {
        return Ok(None);
    };
    let heading = Span::new(start, start + len);
    let feed = U::ascii(b'\n');
    let behind = text.skip(heading.end, |unit| {
        text::is_white(unit) && unit != U::ascii(b'\n')
    })?;
    if text.get(behind)?.is_some_and(|unit| unit != feed) {
        return Ok(None);
    }
    let units = text.all()?;
    let line = text.line(start)?;
    let Some(rule) = text::lines(units, line.next).find(|line| is_rule(units, *line)) else {
        return Ok(None);
    };
    let mut reader = Reader {
        units,
        heading,
        faults,
    };
    let head = reader.read_head(Span::new(line.next, rule.span.start));
    Ok(Some(reader.read_message(head, rule.next)))
}

fn is_rule<U: Unit>(units: &[U], line: Line) -> bool {
    let span = text::trim(units, line.span);
    text::equals(span.of(units), RULE)
}

struct Head {
    fields: [Option<Span>; HEAD_FIELDS.len()],
    extra: Vec<Piece>,
}

struct Reader<'a, U> {
    units: &'a [U],
    heading: Span,
    faults: &'a mut Faults,
}

impl<U: Unit> Reader<'_, U> {
    /// The lines between the heading and the first rule.
    fn read_head(&mut self, span: Span) -> Head {
        let mut head = Head {
            fields: [None; HEAD_FIELDS.len()],
            extra: Vec::new(),
        };
        let units = &self.units[..span.end];
        for line in text::lines(units, span.start) {
            if text::trim(units, line.span).is_empty() {
                continue;
            }
            let found = HEAD_FIELDS
                .iter()
                .enumerate()
                .find_map(|(at, name)| Some((at, read_field(units, line, name)?)));
            match found {
                Some((at, field)) if head.fields[at].is_none() => {
                    head.fields[at] = Some(field.flag_colon(self.faults));
                }
                _ => head.extra.push(Piece::Slice(line.span)),
            }
        }
        head
    }

    /// A value that cannot be read: its place, or the heading where it is missing.
    fn missing<T>(&mut self, place: Option<Span>) -> Option<T> {
        self.faults.add(Code::MissingField, place.unwrap_or(self.heading));
        None
    }

    /// The value, if it is there and not empty.
    fn present(&mut self, value: Option<Span>) -> Option<Span> {
        match value {
            Some(span) if !span.is_empty() => Some(span),
            place => self.missing(place),
        }
    }

    fn read_message(&mut self, head: Head, content_start: usize) -> Message<Piece> {
        let [sender, target, session_key, purpose, expects, timeout] = head.fields;
        let (name, agent_id) = self.read_sender(sender);
        let target = self.present(target).map(Piece::Slice);
        let session_key = self.present(session_key).map(Piece::Slice);
        let action = self.present(purpose).map(Piece::Slice);
        let expects_value = self.read_expects(expects);
        let timeout_seconds = self.read_timeout(timeout);
        self.check_timeout(expects_value, timeout_seconds, timeout);
        let (content, summary) = self.read_parts(content_start);
        let (user_need, body) = self.read_content(content);
        let complete = summary.is_some();
        let summary = self.present(summary).map(Piece::Slice);
        let request = Request {
            agent_id: agent_id.map(Piece::Slice),
            session_key,
            expects: expects_value,
            timeout_seconds,
            user_need: user_need.map(Piece::Slice),
            body: Piece::Slice(body),
            summary,
            extra: head.extra,
        };
        Message {
            claimed_role: name.map(Piece::Slice),
            action,
            target,
            complete,
            ..Message::session(Kind::Request, Piece::Slice(content), Details::Request(request))
        }
    }

    /// The name and the agent id of `{name} ({agentId})`.
    fn read_sender(&mut self, value: Option<Span>) -> (Option<Span>, Option<Span>) {
        let Some(value) = self.present(value) else {
            return (None, None);
        };
        let Some(open) = find_brackets(value.of(self.units)) else {
            return (Some(value), self.missing(None));
        };
        let name = text::trim(self.units, Span::new(value.start, value.start + open.start));
        let id = text::trim(
            self.units,
            Span::new(value.start + open.end, value.end - (open.end - open.start)),
        );
        let name = (!name.is_empty())
            .then_some(name)
            .or_else(|| self.missing(Some(value)));
        let id = (!id.is_empty())
            .then_some(id)
            .or_else(|| self.missing(Some(value)));
        (name, id)
    }

    fn read_expects(&mut self, value: Option<Span>) -> Option<Expects> {
        let span = self.present(value)?;
        let known = EXPECTS
            .iter()
            .find(|(label, _)| text::equals(span.of(self.units), label));
        match known {
            Some(&(_, expects)) => Some(expects),
            None => self.missing(value),
        }
    }

    fn read_timeout(&mut self, value: Option<Span>) -> Option<u32> {
        let span = self.present(value)?;
        let units = span.of(self.units);
        let digits = TIMEOUT_UNITS
            .iter()
            .find_map(|unit| Some(units.len() - text::match_suffix(units, unit)?))?;
        match read_number(&units[..digits]) {
            Some(seconds) => Some(seconds),
            None => self.missing(value),
        }
    }

    fn check_timeout(&mut self, expects: Option<Expects>, seconds: Option<u32>, place: Option<Span>) {
        let contradicts = matches!(
            (expects, seconds),
            (Some(Expects::Blocking), Some(0)) | (Some(Expects::FireAndForget), Some(1..))
        );
        if let Some(place) = place.filter(|_| contradicts) {
            self.faults.add(Code::TimeoutMismatch, place);
        }
    }

    /// The content, and the summary where the text has that part: behind the
    /// last rule that a summary line follows.
    fn read_parts(&mut self, start: usize) -> (Span, Option<Span>) {
        let mut rule: Option<Line> = None;
        let mut found: Option<(Line, Field)> = None;
        for line in text::lines(self.units, start) {
            if is_rule(self.units, line) {
                rule = Some(line);
            } else if !text::trim(self.units, line.span).is_empty()
                && let Some(rule) = rule.take()
            {
                let field = read_field(self.units, line, SUMMARY);
                found = field.map(|field| (rule, field)).or(found);
            }
        }
        let Some((rule, field)) = found else {
            let content = Span::new(start, self.units.len());
            return (text::trim_blank_lines(self.units, content), None);
        };
        let content = text::trim_blank_lines(self.units, Span::new(start, rule.span.start));
        let value_start = field.flag_colon(self.faults).start;
        let summary = text::trim(self.units, Span::new(value_start, self.units.len()));
        (content, Some(summary))
    }

    /// The user's words, from the first line of the content, and the rest of it.
    fn read_content(&mut self, content: Span) -> (Option<Span>, Span) {
        let units = &self.units[..content.end];
        let first = text::lines(units, content.start).next();
        let field = first.and_then(|line| Some((line.next, read_field(units, line, USER_NEED)?)));
        let Some((next, field)) = field else {
            return (self.missing(None), content);
        };
        let value = field.flag_colon(self.faults);
        let body = text::trim_blank_lines(units, Span::new(next, content.end));
        (self.present(Some(value)), body)
    }
}

/// The opening bracket of the pair that ends `value`.
fn find_brackets<U: Unit>(value: &[U]) -> Option<Span> {
    [("(", ")"), ("（", "）")].iter().find_map(|(open, close)| {
        let len = text::match_suffix(value, close)?;
        let mut depth = 1;
        let mut at = value.len() - len;
        while at > 0 {
            at -= 1;
            depth += usize::from(U::match_prefix(&value[at..], close).is_some());
            depth -= usize::from(U::match_prefix(&value[at..], open).is_some());
            if depth == 0 {
                return Some(Span::new(at, at + len));
            }
        }
        None
    })
}
