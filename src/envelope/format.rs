//! A frame around a content (spec, section 7).

use std::borrow::Cow;

use super::frame::{LANGUAGES, MAX_HEADER_UTF16, Words, is_name_unit};
use crate::format::{Draft, Out, Unwritable, Written, compare, read_back};
use crate::labels::Language;
use crate::message::{Details, Envelope};
use crate::piece::Piece;
use crate::text::{self, Span, Unit};
use crate::unicode;

/// The frame of a message; its content stays where it is.
pub(crate) fn write<U: Unit>(
    draft: &Draft<U>,
    envelope: &Envelope<Piece>,
    language: Option<Language>,
) -> Result<Written<U>, Unwritable> {
    let frame = Frame::new(draft, envelope, language)?;
    match frame.write(false) {
        // only the attribute tells a receiver such as `研究 的人` from its action
        Err(Unwritable {
            field: "target" | "action",
            ..
        }) if frame.target.is_some() => frame.write(true),
        written => written,
    }
}

/// What a frame is made of, each part valid by itself.
struct Frame<'a, U: Unit> {
    draft: &'a Draft<'a, U>,
    envelope: &'a Envelope<Piece>,
    words: &'static Words,
    role: &'a [U],
    action: Cow<'a, [U]>,
    id: &'a [U],
    target: Option<&'a [U]>,
    tag: &'a [U],
}

impl<'a, U: Unit> Frame<'a, U> {
    fn new(
        draft: &'a Draft<'a, U>,
        envelope: &'a Envelope<Piece>,
        language: Option<Language>,
    ) -> Result<Self, Unwritable> {
        let message = draft.message;
        let given = draft.optional(&message.action);
        let language = language.unwrap_or_else(|| language_of(given));
        let frame = Frame {
            draft,
            envelope,
            words: LANGUAGES
                .iter()
                .find(|words| words.language == language)
                .unwrap_or(&LANGUAGES[0]),
            role: draft.or_empty(&message.role),
            action: match (given, message.kind.action()) {
                (Some(action), _) => Cow::Borrowed(action),
                (None, Some(label)) => Cow::Owned(Out::of(label.in_language(language))),
                (None, None) => Cow::Borrowed(&[]),
            },
            id: draft.or_empty(&message.id),
            target: draft.optional(&message.target),
            tag: draft.slice(&envelope.tag),
        };
        frame.check()?;
        Ok(frame)
    }

    fn check(&self) -> Result<(), Unwritable> {
        Unwritable::check("role", self.role, text::role_fault(self.role))?;
        if let Some(target) = self.target {
            Unwritable::check("target", target, text::role_fault(target))?;
        }
        Unwritable::check("id", self.id, line_fault(self.id))?;
        Unwritable::check("action", &self.action, line_fault(&self.action))?;
        Unwritable::check("tag", self.tag, name_fault(self.tag))?;
        for (name, _) in &self.envelope.attributes {
            let name = self.draft.slice(name);
            Unwritable::check("attributes", name, name_fault(name))?;
        }
        Ok(())
    }

    fn write(&self, target_in_tag: bool) -> Result<Written<U>, Unwritable> {
        let mut before = Out::new();
        self.write_header(&mut before)?;
        before
            .text("\nid: ")
            .units(self.id)
            .text("\n\n<")
            .units(self.role);
        before.text(">\n<").units(self.tag);
        for (name, value) in &self.envelope.attributes {
            write_attribute(&mut before, self.draft.slice(name), self.draft.slice(value));
        }
        let known = [
            ("subtype", self.draft.optional(&self.envelope.subtype)),
            ("question_id", self.draft.optional(&self.envelope.question_id)),
            ("target", self.target.filter(|_| target_in_tag)),
        ];
        for (name, value) in known {
            if let Some(value) = value.filter(|_| !self.has_attribute(name)) {
                write_attribute(&mut before, &Out::of(name), value);
            }
        }
        before.text(">\n");
        let mut after = Out::new();
        after
            .text("\n</")
            .units(self.tag)
            .text(">\n</")
            .units(self.role)
            .text(">");
        let written = Written {
            before: before.0,
            after: after.0,
        };
        self.compare(&written)?;
        Ok(written)
    }

