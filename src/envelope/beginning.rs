//! Where a frame begins inside a larger text.

use super::frame::{read_header, read_id_line, read_name_tag, read_type_tag};
use crate::diagnostic::Faults;
use crate::text::{Span, Text, Unit};

/// The head of a frame: a header, its id line and a name tag that agrees.
pub struct Beginning {
    pub header: Span,
    pub role: Span,
    /// The name of the type tag; `None` where there is none.
    pub tag: Option<Span>,
    /// Behind the last tag.
    pub end: usize,
}

/// The head of a frame, if one begins at `start`.
pub fn read_beginning<U: Unit>(text: &Text<U>, start: usize) -> Option<Beginning> {
    let begin = text.ahead(start, super::LONGEST_PREFIX).ok()?;
    super::openings().find(|prefix| U::match_prefix(begin, prefix).is_some())?;
    // whatever is wrong inside is told when the message is read
    let faults = &mut Faults::default();
    let header = read_header(text, start).ok()??;
    let id_line = read_id_line(text, text.skip_blank_lines(header.line.next).ok()??, faults).ok()??;
    let name_line = text.skip_blank_lines(id_line.line.next).ok()??;
    let name_tag = read_name_tag(text, &header, name_line, faults).ok()?;
    let type_start = match name_tag.line_end {
        None => Some(name_tag.end),
        Some(line) => text.skip_blank_lines(line.next).ok()?,
    };
    let type_tag = type_start.and_then(|start| read_type_tag(text, start).ok());
    Some(Beginning {
        header: header.line.span,
        role: name_tag.role,
        end: type_tag.as_ref().map_or(name_tag.end, |tag| tag.span.end),
        tag: type_tag.map(|tag| tag.name),
    })
}
