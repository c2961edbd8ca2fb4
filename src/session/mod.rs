//! Protocol 2: what agents send each other through session tools, in plain lines.

mod control;
mod field;
mod notice;
mod request;

use crate::diagnostic::Faults;
use crate::message::Message;
use crate::piece::Piece;
use crate::text::{NeedMore, Text, Unit};

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
