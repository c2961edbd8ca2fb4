//! The attributes of the type tag (spec, section 2.3). The only user of
//! quick-xml, which finds names and values; where it is laxer than the rules,
//! the rules are checked here.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::attributes::Attributes;

use super::frame::{TypeTag, is_name_unit};
use crate::diagnostic::{Code, Faults};
use crate::piece::{Part, Piece};
use crate::text::{self, Span, Unit};
use crate::unicode;

/// The longest tag whose attributes are read, from `<` to `>`, in UTF-8 bytes.
const MAX_TAG_BYTES: usize = 4096;

/// The most attributes that are kept.
const MAX_ATTRIBUTES: usize = 32;

/// An attribute: its name and its value.
#[derive(Clone)]
pub struct Attribute {
    pub name: Span,
    pub value: Piece,
}

/// The attributes of a tag, in order; every fault goes to `faults`.
pub fn read_attributes<U: Unit>(units: &[U], tag: &TypeTag, faults: &mut Faults) -> Vec<Attribute> {
    let rest = text::trim(units, tag.rest);
    if rest.is_empty() {
        return Vec::new();
    }
    if U::utf8_len(&units[tag.span.start..tag.span.end]) > MAX_TAG_BYTES {
        faults.add(Code::BadAttribute, tag.span);
        return Vec::new();
    }
    if rest.start == tag.rest.start {
        faults.add(Code::BadAttribute, rest);
        return Vec::new();
    }
    let mut attributes = scan_attributes(units, Span::new(tag.rest.start, rest.end), faults);
    drop_duplicates(units, &mut attributes, faults);
    if let Some(first) = attributes.get(MAX_ATTRIBUTES) {
        faults.add(Code::BadAttribute, Span::new(first.name.start, rest.end));
        attributes.truncate(MAX_ATTRIBUTES);
    }
    attributes
}

/// The attributes up to the first fault after which nothing can be read.
fn scan_attributes<U: Unit>(units: &[U], span: Span, faults: &mut Faults) -> Vec<Attribute> {
    let source = &units[span.start..span.end];
    let utf8 = U::to_utf8(source);
    let mut places = Places::new(source, span.start);
    let mut place = |piece: &str| {
        let start = piece.as_ptr() as usize - utf8.as_ptr() as usize;
        Span::new(places.at(start), places.at(start + piece.len()))
    };
    let mut attributes = Vec::new();
    let mut read_to = span.start;
    for found in Attributes::new(&utf8, 0).with_checks(false) {
        let Some((name, value)) = found.ok().and_then(|attribute| match attribute.value {
            Cow::Borrowed(value) => Some((place(attribute.key.0), place(value))),
            Cow::Owned(_) => None,
        }) else {
            faults.add(Code::BadAttribute, text::trim(units, Span::new(read_to, span.end)));
            break;
        };
        let spaced = name.start > read_to;
        if !spaced || !units[name.start..name.end].iter().all(|&unit| is_name_unit(unit)) {
            faults.add(Code::BadAttribute, Span::new(name.start, span.end));
            break;
        }
        read_to = value.end + 1;
        let value = resolve_references(units, value).unwrap_or_else(|reference| {
            faults.add(Code::BadAttribute, reference);
            Piece::Slice(value)
        });
        attributes.push(Attribute { name, value });
    }
    attributes
}

/// Turns byte offsets into UTF-8 into offsets into the units; they must grow.
struct Places<'a, U> {
    units: &'a [U],
    start: usize,
    bytes: usize,
    at: usize,
}

impl<'a, U: Unit> Places<'a, U> {
    fn new(units: &'a [U], start: usize) -> Self {
        Places {
            units,
            start,
            bytes: 0,
            at: 0,
        }
    }

    fn at(&mut self, byte: usize) -> usize {
        while self.bytes < byte {
            let rest = &self.units[self.at..];
            let Some((_, len)) = U::decode(rest) else { break };
            self.bytes += U::utf8_len(&rest[..len]);
            self.at += len;
        }
        self.start + self.at
    }
}

/// A name that stands twice counts for nothing. At most some 800 attributes
/// fit into a tag, so that comparing each with each is bounded.
fn drop_duplicates<U: Unit>(units: &[U], attributes: &mut Vec<Attribute>, faults: &mut Faults) {
    let name = |attribute: &Attribute| &units[attribute.name.start..attribute.name.end];
    let all = attributes.clone();
    let stands = |other: &Attribute| all.iter().filter(|one| name(one) == name(other)).count();
    attributes.retain(|attribute| stands(attribute) == 1);
    if attributes.len() == all.len() {
        return;
    }
    for (at, attribute) in all.iter().enumerate() {
        let before = all[..at].iter().filter(|one| name(one) == name(attribute)).count();
        if before == 1 {
            faults.add(Code::BadAttribute, attribute.name);
        }
    }
}

/// A value with its references resolved, or the place of the first that is
/// unknown. An `&` that no `;` follows before the next `&` stays.
fn resolve_references<U: Unit>(units: &[U], value: Span) -> Result<Piece, Span> {
    let ampersand = U::ascii(b'&');
    let end_of_reference = |from: usize| {
        let stop = units[from..value.end]
            .iter()
            .position(|&unit| unit == ampersand || unit == U::ascii(b';'))?;
        (units[from + stop] != ampersand).then_some(from + stop)
    };
    let mut parts = Vec::new();
    let mut read_to = value.start;
    let mut at = value.start;
    while at < value.end {
        let reference = (units[at] == ampersand).then(|| end_of_reference(at + 1)).flatten();
        if let Some(end) = reference {
            let c = resolve_reference(&units[at + 1..end]).ok_or(Span::new(at, end + 1))?;
            parts.push(Part::Slice(Span::new(read_to, at)));
            parts.push(Part::Char(c));
            read_to = end + 1;
            at = end;
        }
        at += 1;
    }
    if parts.is_empty() {
        return Ok(Piece::Slice(value));
    }
    parts.push(Part::Slice(Span::new(read_to, value.end)));
    Ok(Piece::Joined(parts))
}

/// The character that a reference stands for, `name` being what is between `&` and `;`.
fn resolve_reference<U: Unit>(name: &[U]) -> Option<char> {
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
