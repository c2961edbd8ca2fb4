//! Messages and bubbles as texts.

use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::prelude::*;

use super::string::from_units;
use super::{expect_string, expected, optional_string};
use crate::bubble::Bubble;
use crate::diagnostic::Code;
use crate::format::{self, Draft, Unwritable, Written};
use crate::labels::{Kind, Language};
use crate::message::{Details, Directive, Envelope, Expects, Message, Notice, Reason, Request};
use crate::parse::MAX_TEXT_UTF16;
use crate::piece::Piece;
use crate::text::{self, Span};
use crate::text_box;

/// As much of a box as crosses at once, in code units.
const CHUNK: usize = 16 * 1024;

/// The text of a message: what stands before and after the content of a frame,
/// which has `content_length` code units and is not looked at; or all of another
/// text. Where it cannot be written: the field, start, end, line and column of the
/// place in its value, and a sentence.
///
/// # Errors
///
/// A `TypeError` if a field of `message` has a wrong type; what a getter throws.
#[wasm_bindgen(js_name = formatMessage)]
pub fn format_message(message: &JsValue, content_length: usize) -> Result<Array, JsValue> {
    let mut fields = Fields {
        object: message,
        units: Vec::new(),
        too_long: None,
    };
    let language = fields.named("language", "a language", Language::ALL, Language::as_str)?;
    let written = fields.message().and_then(|message| {
        let draft = Draft {
            units: &fields.units,
            message: &message,
        };
        Ok(format::write(&draft, language, content_length)?)
    });
    Ok(match written {
        Ok(Written { before, after }) if after.is_empty() => Array::of1(&from_units(&before)),
        Ok(Written { before, after }) => Array::of2(&from_units(&before), &from_units(&after)),
        Err(Refusal::Unwritable(Unwritable {
            field,
            span,
            position,
        })) => {
            let place = [span.start, span.end, position.line, position.column];
            let parts = Array::of1(&field.into());
            for number in place {
                parts.push(&(number as u32).into());
            }
            parts.push(&Code::Unwritable.message().into());
            parts
        }
        Err(Refusal::Thrown(error)) => return Err(error),
    })
}

/// Why an object is no message that can be written.
enum Refusal {
    Unwritable(Unwritable),
    Thrown(JsValue),
}

impl From<Unwritable> for Refusal {
    fn from(unwritable: Unwritable) -> Self {
        Refusal::Unwritable(unwritable)
    }
}

impl From<JsValue> for Refusal {
    fn from(error: JsValue) -> Self {
        Refusal::Thrown(error)
    }
}

/// A bubble as a box of text, `width` cells wide.
///
/// # Errors
///
/// A `TypeError` if `content` is not a string, or `role` or `action` neither that
/// nor absent.
#[wasm_bindgen(js_name = formatBubble)]
pub fn format_bubble(
    role: &JsValue,
    action: &JsValue,
    content: &JsValue,
    width: usize,
) -> Result<JsString, JsValue> {
    let bubble = Bubble {
        role: optional_string(role, "role")?.map(to_units),
        action: optional_string(action, "action")?.map(to_units),
        content: to_units(expect_string(content, "content")?),
    };
    let mut drawn = JsString::from("");
    let mut chunk = Vec::new();
    text_box::draw(&bubble, width, &mut |row| {
        chunk.extend_from_slice(row);
        if chunk.len() > CHUNK {
            drawn = drawn.concat(&from_units(&chunk));
            chunk.clear();
        }
    });
    Ok(drawn.concat(&from_units(&chunk)))
}

fn to_units(string: &JsString) -> Units {
    string.iter().collect()
}

type Units = Vec<u16>;

/// The fields of an object that is to be a message.
struct Fields<'a> {
    object: &'a JsValue,
    /// The strings so far.
    units: Units,
    /// A field that is longer than any text, or makes all of them too long to read.
    too_long: Option<&'static str>,
}

