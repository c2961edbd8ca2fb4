//! The three error texts (spec, section 5.2).

use super::field::{is_number, read_field, read_number};
use crate::diagnostic::Code;
use crate::labels::Kind;
use crate::message::{Details, Message, Notice, Reason};
use crate::parse::Reading;
use crate::piece::Piece;
use crate::text::{self, NeedMore, Span, Text, Unit};

/// What a headline begins with.
pub const EMOJI: [&str; 2] = ["❌", "⚠"];

/// The emoji in front may bear it or not.
const VARIATION_SELECTOR: &str = "\u{FE0F}";

struct Headline {
    reason: Reason,
    emoji: &'static str,
    before: &'static str,
    after: &'static str,
}

const HEADLINES: [Headline; 3] = [
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

pub fn parse<U: Unit>(text: &Text<U>, start: usize) -> Result<Option<Reading>, NeedMore> {
    let begin = text.ahead(start, EMOJI[0].len())?;
    if !EMOJI.iter().any(|emoji| U::match_prefix(begin, emoji).is_some()) {
        return Ok(None);
    }
    let units = text.all()?;
    let line = text.line(start)?;
    let headline = text::trim(units, line.span);
    let found = HEADLINES
        .iter()
        .find_map(|row| Some((row.reason, match_headline(units, headline, row)?)));
    let Some((reason, found)) = found else {
        return Ok(None);
    };
    let content = text::trim_blank_lines(units, Span::new(line.next, units.len()));
    let mut reading = Reading::session(
        Kind::Notice,
        content,
        Details::Notice(Notice {
            reason,
            available: Vec::new(),
            timeout_seconds: None,
            error: None,
        }),
    );
    fill(&mut reading, units, found.argument, line.next);
    reading.message.action = Some(Piece::Slice(found.action));
    Ok(Some(reading))
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
    let inside = &units[argument.start..argument.end];
    let fits = match row.reason {
        Reason::AgentNotFound => !inside.is_empty(),
        Reason::Timeout => is_number(inside),
        Reason::Failure => inside.is_empty(),
    };
    fits.then_some(Match { action, argument })
}

/// Adds what the reason of a notice tells: the headline's argument and lines
/// from `start` on.
fn fill<U: Unit>(reading: &mut Reading, units: &[U], argument: Span, start: usize) {
    let Reading { message, faults } = reading;
    let Message {
        target,
        details: Details::Notice(notice),
        ..
    } = message
    else {
        return;
    };
    match notice.reason {
        Reason::AgentNotFound => {
            *target = Some(Piece::Slice(argument));
            notice.available = text::lines(units, start)
                .filter_map(|line| read_item(units, line.span))
                .map(Piece::Slice)
                .collect();
        }
        Reason::Timeout => notice.timeout_seconds = read_number(&units[argument.start..argument.end]),
        Reason::Failure => {
            let field = text::lines(units, start).find_map(|line| read_field(units, line, "错误"));
            if let Some(field) = field {
                if let Some(colon) = field.fullwidth_colon {
                    faults.add(Code::FullwidthColon, colon);
                }
                notice.error = (!field.value.is_empty()).then_some(Piece::Slice(field.value));
            }
        }
    }
}

/// The value of a line that is an item of a list.
fn read_item<U: Unit>(units: &[U], line: Span) -> Option<Span> {
    let line = text::trim_spaces(units, line);
    let len = U::match_prefix(&units[line.start..line.end], "- ")?;
    let value = text::trim(units, Span::new(line.start + len, line.end));
    (!value.is_empty()).then_some(value)
}
