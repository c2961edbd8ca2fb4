//! Protocol 1: a message in a frame of header, id line and two tags.

mod closing;
mod frame;
mod parse;
mod tag;

pub(crate) use frame::openings;
pub(crate) use parse::parse;
