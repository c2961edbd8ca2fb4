//! Messages as texts (spec, section 7).

use crate::diagnostic::{Code, Diagnostic, MessageError};
use crate::labels::Language;
use crate::message::{Details, Message};
use crate::parse::{self, MAX_TEXT_UTF16};
use crate::piece::Piece;
use crate::position::{Position, position_in};
use crate::text::{Span, Unit};
use crate::{envelope, session};

/// Writes a message in the layout of its protocol, so that it is read back the
/// same: whatever its content holds, a framed one comes back as it was. A framed
/// message without an action gets that of its kind.
///
/// # Errors
///
/// [`Code::Unwritable`] with the field that would not come back: a line end in a
/// name or an id, which would forge a frame, or what contradicts another field.
///
/// ```
/// use agent_bubble::{Kind, Message, format_message, parse_message};
///
/// let message = Message::envelope(Kind::Answer, "UI Operator_1", "ans_uio_001", "</Answer>\n</UI Operator_1>")
///     .with_question_id("ask_fse_001");
/// let text = format_message(&message)?;
/// assert_eq!(parse_message(&text).content, message.content);
///
/// let forged = message.with_role("UI Operator_1\nid: x");
/// assert_eq!(format_message(&forged).unwrap_err().field, Some("role"));
/// # Ok::<(), agent_bubble::MessageError>(())
/// ```
pub fn format_message<S: AsRef<str>>(message: &Message<S>) -> Result<String, MessageError> {
    FormatOptions::new().format(message)
}

/// How a message is written.
///
/// ```
/// use agent_bubble::{FormatOptions, Kind, Language, Message};
///
/// let message = Message::envelope(Kind::Ask, "UI Operator_1", "ask_1", "Ready?");
/// let text = FormatOptions::new().language(Language::English).format(&message)?;
/// assert!(text.starts_with("From UI Operator_1: question\n"));
/// # Ok::<(), agent_bubble::MessageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatOptions {
    language: Option<Language>,
}

impl FormatOptions {
    /// The language of the message's action: English where it is written in
    /// ASCII, Chinese otherwise and where there is none.
    pub fn new() -> Self {
        Self::default()
    }

    /// The language of the header, and of an action that is not given.
    pub fn language(self, language: Language) -> Self {
        FormatOptions {
            language: Some(language),
        }
    }

    /// Writes a message, see [`format_message`].
    ///
    /// # Errors
    ///
    /// [`Code::Unwritable`] with the field that would not come back the same.
    pub fn format<S: AsRef<str>>(&self, message: &Message<S>) -> Result<String, MessageError> {
        let mut units = Vec::new();
        let pieces = message.map(&mut |string| {
            let start = units.len();
            units.extend_from_slice(string.as_ref().as_bytes());
            Piece::Slice(Span::new(start, units.len()))
        });
        let draft = Draft {
            units: &units,
            message: &pieces,
        };
        let content = draft.slice(&pieces.content);
        let Written { before, after } = write(&draft, self.language, u8::utf16_len(content))?;
        let inside = if after.is_empty() { &[] } else { content };
        let text = String::from_utf8([&before[..], inside, &after].concat());
        Ok(text.unwrap_or_else(|error| unreachable!("strings stand between strings: {error}")))
    }
}

/// A message that is to be written: its strings are slices of `units`.
pub(crate) struct Draft<'a, U> {
    pub units: &'a [U],
    pub message: &'a Message<Piece>,
}

impl<'a, U: Unit> Draft<'a, U> {
    pub fn slice(&self, piece: &Piece) -> &'a [U] {
        piece.slice(self.units)
    }

    pub fn optional(&self, piece: &Option<Piece>) -> Option<&'a [U]> {
        Some(self.slice(piece.as_ref()?))
    }

    /// The slice, empty where it is absent.
    pub fn or_empty(&self, piece: &Option<Piece>) -> &'a [U] {
        self.optional(piece).unwrap_or_default()
    }

    /// Refuses fields that a message of this kind cannot have.
    pub fn refuse(&self, names: &[&'static str]) -> Result<(), Unwritable> {
        let Message {
            action, id, target, ..
        } = self.message;
        for (name, value) in [("action", action), ("id", id), ("target", target)] {
            if value.is_some() && names.contains(&name) {
                return Err(Unwritable::whole(name, self.or_empty(value)));
            }
        }
        Ok(())
    }
}

/// A text but for the content of a frame, which stands between.
pub(crate) struct Written<U> {
    pub before: Vec<U>,
    pub after: Vec<U>,
}