    fn write_header(&self, out: &mut Out<U>) -> Result<(), Unwritable> {
        out.text(self.words.prefix).units(self.role);
        if let Some(target) = self.target {
            out.text(self.words.receiver).units(target);
        }
        out.text(self.words.separator).units(&self.action);
        if U::utf16_len(&out.0) <= MAX_HEADER_UTF16 {
            return Ok(());
        }
        let mut longest = ("role", self.role);
        for part in [
            ("target", self.target.unwrap_or_default()),
            ("action", &self.action),
        ] {
            if part.1.len() > longest.1.len() {
                longest = part;
            }
        }
        Err(Unwritable::whole(longest.0, longest.1))
    }

    fn has_attribute(&self, name: &str) -> bool {
        let mut names = self
            .envelope
            .attributes
            .iter()
            .map(|(name, _)| self.draft.slice(name));
        names.any(|other| text::equals(other, name))
    }

    /// Refuses what would be read back as something else: the frame is read
    /// around an empty content, which no content can change.
    fn compare(&self, written: &Written<U>) -> Result<(), Unwritable> {
        let units = [&written.before[..], &written.after].concat();
        let read = read_back(&units);
        let Details::Envelope(envelope) = &read.details else {
            return Err(Unwritable::whole("target", self.target.unwrap_or(self.role)));
        };
        // a field that is absent follows the list of attributes
        let follows = |name: &str, field: Option<&[U]>| field.is_none() && self.has_attribute(name);
        let subtype = self.draft.optional(&self.envelope.subtype);
        let question_id = self.draft.optional(&self.envelope.question_id);
        let found =
            |name: &str, piece: &Option<Piece>, field: Option<&[U]>| piece.filter(|_| !follows(name, field));
        let target = found("target", &read.target, self.target);
        let found_subtype = found("subtype", &envelope.subtype, subtype);
        let found_question_id = found("question_id", &envelope.question_id, question_id);
        compare(
            &units,
            &[
                ("tag", Some(&envelope.tag), Some(self.tag)),
                ("target", target.as_ref(), self.target),
                ("action", read.action.as_ref(), Some(&self.action)),
                ("role", read.role.as_ref(), Some(self.role)),
                ("id", read.id.as_ref(), Some(self.id)),
                ("subtype", found_subtype.as_ref(), subtype),
                ("questionId", found_question_id.as_ref(), question_id),
            ],
        )?;
        for (at, (name, value)) in self.envelope.attributes.iter().enumerate() {
            let (found_name, found_value) = envelope
                .attributes
                .get(at)
                .ok_or(Unwritable::empty("attributes"))?;
            let (name, value) = (self.draft.slice(name), self.draft.slice(value));
            compare(
                &units,
                &[
                    ("attributes", Some(found_name), Some(name)),
                    ("attributes", Some(found_value), Some(value)),
                ],
            )?;
        }
        match read.kind == self.draft.message.kind {
            true => Ok(()),
            false if self.draft.message.action.is_some() => Err(Unwritable::whole("action", &self.action)),
            false => Err(Unwritable::empty("kind")),
        }
    }
}

/// The language of an action: English where it is written in ASCII.
fn language_of<U: Unit>(action: Option<&[U]>) -> Language {
    match action.is_some_and(text::is_printable_ascii) {
        true => Language::English,
        false => Language::Chinese,
    }
}

/// What keeps `units` from standing on a line of the head.
fn line_fault<U: Unit>(units: &[U]) -> Option<Span> {
    let empty = units.is_empty().then_some(Span::new(0, 0));
    empty.or_else(|| text::find_control(units))
}

/// What keeps `units` from naming a tag or an attribute.
fn name_fault<U: Unit>(units: &[U]) -> Option<Span> {
    let place = units.iter().position(|&unit| !is_name_unit(unit));
    let fault = place.map(|at| text::code_point_at(units, at));
    fault.or_else(|| line_fault(units).filter(|_| units.is_empty()))
}

/// The characters that are written by name.
const ENTITIES: [(u8, &str); 5] = [
    (b'&', "amp"),
    (b'<', "lt"),
    (b'>', "gt"),
    (b'"', "quot"),
    (b'\'', "apos"),
];

/// Control characters that no reference can name stay as they are: none of them
/// ends a line.
fn write_attribute<U: Unit>(out: &mut Out<U>, name: &[U], value: &[U]) {
    out.text(" ").units(name).text("=\"");
    for (at, code) in text::code_points(value) {
        let entity = ENTITIES.iter().find(|(byte, _)| value[at] == U::ascii(*byte));
        if let Some((_, name)) = entity {
            out.text("&").text(name).text(";");
        } else if unicode::is_control(code) && unicode::is_xml_char(code) {
            out.text("&#").number(code).text(";");
        } else {
            out.units(text::code_point_at(value, at).of(value));
        }
    }
    out.text("\"");
}
