//! One text, one message: which of the protocols a text belongs to, and who
//! speaks (spec, sections 1 and 2.4, step 0).

use crate::diagnostic::{Code, Faults};
use crate::labels::{Kind, LEADER};
use crate::message::{Details, Message};
use crate::piece::Piece;
use crate::text::{self, NeedMore, Span, Text, Unit};
use crate::{envelope, session, unicode};

/// The longest text that is read, in UTF-16 code units.
pub(crate) const MAX_TEXT_UTF16: usize = 16 << 20;

/// A prefix that an older form of the envelope protocol had.
const RETIRED_PREFIX: &str = "[系统通知|";

const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// More units than any opening has, in either width.
const LONGEST_OPENING: usize = 32;

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

/// A message whose strings are places in the text, and the faults found so far.
pub(crate) struct Reading {
    pub message: Message<Piece>,
    pub faults: Faults,
}

/// What every text that is not plain begins with, white space and byte-order
/// marks aside.
fn openings() -> impl Iterator<Item = &'static str> {
    [RETIRED_PREFIX]
        .into_iter()
        .chain(session::openings())
        .chain(envelope::openings())
}

/// The UTF-16 code units that a text which is not plain can begin with: any
/// other text is known by its first unit.
pub fn opening_units() -> Vec<u16> {
    let mut units: Vec<u16> = " \t\r\n"
        .encode_utf16()
        .chain(BYTE_ORDER_MARK.encode_utf16())
        .chain(openings().filter_map(|opening| opening.encode_utf16().next()))
        .collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// Reads a text. `NeedMore` where a window of it does not show enough; never
/// for a whole text.
pub(crate) fn parse<U: Unit>(text: &Text<U>, sender: Option<&[U]>) -> Result<Message<Piece>, NeedMore> {
    let mut reading = match parse_claims(text) {
        Ok(reading) => reading,
        Err(Stop::NeedMore) => return Err(NeedMore),
        Err(Stop::Plain(fault)) => plain(text.len, fault),
    };
    settle_role(text, sender, &mut reading);
    reading.message.diagnostics = reading.faults.into_vec();
    Ok(reading.message)
}

fn plain(len: usize, fault: Option<(Code, Span)>) -> Reading {
    let mut faults = Faults::default();
    if let Some((code, span)) = fault {
        faults.add(code, span);
    }
    Reading {
        message: Message::plain(Piece::Slice(Span::new(0, len))),
        faults,
    }
}

fn parse_claims<U: Unit>(text: &Text<U>) -> Result<Reading, Stop> {
    if is_too_large(text)? {
        return Err(Stop::Plain(Some((Code::TooLarge, Span::new(0, text.len)))));
    }
    let start = skip_to_opening(text)?;
    let begin = text.ahead(start, LONGEST_OPENING)?;
    if !openings().any(|opening| U::match_prefix(begin, opening).is_some()) {
        return Err(Stop::Plain(None));
    }
    if let Some(len) = U::match_prefix(begin, RETIRED_PREFIX) {
        let prefix = Span::new(start, start + len);
        return Err(Stop::Plain(Some((Code::RetiredPrefix, prefix))));
    }
    match session::parse(text, start)? {
        Some(reading) => Ok(reading),
        None => envelope::parse(text, start),
    }
}

fn is_too_large<U: Unit>(text: &Text<U>) -> Result<bool, NeedMore> {
    if text.len <= MAX_TEXT_UTF16 {
        return Ok(false);
    }
    Ok(text.len > MAX_TEXT_UTF16 * U::PER_UTF16 || U::utf16_len(text.all()?) > MAX_TEXT_UTF16)
}

/// The first place that is neither white space nor a byte-order mark.
fn skip_to_opening<U: Unit>(text: &Text<U>) -> Result<usize, NeedMore> {
    let mut at = 0;
    loop {
        at = text.skip(at, text::is_white)?;
        let ahead = text.ahead(at, BYTE_ORDER_MARK.len())?;
        match U::match_prefix(ahead, BYTE_ORDER_MARK) {
            Some(len) => at += len,
            None => return Ok(at),
        }
    }
}

/// Decides who speaks: the trusted sender, where there is one, and not the text.
fn settle_role<U: Unit>(text: &Text<U>, sender: Option<&[U]>, reading: &mut Reading) {
    let Reading { message, faults } = reading;
    let claim = match message.claimed_role {
        Some(Piece::Slice(span)) => Some((span, &text.head[span.start..span.end])),
        _ => None,
    };
    if let Some((span, units)) = claim {
        flag_role(units, span, faults);
        if sender.is_some_and(|sender| sender != units) {
            faults.add(Code::SenderMismatch, span);
        }
        let speaker = sender.unwrap_or(units);
        if message.kind == Kind::Task && !text::equals(speaker, LEADER) {
            faults.add(Code::WrongDirection, span);
        }
    }
    message.role = match sender {
        Some(_) => Some(Piece::Sender),
        None => message.claimed_role.clone(),
    };
}

/// Flags what makes a role look like another (spec, section 2.1).
fn flag_role<U: Unit>(role: &[U], span: Span, faults: &mut Faults) {
    if text::code_points(role).any(|(_, code)| unicode::is_direction_control(code)) {
        faults.add(Code::BidiInRole, span);
    }
}

impl Reading {
    /// A message of the session protocol: it has no id.
    pub fn session(kind: Kind, content: Span, details: Details<Piece>) -> Self {
        Reading {
            message: Message {
                kind,
                details,
                ..Message::plain(Piece::Slice(content))
            },
            faults: Faults::default(),
        }
    }
}
