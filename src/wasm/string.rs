//! Pieces of a text as JavaScript strings, cut from the original: nothing is
//! decoded, lone surrogates stay.

use js_sys::JsString;
use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

use crate::message::Message;
use crate::piece::Piece;
use crate::reference;
use crate::text::Span;

/// A JavaScript string as a value of a message.
#[derive(Clone)]
pub struct Cut(JsValue);

impl Serialize for Cut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_wasm_bindgen::preserve::serialize(&self.0, serializer)
    }
}

/// The message with its strings cut from `text`.
pub fn cut(message: Message<Piece>, text: &JsString, sender: &JsValue) -> Message<Cut> {
    message.map(&mut |piece| {
        Cut(match piece {
            Piece::Slice(span) => slice(text, span).into(),
            Piece::Sender => sender.clone(),
            Piece::Resolved(span) => resolve(&slice(text, span)).into(),
        })
    })
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
