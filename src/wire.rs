//! What both sides of the binding know: names and numbers that never cross.
//! The build writes them for JavaScript as `tables.ts`.

use crate::conversation::KNOWN_STRINGS;
use crate::envelope::Hold;
use crate::labels::Kind;
use crate::message::Expects;
use crate::parse::{MAX_TEXT_UTF16, openings};
use crate::session::Tool;
use crate::stream::{EAGER_HEAD, EAGER_RETRIES};
use crate::text::BYTE_ORDER_MARK;
use crate::text_box::DEFAULT_WIDTH;

/// The answer of a scan whose windows do not show enough.
pub const NEED_MORE: u32 = u32::MAX;

/// Set in the answer of a scan where a frame was closed.
pub const COMPLETE: u32 = 1 << 8;

/// Set where offsets cannot say all of a message.
pub const NEEDS_TAKING: u32 = 1 << 9;

/// Set where the lines of a frame that has begun end with CR LF.
pub const CRLF: u32 = 1 << 10;

/// Set where the content of a frame that has begun is on the line of its type tag.
pub const ONE_LINE: u32 = 1 << 11;

/// Set for a message that is the result of a tool.
pub const TOOL_RESULT: u32 = 1;

/// Set for an entry that has the diagnostic `retired-prefix`.
pub const RETIRED: u32 = 2;

/// Set for an entry whose timeout contradicts it.
pub const MISMATCHED: u32 = 4;

/// Set for a call that ends a ping-pong of replies.
pub const STOPS: u32 = 8;

/// The offset of an absent string.
pub const ABSENT: u32 = u32::MAX;

/// The offsets of a message: eight pairs (claimed role, action, id, target,
/// content, tag, subtype, question id), the number of attributes, and two pairs
/// for each of at most 32.
pub const ANSWER_LEN: usize = 8 * 2 + 1 + 32 * 4;

/// What is shown of a text at first, in UTF-16 code units.
pub const MAX_SHOWN_UTF16: u32 = 65_536;

/// The combining marks in a row that are shown no more, the last of them.
pub const MAX_MARKS: u32 = 64;

/// The numbers by their names.
pub const NUMBERS: &[(&str, u32)] = &[
    ("NEED_MORE", NEED_MORE),
    ("COMPLETE", COMPLETE),
    ("NEEDS_TAKING", NEEDS_TAKING),
    ("CRLF", CRLF),
    ("ONE_LINE", ONE_LINE),
    ("EAGER_HEAD_LENGTH", EAGER_HEAD as u32),
    ("EAGER_RETRIES", EAGER_RETRIES),
    ("TOOL_RESULT", TOOL_RESULT),
    ("RETIRED", RETIRED),
    ("MISMATCHED", MISMATCHED),
    ("STOPS", STOPS),
    ("ABSENT", ABSENT),
    ("ANSWER_LENGTH", ANSWER_LEN as u32),
    ("MAX_TEXT_LENGTH", MAX_TEXT_UTF16 as u32),
    ("MAX_SHOWN_LENGTH", MAX_SHOWN_UTF16),
    ("MAX_MARKS", MAX_MARKS),
    ("BOX_WIDTH", DEFAULT_WIDTH as u32),
];

/// The kinds, each at its number.
pub fn kinds() -> Vec<&'static str> {
    Kind::all().map(Kind::as_str).collect()
}

/// The tools, each at its number; any other has the number behind them.
pub fn tools() -> Vec<&'static str> {
    let tools = Tool::ALL.iter().filter(|tool| **tool != Tool::Other);
    tools.map(|tool| tool.as_str()).collect()
}

/// The modes, each at its number.
pub fn modes() -> Vec<&'static str> {
    Expects::ALL.iter().map(|mode| mode.as_str()).collect()
}

/// The strings whose numbers a conversation knows, from 1.
pub fn known_strings() -> &'static [&'static str] {
    KNOWN_STRINGS
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

/// The numbers of `feed` at the start of a content, by whether
/// it begins on the line of its type tag.
pub fn hold_starts() -> [[u32; 5]; 2] {
    [false, true].map(|one_line| Hold::start(one_line).to_numbers())
}
