//! The few classes of code points that the rules name, and what a name looks like.

mod confusable;
mod invisible;
#[rustfmt::skip]
mod tables;
mod width;

pub use confusable::is_like_leader;
pub use invisible::{each_invisible, to_visible};
pub use width::Cells;

/// Inclusive, in order.
type Ranges = [(u32, u32)];

// many ask, few often: once is enough in the module for WebAssembly
#[inline(never)]
fn holds(ranges: &Ranges, code: u32) -> bool {
    let range = ranges.iter().find(|&&(_, last)| code <= last);
    range.is_some_and(|&(first, _)| first <= code)
}

/// A code point with White_Space, or U+FEFF.
pub fn is_space(code: u32) -> bool {
    holds(tables::SPACES, code)
}

/// A control character, U+2028 or U+2029.
pub fn is_control(code: u32) -> bool {
    holds(tables::CONTROLS, code)
}

pub fn is_direction_control(code: u32) -> bool {
    holds(tables::DIRECTION_CONTROLS, code)
}

/// What a character does to the direction of the text behind it (UAX #9).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// An embedding or an override.
    Override,
    EndOverride,
    Isolate,
    EndIsolate,
}

pub fn direction(code: u32) -> Option<Direction> {
    match code {
        0x202A | 0x202B | 0x202D | 0x202E => Some(Direction::Override),
        0x202C => Some(Direction::EndOverride),
        0x2066..=0x2068 => Some(Direction::Isolate),
        0x2069 => Some(Direction::EndIsolate),
        _ => None,
    }
}

/// Whether a direction ends here (Bidi_Class=B).
pub fn ends_paragraph(code: u32) -> bool {
    matches!(code, 0x0A | 0x0D | 0x1C..=0x1E | 0x85 | 0x2029)
}

pub fn is_default_ignorable(code: u32) -> bool {
    // Han is where it is asked most
    !holds(tables::PLAIN, code) && holds(tables::DEFAULT_IGNORABLES, code)
}

/// Writes a code point out, with at least four digits: `⟨U+202E⟩`.
pub fn push_name(code: u32, push: &mut dyn FnMut(char)) {
    "⟨U+".chars().for_each(&mut *push);
    let digits = (32 - code.leading_zeros()).div_ceil(4).max(4);
    for place in (0..digits).rev() {
        let digit = char::from_digit(code >> (place * 4) & 0xF, 16).unwrap_or('0');
        push(digit.to_ascii_uppercase());
    }
    push('⟩');
}

/// Whether a code point may follow from an XML character reference.
pub fn is_xml_char(code: u32) -> bool {
    !(is_surrogate(code)
        || code < 0x20 && !matches!(code, 0x09 | 0x0A | 0x0D)
        || matches!(code, 0xFFFE | 0xFFFF))
        && code <= 0x10FFFF
}

fn is_surrogate(code: u32) -> bool {
    (0xD800..=0xDFFF).contains(&code)
}

/// The entries of a table of bytes: kinds and numbers.
fn entries(table: &[u8]) -> impl Iterator<Item = (u8, u32)> {
    let mut number = 0;
    table.iter().filter_map(move |&byte| {
        number = number << 4 | u32::from(byte & 0xF);
        match byte >> 4 {
            tables::DIGIT => None,
            kind => Some((kind, core::mem::take(&mut number))),
        }
    })
}
