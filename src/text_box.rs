//! A bubble as a box of text for a terminal or a log (spec, section 6).

use crate::bubble::Bubble;
use crate::format::Out;
use crate::text::{self, Unit};
use crate::unicode;

/// The width that the document's box has, in terminal cells.
pub(crate) const DEFAULT_WIDTH: usize = 40;

/// Two borders, two spaces and a wide character.
const MIN_WIDTH: usize = 6;

/// Beyond this a row is no row of any terminal.
const MAX_WIDTH: usize = 10_000;

/// The cells of a row that the borders and their spaces take.
const BORDERS: usize = 4;

/// The distance of tab stops, in cells.
const TAB: usize = 4;

/// What a row does not begin with where it can be helped.
const NOT_FIRST: &str = "，。、；：！？）】》」』”’…";

const ZERO_WIDTH_JOINER: u32 = 0x200D;
const EMOJI_STYLE: u32 = 0xFE0F;
const SPACE: u32 = 0x20;

/// A bubble as the document draws it, `width` terminal cells wide (6 to 10,000);
/// East Asian wide characters take two cells. Lines that are too long are wrapped
/// between words or, in one word, between characters. Tabs become spaces; control
/// characters, and in a role all that cannot be seen, are written out (`⟨U+001B⟩`).
///
/// ```
/// let message = agent_bubble::parse_message("来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>");
/// let bubble = agent_bubble::to_bubble(&message).unwrap();
/// assert_eq!(agent_bubble::format_bubble(&bubble, 16), "\
/// ┌──────────────┐
/// │ A_1 提问     │
/// │              │
/// │ 好了吗？     │
/// └──────────────┘");
/// ```
pub fn format_bubble<S: AsRef<str>>(bubble: &Bubble<S>, width: usize) -> String {
    let part = |part: &Option<S>| part.as_ref().map(|part| part.as_ref().as_bytes().to_vec());
    let bubble = Bubble {
        role: part(&bubble.role),
        action: part(&bubble.action),
        content: bubble.content.as_ref().as_bytes().to_vec(),
    };
    let mut drawn = Vec::new();
    draw(&bubble, width, &mut |row| drawn.extend_from_slice(row));
    String::from_utf8(drawn).unwrap_or_else(|error| unreachable!("characters stand in rows: {error}"))
}

/// Draws a box row by row.
pub(crate) fn draw<U: Unit>(bubble: &Bubble<Vec<U>>, width: usize, tell: &mut dyn FnMut(&[U])) {
    let width = width.clamp(MIN_WIDTH, MAX_WIDTH);
    let mut frame = Frame {
        inside: width - BORDERS,
        row: Out::new(),
        tell,
    };
    frame.rule("┌", "┐\n");
    if let Some(header) = header(bubble) {
        frame.line(&header);
        frame.row(&[], 0);
    }
    let content = &bubble.content[..];
    for line in text::lines(content, 0) {
        frame.line(line.span.of(content));
    }
    // behind a last line end stands an empty line
    if content.last().is_none_or(|&unit| unit == U::ascii(b'\n')) {
        frame.row(&[], 0);
    }
    frame.rule("└", "┘");
}

/// Role and action on one line.
fn header<U: Unit>(bubble: &Bubble<Vec<U>>) -> Option<Vec<U>> {
    let mut header = Out::new();
    if let Some(role) = &bubble.role {
        header.units(&unicode::to_visible(role));
    }
    if bubble.role.is_some() && bubble.action.is_some() {
        header.text(" ");
    }
    if let Some(action) = &bubble.action {
        header.units(action);
    }
    (bubble.role.is_some() || bubble.action.is_some()).then_some(header.0)
}

struct Frame<'a, U> {
    /// The cells between the borders and their spaces.
    inside: usize,
    row: Out<U>,
    tell: &'a mut dyn FnMut(&[U]),
}

