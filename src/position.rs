//! Lines and columns.

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
    let before = &text.as_bytes()[..offset.min(text.len())];
    let feeds = before.iter().filter(|&&byte| byte == b'\n').count();
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    Position {
        line: feeds + 1,
        column: before.len() - line_start + 1,
    }
}