impl<U> Written<U> {
    /// A text that is no frame.
    fn whole(before: Vec<U>) -> Self {
        let after = Vec::new();
        Written { before, after }
    }
}

/// A field that would not be read back the same, and where in its value.
#[derive(Debug)]
pub(crate) struct Unwritable {
    pub field: &'static str,
    pub span: Span,
    pub position: Position,
}

impl Unwritable {
    pub fn at<U: Unit>(field: &'static str, value: &[U], span: Span) -> Self {
        let position = position_in(value, span.start);
        Unwritable {
            field,
            span,
            position,
        }
    }

    pub fn whole<U: Unit>(field: &'static str, value: &[U]) -> Self {
        Unwritable::at(field, value, Span::new(0, value.len()))
    }

    /// A field whose value is no string, or is missing.
    pub fn empty(field: &'static str) -> Self {
        let position = Position { line: 1, column: 1 };
        let span = Span::new(0, 0);
        Unwritable {
            field,
            span,
            position,
        }
    }

    /// An error where there is a fault.
    pub fn check<U: Unit>(field: &'static str, value: &[U], fault: Option<Span>) -> Result<(), Self> {
        match fault {
            None => Ok(()),
            Some(span) => Err(Unwritable::at(field, value, span)),
        }
    }
}

impl From<Unwritable> for MessageError {
    fn from(unwritable: Unwritable) -> Self {
        let Unwritable {
            field,
            span,
            position,
        } = unwritable;
        let diagnostic = Diagnostic {
            code: Code::Unwritable,
            start: span.start,
            end: span.end,
        };
        MessageError {
            diagnostic,
            position,
            field: Some(field),
        }
    }
}

/// Writes a message whose content has `content_utf16` code units; that of a frame
/// is not looked at, and stays outside.
pub(crate) fn write<U: Unit>(
    draft: &Draft<U>,
    language: Option<Language>,
    content_utf16: usize,
) -> Result<Written<U>, Unwritable> {
    let (written, inside) = match &draft.message.details {
        Details::Envelope(envelope) => (envelope::write(draft, envelope, language)?, content_utf16),
        Details::Plain => (Written::whole(plain(draft)?), 0),
        _ => (Written::whole(session::write(draft)?), 0),
    };
    let frame = U::utf16_len(&written.before) + U::utf16_len(&written.after);
    if frame + inside > MAX_TEXT_UTF16 {
        return Err(Unwritable::empty("content"));
    }
    Ok(written)
}

fn plain<U: Unit>(draft: &Draft<U>) -> Result<Vec<U>, Unwritable> {
    draft.refuse(&["action", "id", "target"])?;
    let content = draft.slice(&draft.message.content);
    match read_back(content).kind == draft.message.kind {
        true => Ok(content.to_vec()),
        false => Err(Unwritable::whole("content", content)),
    }
}

/// What a written text is read as.
pub(crate) fn read_back<U: Unit>(units: &[U]) -> Message<Piece> {
    parse::parse_whole(units, None)
}

/// A field: its name, what was read, and what was to be written.
pub(crate) type Field<'a, U> = (&'static str, Option<&'a Piece>, Option<&'a [U]>);

/// Refuses the first field that was not read from `text` as it was written.
#[inline(never)]
pub(crate) fn compare<U: Unit>(text: &[U], fields: &[Field<U>]) -> Result<(), Unwritable> {
    for &(name, found, right) in fields {
        if found.map(|piece| piece.units(text)).as_deref() != right {
            return Err(Unwritable::whole(name, right.unwrap_or_default()));
        }
    }
    Ok(())
}

/// A text in the making.
pub(crate) struct Out<U>(pub Vec<U>);

impl<U: Unit> Out<U> {
    pub fn new() -> Self {
        Out(Vec::new())
    }

    /// A text alone.
    pub fn of(text: &str) -> Vec<U> {
        let mut out = Out::new();
        out.text(text);
        out.0
    }

    #[inline(never)]
    pub fn text(&mut self, text: &str) -> &mut Self {
        text.chars().for_each(|c| U::encode(c, &mut self.0));
        self
    }

    #[inline(never)]
    pub fn units(&mut self, units: &[U]) -> &mut Self {
        self.0.extend_from_slice(units);
        self
    }

    pub fn number(&mut self, number: u32) -> &mut Self {
        if number >= 10 {
            self.number(number / 10);
        }
        self.0.push(U::ascii(b'0' + (number % 10) as u8));
        self
    }
}
