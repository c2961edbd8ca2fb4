//! The few classes of code points that the rules name, and what a name looks like.

mod confusable;
mod invisible;
#[rustfmt::skip]
mod tables;

pub use confusable::is_like_leader;
pub use invisible::each_invisible;

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

pub fn is_default_ignorable(code: u32) -> bool {
    // Han is where it is asked most
    !holds(tables::PLAIN, code) && holds(tables::DEFAULT_IGNORABLES, code)
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
