//! References in attribute values: `&amp;`, `&#65;`, `&#x41;` (spec, section 2.3).

use quick_xml::escape::resolve_xml_entity;

use crate::text::{Span, Unit};
use crate::unicode;

/// A reference and the character that it stands for, `None` where it is unknown.
pub struct Reference {
    /// From `&` to behind `;`.
    pub span: Span,
    pub character: Option<char>,
}

/// The references of a value. An `&` that no `;` follows before the next `&` or
/// the end is none.
pub fn references<U: Unit>(value: &[U]) -> impl Iterator<Item = Reference> {
    let is = |at: usize, byte: u8| value[at] == U::ascii(byte);
    let mut start = None;
    (0..value.len()).filter_map(move |at| {
        if is(at, b'&') {
            start = Some(at);
        }
        let span = Span::new(start.take_if(|_| is(at, b';'))?, at + 1);
        Some(Reference {
            span,
            character: resolve_name(&value[span.start + 1..at]),
        })
    })
}

/// The value with its references resolved; unknown ones stay.
pub fn resolve<U: Unit>(value: &[U]) -> Vec<U> {
    let mut resolved = Vec::new();
    let mut read_to = 0;
    for reference in references(value) {
        if let Some(character) = reference.character {
            resolved.extend_from_slice(&value[read_to..reference.span.start]);
            U::encode(character, &mut resolved);
            read_to = reference.span.end;
        }
    }
    resolved.extend_from_slice(&value[read_to..]);
    resolved
}

/// The character that a reference stands for, `name` being what is between `&` and `;`.
fn resolve_name<U: Unit>(name: &[U]) -> Option<char> {
    let name = U::to_utf8(name);
    let Some(number) = name.strip_prefix('#') else {
        return resolve_xml_entity(&name)?.chars().next();
    };
    let (digits, radix) = match number.strip_prefix('x') {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if digits.is_empty() {
        return None;
    }
    let code = digits.chars().try_fold(0u32, |code, digit| {
        code.checked_mul(radix)?.checked_add(digit.to_digit(radix)?)
    })?;
    char::from_u32(code).filter(|_| unicode::is_xml_char(code))
}
