//! The three error texts (spec, section 5.2).

use super::field::{is_number, read_field, read_number};
use crate::diagnostic::Faults;
use crate::labels::Kind;
use crate::message::{Details, Message, Notice, Reason};
use crate::piece::Piece;
use crate::text::{self, NeedMore, Span, Text, Unit};

/// What a headline begins with.
pub const EMOJI: [&str; 2] = ["❌", "⚠"];

/// The emoji in front may bear it or not.
pub(super) const VARIATION_SELECTOR: &str = "\u{FE0F}";

/// The field of the error.
pub(super) const ERROR: &str = "错误";

/// What an item of a list begins with.
pub(super) const BULLET: &str = "- ";

pub(super) struct Headline {
    pub reason: Reason,
    pub emoji: &'static str,
    pub before: &'static str,
    pub after: &'static str,
}

pub(super) const HEADLINES: [Headline; 3] = [
    Headline {
        reason: Reason::AgentNotFound,
        emoji: EMOJI[0],
        before: "目标 Agent \"",
        after: "\" 不存在或不可用",
    },
    Headline {
        reason: Reason::Timeout,
        emoji: EMOJI[1],
        before: "与目标 Agent 通信超时（",
        after: "秒未响应）",
    },
    Headline {
        reason: Reason::Failure,
        emoji: EMOJI[1],
        before: "与目标 Agent 通信失败",
        after: "",
    },
];

/// Whether the line is the headline of a notice.
pub fn is_headline<U: Unit>(units: &[U], line: Span) -> bool {
    let headline = text::trim(units, line);
    HEADLINES
        .iter()
        .any(|row| match_headline(units, headline, row).is_some())
}

pub fn parse<U: Unit>(
    text: &Text<U>,
    start: usize,
    faults: &mut Faults,
) -> Result<Option<Message<Piece>>, NeedMore> {
    if !begins(text, start)? {
        return Ok(None);
    }
    let line = text.line(start)?;
    let headline = text::trim(text.head, line.span);
    let found = HEADLINES
        .iter()
        .find_map(|row| Some((row.reason, match_headline(text.head, headline, row)?)));
    let Some((reason, found)) = found else {
        return Ok(None);
    };
    let units = text.all()?;
    let content = text::trim_blank_lines(units, Span::new(line.next, units.len()));
    let notice = read_notice(units, reason, found.argument, line.next, faults);
    Ok(Some(Message {
        action: Some(Piece::Slice(found.action)),
        target: (reason == Reason::AgentNotFound).then_some(Piece::Slice(found.argument)),
        ..Message::session(Kind::Notice, Piece::Slice(content), Details::Notice(notice))
    }))
}

/// Whether the text goes on as a headline does, up to what stands between its
/// words.
fn begins<U: Unit>(text: &Text<U>, start: usize) -> Result<bool, NeedMore> {
    text::any(HEADLINES.iter().map(|row| begins_as(text, start, row)))
}

fn begins_as<U: Unit>(text: &Text<U>, start: usize, row: &Headline) -> Result<bool, NeedMore> {
    let Some(emoji) = text.begins(start, row.emoji)? else {
        return Ok(false);
    };
    let at = start + emoji;
    let at = at + text.begins(at, VARIATION_SELECTOR)?.unwrap_or(0);
    let Some(space) = text.begins(at, " ")? else {
        return Ok(false);
    };
    Ok(text.begins(at + space, row.before)?.is_some())
}

struct Match {
    /// The headline without its emoji.
    action: Span,
    /// What stands between the fixed words.
    argument: Span,
}

fn match_headline<U: Unit>(units: &[U], line: Span, row: &Headline) -> Option<Match> {
    let rest = |at: usize| &units[at..line.end];
    let mut at = line.start + U::match_prefix(rest(line.start), row.emoji)?;
    at += U::match_prefix(rest(at), VARIATION_SELECTOR).unwrap_or(0);
    at += U::match_prefix(rest(at), " ")?;
    let action = Span::new(at, line.end);
    at += U::match_prefix(rest(at), row.before)?;
    let argument = Span::new(at, line.end - text::match_suffix(rest(at), row.after)?);
    let inside = argument.of(units);
    let fits = match row.reason {
        Reason::AgentNotFound => !inside.is_empty(),
        Reason::Timeout => is_number(inside),
        Reason::Failure => inside.is_empty(),
    };
    fits.then_some(Match { action, argument })
}

/// What a notice tells besides its target: the headline's argument and lines
/// from `start` on.
fn read_notice<U: Unit>(
    units: &[U],
    reason: Reason,
    argument: Span,
    start: usize,
    faults: &mut Faults,
) -> Notice<Piece> {
    let mut notice = Notice::new(reason);
    let mut lines = text::lines(units, start);
    match reason {
        Reason::AgentNotFound => {
            let items = lines.filter_map(|line| read_item(units, line.span));
            notice.available = items.map(Piece::Slice).collect();
        }
        Reason::Timeout => notice.timeout_seconds = read_number(argument.of(units)),
        Reason::Failure => {
            let field = lines.find_map(|line| read_field(units, line, ERROR));
            if let Some(field) = field {
                let value = field.flag_colon(faults);
                notice.error = (!value.is_empty()).then_some(Piece::Slice(value));
            }
        }
    }
    notice
}

/// The value of a line that is an item of a list.
fn read_item<U: Unit>(units: &[U], line: Span) -> Option<Span> {
    let line = text::trim_spaces(units, line);
    let len = U::match_prefix(line.of(units), BULLET)?;
    let value = text::trim(units, Span::new(line.start + len, line.end));
    (!value.is_empty()).then_some(value)
}
