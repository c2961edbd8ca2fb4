//! What the grammar gives for a string: places in the text, not copies of it.

use std::borrow::Cow;

use crate::text::{Span, Unit};

/// A string of a message before it is a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A piece of the text.
    Slice(Span),
    /// The trusted sender.
    Sender,
    /// An attribute value in which references were resolved.
    Joined(Vec<Part>),
}

/// A part of a joined string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Slice(Span),
    Char(char),
}

impl Piece {
    /// The units of a piece of `text`; the sender has none.
    pub fn units<'a, U: Unit>(&self, text: &'a [U]) -> Cow<'a, [U]> {
        match self {
            Piece::Slice(span) => Cow::Borrowed(&text[span.start..span.end]),
            Piece::Sender => Cow::Borrowed(&[]),
            Piece::Joined(parts) => {
                let mut units = Vec::new();
                for part in parts {
                    match *part {
                        Part::Slice(span) => units.extend_from_slice(&text[span.start..span.end]),
                        Part::Char(c) => U::encode(c, &mut units),
                    }
                }
                Cow::Owned(units)
            }
        }
    }
}
