//! One text, one message: which of the protocols a text belongs to, and who
//! speaks (spec, sections 1 and 2.4, step 0).

use crate::diagnostic::{Code, Faults};
use crate::envelope::Head;
use crate::labels::{Kind, LEADER};
use crate::message::Message;
use crate::piece::Piece;
use crate::text::{self, BYTE_ORDER_MARK, NeedMore, Span, Text, Unit};
use crate::{envelope, session, unicode};

/// The longest text that is read, in UTF-16 code units.
pub(crate) const MAX_TEXT_UTF16: usize = 16 << 20;

/// A prefix that an older form of the envelope protocol had.
const RETIRED_PREFIX: &str = "[系统通知|";

/// The longest name of a type tag in whose frame a content is shown while it
/// grows, in code units.
const MAX_STREAMED_TAG: usize = 4096;

/// Why a text is no message of the protocol that it was held for.
pub(crate) enum Stop {
    NeedMore,
    /// It is a plain text, and the fault that made it one, if any.
    Plain(Option<(Code, Span)>),
}

impl From<NeedMore> for Stop {
    fn from(_: NeedMore) -> Self {
        Stop::NeedMore
    }
}

/// What every text that is not plain begins with, white space and byte-order
/// marks aside.
pub(crate) fn openings() -> impl Iterator<Item = &'static str> {
    [RETIRED_PREFIX]
        .into_iter()
        .chain(session::openings())
        .chain(envelope::openings())
}

/// Reads a whole text.
pub(crate) fn parse_whole<U: Unit>(units: &[U], sender: Option<&[U]>) -> Message<Piece> {
    match parse(&Text::whole(units), sender) {
        Ok(message) => message,
        Err(_) => unreachable!("a whole text shows everything"),
    }
}

/// Reads a text. `NeedMore` where a window of it does not show enough; never
/// for a whole text.
pub(crate) fn parse<U: Unit>(text: &Text<U>, sender: Option<&[U]>) -> Result<Message<Piece>, NeedMore> {
    let mut faults = Faults::default();
    let mut message = match parse_claims(text, &mut faults) {
        Ok(message) => message,
        Err(Stop::NeedMore) => return Err(NeedMore),
        Err(Stop::Plain(fault)) => {
            faults.keep_only(fault);
            Message::plain(Piece::Slice(Span::new(0, text.len)))
        }
    };
    settle_role(text, sender, &mut message, &mut faults);
    message.diagnostics = faults.into_vec();
    Ok(message)
}

fn parse_claims<U: Unit>(text: &Text<U>, faults: &mut Faults) -> Result<Message<Piece>, Stop> {
    if is_too_large(text)? {
        return Err(Stop::Plain(Some((Code::TooLarge, Span::new(0, text.len)))));
    }
    parse_at(text, skip_to_opening(text, 0)?, faults)
}

/// What a text of which more may follow is: the head of a frame, or a plain text.
/// `NeedMore` as long as it can be a directive, a request or a notice.
pub(crate) fn begin<U: Unit>(units: &[U]) -> Result<Option<Head>, NeedMore> {
    let text = Text::growing(units);
    let start = skip_to_opening(&text, 0)?;
    let faults = &mut Faults::default();
    let opens = |opening| Ok(text.begins(start, opening)?.is_some());
    if text::any(envelope::openings().map(opens))? {
        return match envelope::read_head(&text, start, faults) {
            // each chunk is held against the tag: one that is too long waits for the end
            Ok(head) if head.opening(units).tag.len() > MAX_STREAMED_TAG => Err(NeedMore),
            Ok(head) => Ok(Some(head)),
            Err(Stop::Plain(_)) => Ok(None),
            Err(Stop::NeedMore) => Err(NeedMore),
        };
    }
    match text::any(session::openings().map(opens))? && session::parse(&text, start, faults)?.is_some() {
        true => Err(NeedMore),
        false => Ok(None),
    }
}

/// Reads what begins at `start`.
fn parse_at<U: Unit>(text: &Text<U>, start: usize, faults: &mut Faults) -> Result<Message<Piece>, Stop> {
    let opens = |opening| Ok(text.begins(start, opening)?.is_some());
    if text::any(envelope::openings().map(opens))? {
        return envelope::parse(text, start, faults);
    }
    if text::any(session::openings().map(opens))? {
        return session::parse(text, start, faults)?.ok_or(Stop::Plain(None));
    }
    let prefix = text.begins(start, RETIRED_PREFIX)?;
    Err(Stop::Plain(
        prefix.map(|len| (Code::RetiredPrefix, Span::new(start, start + len))),
    ))
}

