//! Lines and columns.

use crate::unit::Unit;

/// A place in a text as an editor counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// The line, from 1. A line ends with LF or CR LF.
    pub line: usize,
    /// The column, from 1, in bytes of UTF-8.
    pub column: usize,
}

/// The line and column of a byte offset. An offset beyond the text is its end.
///
/// ```
/// let place = agent_bubble::position("a\nbc", 3);
/// assert_eq!((place.line, place.column), (2, 2));
/// ```
pub fn position(text: &str, offset: usize) -> Position {
    position_in(text.as_bytes(), offset)
}

/// The same of code units; the column counts those.
pub(crate) fn position_in<U: Unit>(units: &[U], offset: usize) -> Position {
    let before = &units[..offset.min(units.len())];
    let feed = U::ascii(b'\n');
    let feeds = before.iter().filter(|&&unit| unit == feed).count();
    let line_start = before
        .iter()
        .rposition(|&unit| unit == feed)
        .map_or(0, |at| at + 1);
    Position {
        line: feeds + 1,
        column: before.len() - line_start + 1,
    }
}
