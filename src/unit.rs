//! Code units of either width: the grammar is written once, for UTF-8 bytes
//! natively and for UTF-16 code units in WebAssembly.

use std::borrow::Cow;

/// One code unit of a text.
pub trait Unit: Copy + Ord + 'static {
    /// The most units that one UTF-16 code unit of text takes.
    const PER_UTF16: usize;

    /// The unit of an ASCII character.
    fn ascii(byte: u8) -> Self;

    /// Whether it is a printable ASCII character or a space.
    fn is_printable_ascii(self) -> bool;

    /// The first code point and its length in units. A lone surrogate is a code point.
    fn decode(units: &[Self]) -> Option<(u32, usize)>;

    /// Writes a character as units.
    fn encode(c: char, out: &mut Vec<Self>);

    /// `units` as UTF-8, U+FFFD for a lone surrogate.
    fn to_utf8(units: &[Self]) -> Cow<'_, str>;

    /// The length of `units` in UTF-16 code units.
    fn utf16_len(units: &[Self]) -> usize;

    /// The length of `units` in UTF-8 bytes; a lone surrogate counts 3.
    fn utf8_len(units: &[Self]) -> usize;

    /// The length of `literal` in units if `units` begin with it.
    fn match_prefix(units: &[Self], literal: &str) -> Option<usize>;
}

impl Unit for u8 {
    const PER_UTF16: usize = 3;

    fn ascii(byte: u8) -> u8 {
        byte
    }

    fn is_printable_ascii(self) -> bool {
        (0x20..0x7F).contains(&self)
    }

    fn decode(units: &[u8]) -> Option<(u32, usize)> {
        let first = *units.first()?;
        let (bits, len) = match first {
            0..0xC0 => return Some((u32::from(first), 1)),
            0xC0..0xE0 => (first & 0x1F, 2),
            0xE0..0xF0 => (first & 0x0F, 3),
            _ => (first & 0x07, 4),
        };
        let tail = units.get(1..len)?;
        let code = tail
            .iter()
            .fold(u32::from(bits), |code, b| code << 6 | u32::from(b & 0x3F));
        Some((code, len))
    }

    fn encode(c: char, out: &mut Vec<u8>) {
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn to_utf8(units: &[u8]) -> Cow<'_, str> {
        String::from_utf8_lossy(units)
    }

    fn utf16_len(units: &[u8]) -> usize {
        units
            .iter()
            .map(|&b| usize::from(b & 0xC0 != 0x80) + usize::from(b >= 0xF0))
            .sum()
    }

    fn utf8_len(units: &[u8]) -> usize {
        units.len()
    }

    fn match_prefix(units: &[u8], literal: &str) -> Option<usize> {
        units.starts_with(literal.as_bytes()).then_some(literal.len())
    }
}

impl Unit for u16 {
    const PER_UTF16: usize = 1;

    fn ascii(byte: u8) -> u16 {
        u16::from(byte)
    }

    fn is_printable_ascii(self) -> bool {
        (0x20..0x7F).contains(&self)
    }

    fn decode(units: &[u16]) -> Option<(u32, usize)> {
        let first = u32::from(*units.first()?);
        match (first, units.get(1)) {
            (0xD800..0xDC00, Some(&low @ 0xDC00..0xE000)) => {
                Some((0x10000 + ((first - 0xD800) << 10) + (u32::from(low) - 0xDC00), 2))
            }
            _ => Some((first, 1)),
        }
    }

    fn encode(c: char, out: &mut Vec<u16>) {
        out.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }

    fn to_utf8(units: &[u16]) -> Cow<'_, str> {
        Cow::Owned(String::from_utf16_lossy(units))
    }

    fn utf16_len(units: &[u16]) -> usize {
        units.len()
    }

    fn utf8_len(units: &[u16]) -> usize {
        code_points(units)
            .map(|(_, code)| match code {
                0..0x80 => 1,
                0x80..0x800 => 2,
                0x800..0x10000 => 3,
                _ => 4,
            })
            .sum()
    }

    fn match_prefix(units: &[u16], literal: &str) -> Option<usize> {
        let mut at = 0;
        for unit in literal.encode_utf16() {
            if units.get(at) != Some(&unit) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }
}

/// The code points of `units` with their offsets.
pub fn code_points<U: Unit>(units: &[U]) -> impl Iterator<Item = (usize, u32)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let (code, len) = U::decode(units.get(at..)?)?;
        let start = at;
        at += len;
        Some((start, code))
    })
}
