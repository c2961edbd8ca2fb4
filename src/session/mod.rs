//! Protocol 2: what agents send each other through session tools, in plain lines.

mod control;
mod field;
mod notice;
mod request;

use crate::parse::Reading;
use crate::text::{NeedMore, Text, Unit};

pub(crate) fn openings() -> impl Iterator<Item = &'static str> {
    control::openings()
        .chain([request::HEADING])
        .chain(notice::EMOJI)
}

/// Reads the session message that would begin at `start`.
pub(crate) fn parse<U: Unit>(text: &Text<U>, start: usize) -> Result<Option<Reading>, NeedMore> {
    if let Some(reading) = control::parse(text, start)? {
        return Ok(Some(reading));
    }
    if let Some(reading) = request::parse(text, start)? {
        return Ok(Some(reading));
    }
    notice::parse(text, start)
}
