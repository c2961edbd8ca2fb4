//! Windows in, offsets out.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::message::{Details, Message};
use crate::piece::Piece;
use crate::text::Text;
use crate::wire::{ABSENT, ANSWER_LEN, COMPLETE, NEED_MORE, NEEDS_TAKING};
use crate::{check, parse, transcript};

struct Memory {
    /// The trusted sender, the head window and the tail window, in this order.
    units: Vec<u16>,
    answer: [u32; ANSWER_LEN],
    message: Option<Message<Piece>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const {
        RefCell::new(Memory {
            units: Vec::new(),
            answer: [ABSENT; ANSWER_LEN],
            message: None,
        })
    };
}

/// Makes room for `count` code units and tells where it is. The address holds
/// until the next call.
#[wasm_bindgen]
pub fn reserve(count: usize) -> *const u16 {
    MEMORY.with_borrow_mut(|memory| {
        if memory.units.len() < count {
            // the old room goes first
            memory.units = Vec::new();
            memory.units = vec![0; count];
        }
        memory.units.as_ptr()
    })
}

/// Where [`scan`] writes its offsets.
#[wasm_bindgen]
pub fn answer() -> *const u32 {
    MEMORY.with_borrow(|memory| memory.answer.as_ptr())
}

/// Reads the text whose windows were written into the reserved memory: the
/// sender, if `sender` is not negative, then the first `head` and the last
/// `tail` of the `len` code units of the text. A head of all of them needs no
/// tail. Answers with the number of the kind and flags.
#[wasm_bindgen]
pub fn scan(sender: i32, head: usize, tail: usize, len: usize) -> u32 {
    MEMORY.with_borrow_mut(|memory| {
        let Memory {
            units,
            answer,
            message,
        } = memory;
        let (name, rest) = units.split_at(sender.max(0) as usize);
        let (head, rest) = rest.split_at(head);
        let text = Text {
            head,
            tail: if head.len() == len { head } else { &rest[..tail] },
            len,
        };
        match parse::parse(&text, (sender >= 0).then_some(name)) {
            Err(_) => NEED_MORE,
            Ok(found) => {
                let flags = write(&found, answer);
                *message = (flags & NEEDS_TAKING != 0).then_some(found);
                flags
            }
        }
    })
}

/// Reads all of a text and its content: the text was written into the reserved
/// memory behind the sender, if `sender` is not negative. Answers with diagnostics.
#[wasm_bindgen]
pub fn check(sender: i32, len: usize) -> Result<JsValue, JsValue> {
    let faults = MEMORY.with_borrow(|memory| {
        let (name, text) = memory.units.split_at(sender.max(0) as usize);
        check::check(&text[..len], (sender >= 0).then_some(name))
    });
    super::into_js(&faults)
}

/// Where the messages of a transcript, written into the reserved memory, begin
/// and end, in turns.
#[wasm_bindgen]
pub fn split(len: usize) -> Vec<u32> {
    let spans = MEMORY.with_borrow(|memory| transcript::split(&memory.units[..len]));
    spans
        .iter()
        .flat_map(|span| [span.start as u32, span.end as u32])
        .collect()
}

/// The message of the last scan, if it needs taking.
pub fn take() -> Option<Message<Piece>> {
    MEMORY.with_borrow_mut(|memory| memory.message.take())
}

/// Writes the offsets of a message; answers with its kind and flags.
fn write(message: &Message<Piece>, answer: &mut [u32]) -> u32 {
    let mut writer = Writer {
        answer,
        at: 0,
        exact: message.diagnostics.is_empty(),
    };
    writer.optional(&message.claimed_role);
    writer.optional(&message.action);
    writer.optional(&message.id);
    writer.optional(&message.target);
    writer.piece(&message.content);
    match &message.details {
        Details::Envelope(envelope) => {
            writer.piece(&envelope.tag);
            writer.optional(&envelope.subtype);
            writer.optional(&envelope.question_id);
            writer.number(envelope.attributes.len());
            for (name, value) in &envelope.attributes {
                writer.piece(name);
                writer.piece(value);
            }
        }
        Details::Plain => {}
        _ => writer.exact = false,
    }
    let complete = if message.complete { COMPLETE } else { 0 };
    let taking = if writer.exact { 0 } else { NEEDS_TAKING };
    message.kind as u32 | complete | taking
}

struct Writer<'a> {
    answer: &'a mut [u32],
    at: usize,
    /// Whether the offsets say all so far.
    exact: bool,
}

impl Writer<'_> {
    fn number(&mut self, number: usize) {
        self.answer[self.at] = number as u32;
        self.at += 1;
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Slice(span) => {
                self.number(span.start);
                self.number(span.end);
            }
            Piece::Sender | Piece::Resolved(_) => {
                self.exact = false;
                self.absent();
            }
        }
    }

    fn optional(&mut self, piece: &Option<Piece>) {
        match piece {
            Some(piece) => self.piece(piece),
            None => self.absent(),
        }
    }

    fn absent(&mut self) {
        self.number(ABSENT as usize);
        self.number(ABSENT as usize);
    }
}
