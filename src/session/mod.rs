//! Protocol 2: what agents send each other through session tools, in plain lines.

mod call;
mod control;
mod field;
mod format;
mod notice;
mod request;

use crate::diagnostic::Faults;
use crate::message::Message;
use crate::piece::Piece;
use crate::text::{self, NeedMore, Span, Text, Unit};

pub use call::Tool;
pub(crate) use call::{Given, contradicts, fault, fields, is_failure};
pub(crate) use format::write;

pub(crate) fn openings() -> impl Iterator<Item = &'static str> {
    control::openings().chain([request::HEADING]).chain(notice::EMOJI)
}

/// Reads the session message that would begin at `start`.
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
pub(crate) fn parse<U: Unit>(
    text: &Text<U>,
    start: usize,
    faults: &mut Faults,
) -> Result<Option<Message<Piece>>, NeedMore> {
    if let Some(directive) = control::parse(text, start)? {
        return Ok(Some(directive));
    }
    if let Some(request) = request::parse(text, start, faults)? {
        return Ok(Some(request));
    }
    notice::parse(text, start, faults)
}

/// Whether a session message begins with this line: a request's heading or the
/// headline of a notice.
pub(crate) fn is_beginning<U: Unit>(units: &[U], line: Span) -> bool {
    let heading = text::trim(units, line);
    text::equals(heading.of(units), request::HEADING) || notice::is_headline(units, line)
}

/// The directive that the span is, white space aside.
pub(crate) fn find_directive<U: Unit>(units: &[U], span: Span) -> Option<Span> {
    let word = text::trim(units, span);
    control::openings()
        .any(|directive| text::equals(word.of(units), directive))
        .then_some(word)
}
