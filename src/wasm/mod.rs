//! The binding to JavaScript. It holds no rule of the protocols.
//!
//! Text crosses as windows of UTF-16 code units that JavaScript writes into
//! [`reserve`]d memory; [`scan`] answers with offsets, and JavaScript slices the
//! original string. Only what offsets cannot say is built here, by
//! [`take_message`]. [`parse_message`] and [`to_bubble`] do all of it for hosts
//! that use the module without our TypeScript.

mod conversation;
mod dom;
mod format;
mod string;
mod windows;

use js_sys::{JsString, Reflect, TypeError};
use lol_alloc::{AssumeSingleThreaded, FreeListAllocator};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::message::Message;
use crate::piece::Piece;
use crate::text::Text;
use crate::{bubble, parse};

pub use conversation::*;
pub use dom::{render_bubble, render_more, shown_at_first};
pub use format::{format_bubble, format_message};
pub use windows::{answer, begin, check, feed, reserve, scan, split};

/// A few short-lived allocations a message need no large allocator (2 KB gz less).
#[global_allocator]
static ALLOCATOR: AssumeSingleThreaded<FreeListAllocator> =
    // SAFETY: wasm32-unknown-unknown without the atomics feature has one thread
    unsafe { AssumeSingleThreaded::new(FreeListAllocator::new()) };

/// The message that the last [`scan`] read, with its strings cut from `text`.
#[wasm_bindgen(js_name = takeMessage)]
pub fn take_message(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsString,
    #[wasm_bindgen(unchecked_param_type = "string | null")] sender: JsValue,
) -> Result<JsValue, JsValue> {
    let message =
        windows::take().ok_or_else(|| JsValue::from(js_sys::Error::new("no message was scanned")))?;
    into_js(&string::cut(&message, &text, &sender))
}

/// Reads one text as one message, all of it in one call.
///
/// # Errors
///
/// A `TypeError` if `text` is not a string, or `sender` neither that nor absent.
#[wasm_bindgen(js_name = parseMessage)]
pub fn parse_message(text: JsValue, sender: JsValue) -> Result<JsValue, JsValue> {
    into_js(&read(&text, &sender)?)
}

/// The bubble of a text; `null` for a control directive.
///
/// # Errors
///
/// A `TypeError` if `text` is not a string, or `sender` neither that nor absent.
#[wasm_bindgen(js_name = toBubble)]
pub fn to_bubble(text: JsValue, sender: JsValue) -> Result<JsValue, JsValue> {
    into_js(&bubble::to_bubble(&read(&text, &sender)?))
}

fn read<'a>(text: &'a JsValue, sender: &'a JsValue) -> Result<Message<string::Cut<'a>>, JsValue> {
    let text = expect_string(text, "text")?;
    let name = optional_string(sender, "sender")?.map(|sender| sender.iter().collect::<Vec<u16>>());
    let units: Vec<u16> = match text.length() as usize <= parse::MAX_TEXT_UTF16 {
        true => text.iter().collect(),
        false => Vec::new(),
    };
    let windows = Text {
        head: &units[..],
        tail: &units[..],
        len: text.length() as usize,
    };
    let message: Message<Piece> = match parse::parse(&windows, name.as_deref()) {
        Ok(message) => message,
        Err(_) => unreachable!("a whole text shows everything"),
    };
    Ok(string::cut(&message, text, sender))
}

/// A string, or nothing where it is absent.
fn optional_string<'a>(value: &'a JsValue, name: &str) -> Result<Option<&'a JsString>, JsValue> {
    match value.is_null() || value.is_undefined() {
        true => Ok(None),
        false => expect_string(value, name).map(Some),
    }
}

fn expect_string<'a>(value: &'a JsValue, name: &str) -> Result<&'a JsString, JsValue> {
    value
        .dyn_ref::<JsString>()
        .ok_or_else(|| expected("a string", name))
}

/// The error of an argument of a wrong type.
fn expected(what: &str, name: &str) -> JsValue {
    TypeError::new(&["expected ", what, " as ", name].concat()).into()
}

fn into_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value
        .serialize(&Serializer::json_compatible())
        .map_err(JsValue::from)
}

/// A property of an object of the host, as a function.
fn method(object: &JsValue, name: &str) -> Result<js_sys::Function, JsValue> {
    Reflect::get(object, &name.into())?.dyn_into()
}
