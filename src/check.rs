//! What a content holds that can mislead its readers (spec, section 2.5).

use crate::diagnostic::{Code, Diagnostic, Faults};
use crate::envelope::{self, Opening};
use crate::labels::Kind;
use crate::message::{Details, Message};
use crate::parse::parse_whole;
use crate::piece::Piece;
use crate::session;
use crate::text::{self, Span, Text, Unit};
use crate::unicode::{self, Direction};

/// The faults of a text and of its content, in the order of their places.
pub(crate) fn check<U: Unit>(units: &[U], sender: Option<&[U]>) -> Vec<Diagnostic> {
    let mut message = parse_whole(units, sender);
    let mut faults = Faults::of(core::mem::take(&mut message.diagnostics));
    let is_too_large = faults.has(Code::TooLarge);
    if let Piece::Slice(content) = message.content
        && message.kind != Kind::Control
        && !is_too_large
    {
        let found = [
            (Code::EmbeddedClose, find_close(units, &message, content)),
            (Code::EmbeddedMessage, find_message(units, content)),
            (Code::BidiInContent, find_open_direction(units, content)),
            (Code::ControlInContent, session::find_directive(units, content)),
        ];
        for (code, span) in found {
            if let Some(span) = span {
                faults.add(code, span);
            }
        }
    }
    faults.into_vec()
}

/// The first closing pair of the message in its own content.
fn find_close<U: Unit>(units: &[U], message: &Message<Piece>, content: Span) -> Option<Span> {
    let Details::Envelope(envelope) = &message.details else {
        return None;
    };
    let opening = Opening {
        role: &message.claimed_role?.units(units),
        tag: &envelope.tag.units(units),
        content: content.start,
        one_line: false,
        crlf: false,
    };
    envelope::inner_pair(&units[..content.end], &opening).ok()?
}

/// The header of the first other message in a content.
fn find_message<U: Unit>(units: &[U], content: Span) -> Option<Span> {
    let text = Text::whole(&units[..content.end]);
    text::lines(text.head, content.start).find_map(|line| {
        let start = text::skip_line_start(text.head, line.span);
        Some(envelope::read_beginning(&text, start)?.header)
    })
}

/// The first direction control that is not closed on its line (UAX #9: a
/// direction never goes on behind the end of a paragraph).
fn find_open_direction<U: Unit>(units: &[U], content: Span) -> Option<Span> {
    let mut open: Vec<Direction> = Vec::new();
    let mut isolates = 0;
    let mut first = content.start;
    for (at, code) in text::code_points(content.of(units)) {
        if unicode::ends_paragraph(code) {
            if !open.is_empty() {
                break;
            }
            continue;
        }
        match unicode::direction(code) {
            Some(Direction::EndOverride) => {
                open.pop_if(|last| *last == Direction::Override);
            }
            // it closes nothing where no isolate is open, else what is open in that too
            Some(Direction::EndIsolate) if isolates == 0 => {}
            Some(Direction::EndIsolate) => {
                while open.pop_if(|last| *last == Direction::Override).is_some() {}
                open.pop();
                isolates -= 1;
            }
            Some(opens) => {
                isolates += usize::from(opens == Direction::Isolate);
                if open.is_empty() {
                    first = content.start + at;
                }
                open.push(opens);
            }
            None => {}
        }
    }
    (!open.is_empty()).then(|| text::code_point_at(units, first))
}