pub(crate) fn is_too_large<U: Unit>(text: &Text<U>) -> Result<bool, NeedMore> {
    if text.len <= MAX_TEXT_UTF16 {
        return Ok(false);
    }
    Ok(text.len > MAX_TEXT_UTF16 * U::PER_UTF16 || U::utf16_len(text.all()?) > MAX_TEXT_UTF16)
}

/// The first place from `at` on that is neither white space nor a byte-order
/// mark, or the end.
pub(crate) fn skip_marks<U: Unit>(units: &[U], at: usize) -> usize {
    skip_to_opening(&Text::whole(units), at).unwrap_or(units.len())
}

fn skip_to_opening<U: Unit>(text: &Text<U>, mut at: usize) -> Result<usize, NeedMore> {
    loop {
        at = text.skip(at, text::is_white)?;
        match text.begins(at, BYTE_ORDER_MARK)? {
            Some(len) => at += len,
            None => return Ok(at),
        }
    }
}

/// Decides who speaks: the trusted sender, where there is one, and not the text.
fn settle_role<U: Unit>(
    text: &Text<U>,
    sender: Option<&[U]>,
    message: &mut Message<Piece>,
    faults: &mut Faults,
) {
    if let Some(Piece::Slice(span)) = message.claimed_role {
        let claim = span.of(text.head);
        flag_role(claim, span, faults);
        if sender.is_some_and(|sender| sender != claim) {
            faults.add(Code::SenderMismatch, span);
        }
        if message.kind == Kind::Task && !text::equals(sender.unwrap_or(claim), LEADER) {
            faults.add(Code::WrongDirection, span);
        }
    }
    message.role = match sender {
        Some(_) => Some(Piece::Sender),
        None => message.claimed_role,
    };
}

/// Flags what makes a role look like another (spec, section 2.1).
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
fn flag_role<U: Unit>(role: &[U], span: Span, faults: &mut Faults) {
    let codes = || text::code_points(role).map(|(_, code)| code);
    if !text::is_printable_ascii(role) && codes().any(unicode::is_default_ignorable) {
        flag_invisible(role, span, faults);
    }
    if !text::equals(role, LEADER) && unicode::is_like_leader(codes()) {
        faults.add(Code::ConfusableRole, span);
    }
}

/// A direction control has a code of its own.
fn flag_invisible<U: Unit>(role: &[U], span: Span, faults: &mut Faults) {
    unicode::each_invisible(role, &mut |_, code| {
        if unicode::is_direction_control(code) {
            faults.add(Code::BidiInRole, span);
        } else if unicode::is_default_ignorable(code) {
            faults.add(Code::InvisibleInRole, span);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs() -> impl Iterator<Item = Vec<u16>> {
        let vectors = [
            include_str!("../tests/vectors/messages.json"),
            include_str!("../tests/vectors/codes.json"),
        ];
        let values = vectors.map(|text| serde_json::from_str::<serde_json::Value>(text).unwrap());
        values.into_iter().flat_map(|value| {
            let list = value.as_array().unwrap().clone();
            list.into_iter()
                .map(|vector| vector["input"].as_str().unwrap().encode_utf16().collect())
        })
    }

    #[test]
    fn windows_of_any_size_give_the_answer_of_the_whole_or_ask_for_more() {
        let mut answered = 0;
        for units in inputs() {
            let len = units.len();
            let whole = parse(&Text::whole(&units), None).expect("a whole text shows everything");
            for (head, tail) in (0..len).flat_map(|head| [0, 1, 7, 48, len].map(|tail| (head, tail.min(len))))
            {
                let windows = Text {
                    head: &units[..head],
                    tail: &units[len - tail..],
                    len,
                };
                if let Ok(message) = parse(&windows, None) {
                    assert_eq!(
                        message,
                        whole,
                        "head {head}, tail {tail} of {}",
                        String::from_utf16_lossy(&units)
                    );
                    answered += 1;
                }
            }
        }
        assert!(answered > 1000, "only {answered} answers without the whole text");
    }

    #[test]
    fn opening_units_are_where_a_text_that_is_not_plain_can_begin() {
        let openings = crate::wire::opening_units();
        for units in inputs() {
            let message = parse(&Text::whole(&units), None).unwrap();
            if message.kind != Kind::Plain || !message.diagnostics.is_empty() {
                assert!(openings.contains(&units[0]));
            }
        }
    }
}
