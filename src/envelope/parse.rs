//! A frame as a message (spec, sections 2 and 4).

use super::closing::{Ending, Opening, find_ending};
use super::frame::{Header, NameTag, TypeTag, read_header, read_id_line, read_name_tag, read_type_tag};
use super::tag::{Attribute, read_attributes};
use crate::diagnostic::{Code, Faults};
use crate::labels::Kind;
use crate::message::{Details, Envelope, Message};
use crate::parse::Stop;
use crate::piece::Piece;
use crate::text::{self, Span, Text, Unit};
use crate::unicode;

/// A frame up to its content: the message, whose content is not known yet, and
/// where that begins.
pub(crate) struct Head {
    pub message: Message<Piece>,
    pub role: Span,
    pub type_tag: TypeTag,
    content: usize,
    one_line: bool,
    /// Whether a tag of the head shares its line.
    shares_line: bool,
    pub crlf: bool,
}

impl Head {
    /// What the head tells about the frame's end.
    pub fn opening<'a, U: Unit>(&self, units: &'a [U]) -> Opening<'a, U> {
        Opening {
            role: self.role.of(units),
            tag: self.type_tag.name.of(units),
            content: self.content,
            one_line: self.one_line,
            crlf: self.crlf,
        }
    }
}

/// Reads the frame whose header would begin at `start`.
pub(crate) fn parse<U: Unit>(
    text: &Text<U>,
    start: usize,
    faults: &mut Faults,
) -> Result<Message<Piece>, Stop> {
    let head = read_head(text, start, faults)?;
    let (content, complete) = read_content(text, &head, faults)?;
    Ok(Message {
        content: Piece::Slice(content),
        complete,
        ..head.message
    })
}

/// Reads the head of the frame whose header would begin at `start`.
pub(crate) fn read_head<U: Unit>(text: &Text<U>, start: usize, faults: &mut Faults) -> Result<Head, Stop> {
    let header = read_header(text, start)?.ok_or(Stop::Plain(None))?;
    let below = text.skip_blank_lines(header.line.next)?;
    let id_line = match below {
        Some(start) => read_id_line(text, start, faults)?,
        None => None,
    };
    let (id, tags) = match &id_line {
        Some(line) => (line.id, text.skip_blank_lines(line.line.next)?),
        None => {
            let end = header.line.span.end;
            faults.add(Code::MissingId, Span::new(end, end));
            (None, below)
        }
    };
    if let Some(id) = id.filter(|id| is_unusual(id.of(text.head))) {
        faults.add(Code::UnusualId, id);
    }
    read_tags(text, &header, id, tags.unwrap_or(text.len), faults).map_err(|stop| match stop {
        // without an id line it was never more than a text that looks like a header
        Stop::Plain(_) if id_line.is_none() => Stop::Plain(None),
        stop => stop,
    })
}

fn is_unusual<U: Unit>(id: &[U]) -> bool {
    if text::is_printable_ascii(id) {
        return id.contains(&U::ascii(b' '));
    }
    text::code_points(id).any(|(_, code)| {
        unicode::is_space(code) || unicode::is_control(code) || unicode::is_default_ignorable(code)
    })
}

/// Reads the head from the name tag on, whose line begins at `start`.
fn read_tags<U: Unit>(
    text: &Text<U>,
    header: &Header,
    id: Option<Span>,
    start: usize,
    faults: &mut Faults,
) -> Result<Head, Stop> {
    let name_tag = read_name_tag(text, header, start, faults)?;
    let type_start = match name_tag.line_end {
        None => name_tag.end,
        Some(line) => text.skip_blank_lines(line.next)?.unwrap_or(text.len),
    };
    let type_tag = read_type_tag(text, type_start)?;
    let attributes = read_attributes(text.head, &type_tag, faults);
    let known = KnownAttributes::pick(text.head, &attributes, faults);
    let (target, action) = split_header(text.head, header, &name_tag, known.target.as_ref())?;
    let kind = settle_kind(text.head, action, &type_tag, known.subtype.as_ref(), faults);
    let one_line = type_tag.line_end.is_none();
    let content = type_tag.line_end.map_or(type_tag.span.end, |line| line.next);
    let message = Message {
        kind,
        claimed_role: Some(Piece::Slice(name_tag.role)),
        action: Some(Piece::Slice(action)),
        id: id.map(Piece::Slice),
        target: target.map(Piece::Slice).or(known.target),
        details: Details::Envelope(Envelope {
            tag: Piece::Slice(type_tag.name),
            subtype: known.subtype,
            question_id: known.question_id,
            attributes: attributes
                .into_iter()
                .map(|attribute| (Piece::Slice(attribute.name), attribute.value))
                .collect(),
        }),
        ..Message::plain(Piece::Slice(Span::new(content, content)))
    };
    Ok(Head {
        message,
        role: name_tag.role,
        content,
        one_line,
        shares_line: name_tag.line_end.is_none() || one_line,
        crlf: type_tag.line_end.unwrap_or(header.line).crlf,
        type_tag,
    })
}

