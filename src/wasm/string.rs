//! Pieces of a text as JavaScript strings, cut from the original: nothing is
//! decoded, lone surrogates stay.

use js_sys::JsString;
use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

use crate::message::Message;
use crate::piece::Piece;
use crate::reference;
use crate::text::Span;

/// A string of a message that is cut when it is written: a list of millions
/// never holds more than one reference to JavaScript.
#[derive(Clone)]
pub struct Cut<'a> {
    text: &'a JsString,
    sender: &'a JsValue,
    piece: Piece,
}

impl Serialize for Cut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let string = match self.piece {
            Piece::Slice(span) => slice(self.text, span).into(),
            Piece::Resolved(span) => resolve(&slice(self.text, span)).into(),
            Piece::Sender => self.sender.clone(),
        };
        serde_wasm_bindgen::preserve::serialize(&string, serializer)
    }
}

/// The message with its strings to be cut from `text`.
pub fn cut<'a>(message: &Message<Piece>, text: &'a JsString, sender: &'a JsValue) -> Message<Cut<'a>> {
    message.map(&mut |&piece| Cut { text, sender, piece })
}

fn slice(text: &JsString, span: Span) -> JsString {
    text.slice(span.start as u32, span.end as u32)
}

fn resolve(value: &JsString) -> JsString {
    let units: Vec<u16> = value.iter().collect();
    from_units(&reference::resolve(&units))
}

/// A string of any length: a call takes only so many arguments.
pub fn from_units(units: &[u16]) -> JsString {
    units.chunks(4096).fold(JsString::from(""), |string, chunk| {
        string.concat(&JsString::from_char_code(chunk))
    })
}