impl<U: Unit> Frame<'_, U> {
    fn rule(&mut self, left: &str, right: &str) {
        self.row.text(left);
        for _ in 0..self.inside + BORDERS - 2 {
            self.row.text("─");
        }
        self.row.text(right);
        self.flush();
    }

    /// A text that takes so many cells.
    fn row(&mut self, text: &[U], cells: usize) {
        self.row.text("│ ").units(text);
        for _ in cells..self.inside {
            self.row.text(" ");
        }
        self.row.text(" │\n");
        self.flush();
    }

    fn flush(&mut self) {
        (self.tell)(&self.row.0);
        self.row.0.clear();
    }

    /// A line on as many rows as it needs; spaces that do not fit part them.
    fn line(&mut self, line: &[U]) {
        let line = to_harmless(line);
        let mut start = 0;
        let mut used = 0;
        // where the row can end: the offset, and the cells up to there
        let mut part: Option<(usize, usize)> = None;
        let mut before = (SPACE, 1);
        let mut has_word = false;
        let mut is_parted = false;
        for Cell { at, code, cells } in cells_of(&line) {
            if code == SPACE && (used == self.inside || is_parted && at == start) {
                if !is_parted || at > start {
                    self.row(&line[start..at], used);
                }
                (start, used, part, has_word, is_parted) = (at + 1, 0, None, false, true);
                continue;
            }
            if cells > 0 && has_word && can_part(before, (code, cells)) {
                part = Some((at, used));
            }
            while used + cells > self.inside && at > start {
                let (end, cells) = part.take().unwrap_or((at, used));
                self.row(&line[start..end], cells);
                start = end;
                used -= cells;
                is_parted = false;
            }
            if cells > 0 {
                before = (code, cells);
                has_word = used > 0 && has_word || code != SPACE;
            }
            used += cells;
        }
        if !is_parted || start < line.len() {
            self.row(&line[start..], used);
        }
    }
}

/// A code point and the cells that it adds.
struct Cell {
    at: usize,
    code: u32,
    cells: usize,
}

/// The code points of a line. What a joiner joins, and the tone of a skin, stand in
/// the cells before; the style of an emoji makes it wide.
fn cells_of<U: Unit>(line: &[U]) -> impl Iterator<Item = Cell> {
    let mut codes = text::code_points(line).peekable();
    let mut widths = unicode::Cells::new();
    let mut before = (SPACE, 1);
    core::iter::from_fn(move || {
        let (at, code) = codes.next()?;
        let is_tone = (0x1F3FB..=0x1F3FF).contains(&code) && before.1 == 2;
        let cells = match codes.peek() {
            _ if before.0 == ZERO_WIDTH_JOINER || is_tone => 0,
            Some(&(_, EMOJI_STYLE)) if code > 0x7F => 2,
            _ => widths.of(code),
        };
        before = (code, cells);
        Some(Cell { at, code, cells })
    })
}

/// A line without what would move the terminal's cursor or turn its text.
fn to_harmless<U: Unit>(line: &[U]) -> Vec<U> {
    let mut harmless = Out::new();
    let mut used = 0;
    for Cell { code, cells, .. } in cells_of(line) {
        let start = harmless.0.len();
        if code == u32::from(b'\t') {
            for _ in used % TAB..TAB {
                harmless.text(" ");
            }
        } else if unicode::is_control(code) || unicode::is_direction_control(code) {
            unicode::push_name(code, &mut |c| U::encode(c, &mut harmless.0));
        } else {
            match char::from_u32(code) {
                Some(c) => U::encode(c, &mut harmless.0),
                None => U::encode(char::REPLACEMENT_CHARACTER, &mut harmless.0),
            }
            used += cells;
            continue;
        }
        // both are ASCII but for two brackets of one cell
        used += U::utf16_len(&harmless.0[start..]);
    }
    harmless.0
}

/// Whether a row can end between two characters, each with its cells: behind a
/// space, and beside a wide one, though not in front of a closing mark.
fn can_part((before, cells_before): (u32, usize), (after, cells_after): (u32, usize)) -> bool {
    after != SPACE
        && !NOT_FIRST.chars().any(|c| c as u32 == after)
        && (before == SPACE || cells_before > 1 || cells_after > 1)
}
