//! What the grammar gives for a string: places in the text, not copies of it.

use std::borrow::Cow;

use crate::reference;
use crate::text::{Span, Unit};

/// A string of a message before it is a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A piece of the text.
    Slice(Span),
    /// A piece of the text whose references are to be resolved.
    Resolved(Span),
    /// The trusted sender.
    Sender,
}

impl Piece {
    /// The units of a piece that is no more than a slice of `text`.
    pub fn slice<'a, U: Unit>(&self, text: &'a [U]) -> &'a [U] {
        match *self {
            Piece::Slice(span) => span.of(text),
            _ => &[],
        }
    }

    /// The units of a piece of `text`; the sender has none.
    pub fn units<'a, U: Unit>(&self, text: &'a [U]) -> Cow<'a, [U]> {
        match *self {
            Piece::Slice(span) => Cow::Borrowed(span.of(text)),
            Piece::Resolved(span) => Cow::Owned(reference::resolve(span.of(text))),
            Piece::Sender => Cow::Borrowed(&[]),
        }
    }
}
