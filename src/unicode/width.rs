//! How many terminal cells a code point takes (UAX #11, as the crate
//! unicode-width has it, of which the table is made).

use super::entries;
use super::tables::{CELLS, NO_CELL, TWO_CELLS};

/// Tells the terminal cells of code points. Neighbours in a text are neighbours in
/// Unicode too: the run of the last one answers for most.
pub struct Cells {
    first: u32,
    last: u32,
    cells: usize,
}

impl Cells {
    pub fn new() -> Self {
        Cells {
            first: 0x20,
            last: 0x7E,
            cells: 1,
        }
    }

    pub fn of(&mut self, code: u32) -> usize {
        match code {
            0x20..0x7F => return 1,
            // Han and Hangul, between which other marks stand
            0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => return 2,
            _ => {}
        }
        if !(self.first..=self.last).contains(&code) {
            *self = Self::run(code);
        }
        self.cells
    }

    /// The run of code points of the same width around one.
    fn run(code: u32) -> Self {
        let mut first = 0;
        for (kind, number) in entries(CELLS) {
            let last = first + number;
            if code <= last {
                let cells = match kind {
                    NO_CELL => 0,
                    TWO_CELLS => 2,
                    _ => 1,
                };
                return Cells { first, last, cells };
            }
            first = last + 1;
        }
        let last = u32::MAX;
        Cells {
            first,
            last,
            cells: 1,
        }
    }
}
