//! Windows in, offsets out.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::envelope::{Closer, Hold};
use crate::labels::Kind;
use crate::message::{Details, Message};
use crate::piece::Piece;
use crate::text::{NeedMore, Text};
use crate::wire::{ABSENT, ANSWER_LEN, COMPLETE, CRLF, NEED_MORE, NEEDS_TAKING, ONE_LINE};
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

/// Reads the beginning of a text of which more may follow, written into the
/// reserved memory. Answers like [`scan`], the content being where it begins.
#[wasm_bindgen]
pub fn begin(len: usize) -> u32 {
    MEMORY.with_borrow_mut(|memory| match parse::begin(&memory.units[..len]) {
        Err(NeedMore) => NEED_MORE,
        Ok(None) => Kind::Plain as u32,
        Ok(Some(head)) => {
            let opening = head.opening(&memory.units);
            let crlf = if opening.crlf { CRLF } else { 0 };
            let one_line = if opening.one_line { ONE_LINE } else { 0 };
            write(&head.message, &mut memory.answer) | crlf | one_line
        }
    })
}

/// Reads on in a content that grows. Role and tag of the frame, `held` units that
/// are held back and `new` ones stand in the reserved memory; `held` is fewer than
/// all where they are many. The answer's first five numbers are those that the last
/// call for the stream left there, the first of them how many units are held back.
/// Answers with 0, or that it needs all that are held back.
#[wasm_bindgen]
pub fn feed(role: usize, tag: usize, crlf: bool, held: usize, new: usize) -> u32 {
    MEMORY.with_borrow_mut(|memory| {
        let (role, rest) = memory.units.split_at(role);
        let (tag, rest) = rest.split_at(tag);
        let numbers = core::array::from_fn(|at| memory.answer[at]);
        let hold = Hold::from_numbers(numbers);
        match (Closer { role, tag, crlf }).advance(hold, &rest[..held + new], held) {
            Err(NeedMore) => NEED_MORE,
            Ok(hold) => {
                memory.answer[..numbers.len()].copy_from_slice(&hold.to_numbers());
                0
            }
        }
    })
}

/// Reads what stands in the reserved memory, and writes the first numbers of an answer.
pub fn answer_with<const N: usize>(read: impl FnOnce(&[u16]) -> [u32; N]) {
    MEMORY.with_borrow_mut(|memory| {
        let numbers = read(&memory.units);
        memory.answer[..N].copy_from_slice(&numbers);
    });
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