impl Fields<'_> {
    #[inline(never)]
    fn get(&self, name: &str) -> Result<JsValue, JsValue> {
        Reflect::get(self.object, &name.into())
    }

    fn keep(&mut self, name: &'static str, string: &JsString) -> Piece {
        let start = self.units.len();
        if string.length() as usize > MAX_TEXT_UTF16 || start > 2 * MAX_TEXT_UTF16 {
            self.too_long.get_or_insert(name);
            return NOTHING;
        }
        self.units.extend(string.iter());
        Piece::Slice(Span::new(start, self.units.len()))
    }

    #[inline(never)]
    fn string(&mut self, name: &'static str) -> Result<Option<Piece>, JsValue> {
        let value = self.get(name)?;
        Ok(optional_string(&value, name)?.map(|string| self.keep(name, string)))
    }

    /// One of the values of an enumeration.
    fn named<T: Copy>(
        &mut self,
        field: &'static str,
        what: &str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, JsValue> {
        let Some(given) = self.string(field)? else {
            return Ok(None);
        };
        let given = given.slice(&self.units);
        let found = all.iter().find(|value| text::equals(given, name(**value)));
        found
            .map(|value| Some(*value))
            .ok_or_else(|| expected(what, field))
    }

    /// A list; an absent one is empty.
    fn list(&self, name: &str) -> Result<Array, JsValue> {
        let value = self.get(name)?;
        match value.is_null() || value.is_undefined() {
            true => Ok(Array::new()),
            false => value.dyn_into().map_err(|_| expected("a list", name)),
        }
    }

    fn strings(&mut self, name: &'static str) -> Result<Vec<Piece>, JsValue> {
        let list = self.list(name)?;
        let keep = |value: JsValue| Ok(self.keep(name, expect_string(&value, name)?));
        list.iter().map(keep).collect()
    }

    fn part(&mut self, pair: &JsValue, at: u32) -> Result<Piece, JsValue> {
        let name = "attributes";
        let pair: &Array = pair
            .dyn_ref()
            .ok_or_else(|| expected("a list of names and values", name))?;
        Ok(self.keep(name, expect_string(&pair.get(at), name)?))
    }

    fn attributes(&mut self) -> Result<Vec<(Piece, Piece)>, JsValue> {
        let list = self.list("attributes")?;
        list.iter()
            .map(|pair| Ok((self.part(&pair, 0)?, self.part(&pair, 1)?)))
            .collect()
    }

    fn seconds(&self) -> Result<Option<u32>, Refusal> {
        let name = "timeoutSeconds";
        let value = self.get(name)?;
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        let number = value.as_f64().ok_or_else(|| expected("a number", name))?;
        let seconds = number as u32;
        match f64::from(seconds) == number {
            true => Ok(Some(seconds)),
            false => Err(Unwritable::empty(name).into()),
        }
    }

    fn message(&mut self) -> Result<Message<Piece>, Refusal> {
        let all: Vec<Kind> = Kind::all().collect();
        let kind = self.named("kind", "a kind", &all, Kind::as_str)?;
        let kind = kind.ok_or_else(|| expected("a kind", "kind"))?;
        let details = self.details(kind)?;
        let content = match details {
            Details::Envelope(_) => None,
            _ => self.string("content")?,
        };
        let message = Message {
            kind,
            role: self.string("role")?,
            action: self.string("action")?,
            id: self.string("id")?,
            target: self.string("target")?,
            complete: self.get("complete")? != false,
            details,
            ..Message::plain(content.unwrap_or(NOTHING))
        };
        match self.too_long {
            None => Ok(message),
            Some(name) => Err(Unwritable::empty(name).into()),
        }
    }

    fn details(&mut self, kind: Kind) -> Result<Details<Piece>, Refusal> {
        Ok(match kind {
            Kind::Plain => Details::Plain,
            Kind::Control => {
                let directive = self.named("directive", "a directive", Directive::ALL, Directive::as_str)?;
                Details::Control(directive.ok_or_else(|| expected("a directive", "directive"))?)
            }
            Kind::Notice => {
                let reason = self.named("reason", "a reason", Reason::ALL, Reason::as_str)?;
                Details::Notice(Notice {
                    available: self.strings("available")?,
                    timeout_seconds: self.seconds()?,
                    error: self.string("error")?,
                    ..Notice::new(reason.ok_or_else(|| expected("a reason", "reason"))?)
                })
            }
            Kind::Request => Details::Request(Request {
                agent_id: self.string("agentId")?,
                session_key: self.string("sessionKey")?,
                expects: self.named(
                    "expects",
                    "how the answer is awaited",
                    Expects::ALL,
                    Expects::as_str,
                )?,
                timeout_seconds: self.seconds()?,
                user_need: self.string("userNeed")?,
                body: self.string("body")?.unwrap_or(NOTHING),
                summary: self.string("summary")?,
                extra: self.strings("extra")?,
            }),
            _ => Details::Envelope(Envelope {
                tag: match self.string("tag")? {
                    Some(tag) => tag,
                    None => self.keep("tag", &JsString::from(kind.tag().unwrap_or_default())),
                },
                subtype: self.string("subtype")?,
                question_id: self.string("questionId")?,
                attributes: self.attributes()?,
            }),
        })
    }
}

const NOTHING: Piece = Piece::Slice(Span { start: 0, end: 0 });
