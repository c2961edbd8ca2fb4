//! The few classes of code points that the rules name. Each range list is from
//! the Unicode Character Database, version 17.0, and holds both ends.

type Ranges = [(u32, u32)];

/// White_Space, and U+FEFF.
const SPACES: &Ranges = &[
    (0x09, 0x0D),
    (0x20, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

/// General category Cc, U+2028 and U+2029.
const CONTROLS: &Ranges = &[(0x00, 0x1F), (0x7F, 0x9F), (0x2028, 0x2029)];

/// Bidi_Control.
const DIRECTION_CONTROLS: &Ranges = &[
    (0x061C, 0x061C),
    (0x200E, 0x200F),
    (0x202A, 0x202E),
    (0x2066, 0x2069),
];

/// Default_Ignorable_Code_Point.
const DEFAULT_IGNORABLES: &Ranges = &[
    (0xAD, 0xAD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
];

fn holds(ranges: &Ranges, code: u32) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&code))
}

pub fn is_space(code: u32) -> bool {
    holds(SPACES, code)
}

pub fn is_control(code: u32) -> bool {
    holds(CONTROLS, code)
}

pub fn is_direction_control(code: u32) -> bool {
    holds(DIRECTION_CONTROLS, code)
}

pub fn is_default_ignorable(code: u32) -> bool {
    holds(DEFAULT_IGNORABLES, code)
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
