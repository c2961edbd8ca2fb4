//! The attributes of the type tag (spec, section 2.3). The only user of
//! quick-xml, which finds names and values; where it is laxer than the rules,
//! the rules are checked here.

use std::borrow::Cow;

use quick_xml::events::attributes::Attributes;

use super::frame::{TypeTag, is_name_unit};
use crate::diagnostic::{Code, Faults};
use crate::piece::Piece;
use crate::reference::references;
use crate::text::{self, Span, Unit};

/// The longest tag whose attributes are read, from `<` to `>`, in UTF-8 bytes.
const MAX_TAG_BYTES: usize = 4096;

/// The most attributes that are kept.
const MAX_ATTRIBUTES: usize = 32;

/// An attribute: its name and its value.
#[derive(Clone, Copy)]
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
    if U::utf8_len(tag.span.of(units)) > MAX_TAG_BYTES {
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
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
fn scan_attributes<U: Unit>(units: &[U], span: Span, faults: &mut Faults) -> Vec<Attribute> {
    let source = span.of(units);
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
            faults.add(
                Code::BadAttribute,
                text::trim(units, Span::new(read_to, span.end)),
            );
            break;
        };
        let spaced = name.start > read_to;
        if !spaced || !name.of(units).iter().all(|&unit| is_name_unit(unit)) {
            faults.add(Code::BadAttribute, Span::new(name.start, span.end));
            break;
        }
        read_to = value.end + 1;
        let value = read_value(units, value, faults);
        attributes.push(Attribute { name, value });
    }
    attributes
}

/// A value whose references are known; any other stays as it is written.
fn read_value<U: Unit>(units: &[U], value: Span, faults: &mut Faults) -> Piece {
    let mut piece = Piece::Slice(value);
    for reference in references(value.of(units)) {
        if reference.character.is_none() {
            let Span { start, end } = reference.span;
            faults.add(
                Code::BadAttribute,
                Span::new(value.start + start, value.start + end),
            );
            return Piece::Slice(value);
        }
        piece = Piece::Resolved(value);
    }
    piece
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

/// A name that stands twice counts for nothing. Each is held against each, which
/// keys make cheap: at most some 800 attributes fit into a tag.
fn drop_duplicates<U: Unit>(units: &[U], attributes: &mut Vec<Attribute>, faults: &mut Faults) {
    let keys: Vec<u32> = attributes
        .iter()
        .map(|attribute| key(attribute.name.of(units)))
        .collect();
    let mut dropped = vec![false; attributes.len()];
    for (at, attribute) in attributes.iter().enumerate() {
        let name = attribute.name.of(units);
        let first =
            (0..at).find(|&before| keys[before] == keys[at] && attributes[before].name.of(units) == name);
        if let Some(first) = first {
            if !dropped[first] {
                faults.add(Code::BadAttribute, attribute.name);
            }
            dropped[first] = true;
            dropped[at] = true;
        }
    }
    let mut dropped = dropped.into_iter();
    attributes.retain(|_| dropped.next() == Some(false));
}

/// The same for equal names (FNV-1a).
fn key<U: Unit>(name: &[U]) -> u32 {
    text::code_points(name).fold(0x811C_9DC5, |key, (_, code)| {
        (key ^ code).wrapping_mul(0x0100_0193)
    })
}
