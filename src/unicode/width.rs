//! How many terminal cells a code point takes (UAX #11, as the crate
//! unicode-width has it, of which the table is made).

use super::entries;
use super::tables::{CELLS, NO_CELL, TWO_CELLS};

/// Terminal cells.
pub fn cells(code: u32) -> usize {
    match code {
        0x20..0x7F => return 1,
        // Han and Hangul, where it is asked most
        0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => return 2,
        _ => {}
    }
    let mut next = 0;
    for (kind, number) in entries(CELLS) {
        next += number + 1;
        if code < next {
            return match kind {
                NO_CELL => 0,
                TWO_CELLS => 2,
                _ => 1,
            };
        }
    }
    1
}