/// The attributes that the protocol knows.
struct KnownAttributes {
    target: Option<Piece>,
    subtype: Option<Piece>,
    question_id: Option<Piece>,
}

impl KnownAttributes {
    fn pick<U: Unit>(units: &[U], attributes: &[Attribute], faults: &mut Faults) -> Self {
        let find = |name: &str| {
            attributes
                .iter()
                .find(|attribute| text::equals(attribute.name.of(units), name))
        };
        let value = |name: &str| find(name).map(|attribute| attribute.value);
        if let Some(id) = find("id") {
            faults.add(Code::IdInAttribute, id.name);
        }
        let target = find("target").filter(|target| {
            let fits = text::is_role(&target.value.units(units));
            if !fits {
                faults.add(Code::BadAttribute, target.name);
            }
            fits
        });
        KnownAttributes {
            target: target.map(|target| target.value),
            subtype: value("subtype"),
            question_id: value("question_id"),
        }
    }
}

/// The receiver that the header names, if it names one, and the action.
fn split_header<U: Unit>(
    units: &[U],
    header: &Header,
    name_tag: &NameTag,
    target: Option<&Piece>,
) -> Result<(Option<Span>, Span), Stop> {
    let end = header.rest.end;
    let rest = &units[name_tag.role.end..end];
    let words = header.words;
    if let Some(len) = U::match_prefix(rest, words.separator) {
        return Ok((None, Span::new(name_tag.role.end + len, end)));
    }
    let mismatch = || Stop::Plain(Some((Code::NameMismatch, header.line.span)));
    let receiver = U::match_prefix(rest, words.receiver).ok_or_else(mismatch)?;
    let start = name_tag.role.end + receiver;
    let (at, separator) = find_split(
        &units[start..end],
        words.separator,
        target.map(|target| target.units(units)).as_deref(),
    )
    .ok_or_else(mismatch)?;
    let target = Span::new(start, start + at);
    let action = Span::new(target.end + separator, end);
    if action.is_empty() || !text::is_role(target.of(units)) {
        return Err(mismatch());
    }
    Ok((Some(target), action))
}

/// Where receiver and action part: behind the tag's target if that fits, else
/// at the last separator that a known action follows, else at the first.
fn find_split<U: Unit>(rest: &[U], separator: &str, target: Option<&[U]>) -> Option<(usize, usize)> {
    let separator_at = |at: usize| Some((at, U::match_prefix(&rest[at..], separator)?));
    let by_target = target
        .filter(|target| rest.starts_with(target))
        .and_then(|target| separator_at(target.len()));
    let known = |&(at, len): &(usize, usize)| look_up_action(rest, Span::new(at + len, rest.len())).is_some();
    by_target
        .or_else(|| (0..rest.len()).rev().filter_map(separator_at).find(known))
        .or_else(|| (0..rest.len()).find_map(separator_at))
}

/// The kind of an action; spaces at its ends do not count.
fn look_up_action<U: Unit>(units: &[U], action: Span) -> Option<Kind> {
    let label = text::trim_spaces(units, action);
    Kind::of_action(label.of(units))
}

/// The kind: from the action, else from the subtype, else from the tag.
fn settle_kind<U: Unit>(
    units: &[U],
    action: Span,
    tag: &TypeTag,
    subtype: Option<&Piece>,
    faults: &mut Faults,
) -> Kind {
    let by_action = look_up_action(units, action);
    if by_action.is_none() {
        faults.add(Code::UnknownAction, action);
    }
    let by_tag = Kind::of_tag(tag.name.of(units));
    if by_tag.is_none() {
        faults.add(Code::UnknownTag, tag.name);
    }
    let kind = by_action
        .or_else(|| Kind::of_subtype(&subtype?.units(units)))
        .or(by_tag)
        .unwrap_or(Kind::Other);
    if by_tag.is_some_and(|by_tag| by_tag.tag() != kind.tag()) {
        faults.add(Code::TagMismatch, tag.name);
    }
    kind
}

/// The content, and whether the frame was closed behind it.
fn read_content<U: Unit>(text: &Text<U>, head: &Head, faults: &mut Faults) -> Result<(Span, bool), Stop> {
    let opening = head.opening(text.head);
    let (content_end, complete, shares_line) = match find_ending(text, &opening)? {
        Ending::Closed {
            content_end,
            shares_line,
        } => (content_end, true, shares_line),
        Ending::Unclosed { content_end } => {
            faults.add(Code::Unclosed, Span::new(content_end, text.len));
            (content_end, false, None)
        }
        Ending::Trailing { pair_end } => {
            let trailing = text::trim(text.all()?, Span::new(pair_end, text.len));
            faults.add(Code::TrailingText, trailing);
            (text.len, false, None)
        }
    };
    let shared = head.shares_line.then_some(head.type_tag.span).or(shares_line);
    if let Some(tag) = shared {
        faults.add(Code::OneLineFrame, tag);
    }
    Ok((Span::new(opening.content, content_end), complete))
}
