//! Protocol 1: a message in a frame of header, id line and two tags.

mod beginning;
mod closing;
mod format;
mod frame;
mod hold;
mod parse;
mod tag;

pub(crate) use beginning::read_beginning;
pub(crate) use closing::{Opening, inner_pair};
pub(crate) use format::write;
pub(crate) use frame::{MAX_HEADER_UTF16, is_name_unit, openings};
pub(crate) use hold::{Closer, Hold};
pub(crate) use parse::{Head, parse, read_head};

/// More units than the prefix of any header has, in either width.
const LONGEST_PREFIX: usize = 8;
