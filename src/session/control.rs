//! Control directives (spec, section 5.3): the whole text, nothing else.

use crate::labels::Kind;
use crate::message::{Details, Directive, Message};
use crate::piece::Piece;
use crate::text::{self, NeedMore, Span, Text, Unit};

pub fn openings() -> impl Iterator<Item = &'static str> {
    Directive::ALL.iter().map(|directive| directive.as_str())
}

pub fn parse<U: Unit>(text: &Text<U>, start: usize) -> Result<Option<Message<Piece>>, NeedMore> {
    for &directive in Directive::ALL {
        let word = directive.as_str();
        let Some(len) = text.begins(start, word)? else {
            continue;
        };
        if text.skip(start + len, text::is_white)? == text.len {
            let content = Piece::Slice(Span::new(0, text.len));
            return Ok(Some(Message::session(
                Kind::Control,
                content,
                Details::Control(directive),
            )));
        }
    }
    Ok(None)
}
