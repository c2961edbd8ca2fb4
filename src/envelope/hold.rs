//! What must be held back of a content that still grows: the longest end that can
//! become part of the frame's end (spec, section 8).

use crate::text::{self, NeedMore, Unit};

/// How far the end of a text can be the end of a frame. Plain numbers: a stream
/// keeps them between its chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// How many units are held back.
    pub len: usize,
    /// Where they can be, all at once.
    places: Places,
}

/// Numbers are units of a tag that have been read, 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Places {
    /// In `</{Tag}>`.
    type_tag: usize,
    /// In `</{role}>` behind it.
    name_tag: usize,
    /// In a `</{role}>` that has lost its partner.
    lone_name_tag: usize,
    /// Behind a CR that a line feed makes the end of a line.
    carriage_return: bool,
    /// Behind the end of a line, or the start of the content, and spaces.
    line: bool,
    /// Behind `</{Tag}>` and white space.
    between: bool,
    /// Behind the last tag and white space.
    behind: bool,
}

impl Hold {
    /// Of a content in which nothing stands yet.
    pub fn start(one_line: bool) -> Hold {
        let line = !one_line;
        Hold {
            len: 0,
            places: Places {
                line,
                ..Places::default()
            },
        }
    }

    /// As numbers, to be kept elsewhere.
    pub fn to_numbers(self) -> [u32; 5] {
        let Places {
            type_tag,
            name_tag,
            lone_name_tag,
            carriage_return,
            line,
            between,
            behind,
        } = self.places;
        let flags: [bool; 4] = [carriage_return, line, between, behind];
        let bits = flags
            .iter()
            .rev()
            .fold(0, |bits, &flag| bits << 1 | u32::from(flag));
        [
            self.len as u32,
            type_tag as u32,
            name_tag as u32,
            lone_name_tag as u32,
            bits,
        ]
    }

    /// From what [`to_numbers`](Self::to_numbers) gave.
    #[cfg_attr(
        not(target_family = "wasm"),
        expect(dead_code, reason = "natively a stream keeps it as it is")
    )]
    pub fn from_numbers([len, type_tag, name_tag, lone_name_tag, bits]: [u32; 5]) -> Self {
        let flag = |at: u32| bits >> at & 1 == 1;
        Hold {
            len: len as usize,
            places: Places {
                type_tag: type_tag as usize,
                name_tag: name_tag as usize,
                lone_name_tag: lone_name_tag as usize,
                carriage_return: flag(0),
                line: flag(1),
                between: flag(2),
                behind: flag(3),
            },
        }
    }
}

/// The closing tags of a frame, and how its lines end.
pub struct Closer<'a, U> {
    pub role: &'a [U],
    pub tag: &'a [U],
    pub crlf: bool,
}

impl<U: Unit> Closer<'_, U> {
    /// Reads on: of `units` those from `new` on were not read before, those in
    /// front are held back.
    ///
    /// # Errors
    ///
    /// `NeedMore` where held-back units are needed that are not at hand.
    pub fn advance(&self, mut hold: Hold, units: &[U], new: usize) -> Result<Hold, NeedMore> {
        let mut at = new;
        while at < units.len() {
            if hold.places == Places::default() {
                let Some(found) = units[at..].iter().position(|&unit| self.begins(unit)) else {
                    return Ok(Hold::default());
                };
                at += found;
                hold = self.first(units[at]);
            } else {
                hold = match self.step(hold, units[at]) {
                    Some(next) => next,
                    None => self.fall_back(units, at.checked_sub(hold.len).ok_or(NeedMore)?, at),
                };
            }
            at += 1;
        }
        Ok(hold)
    }

    fn begins(&self, unit: U) -> bool {
        unit == U::ascii(b'<') || unit == U::ascii(b'\n') || self.crlf && unit == U::ascii(b'\r')
    }

    /// What can end a frame from this unit on.
    fn first(&self, unit: U) -> Hold {
        let is_tag = unit == U::ascii(b'<');
        let places = Places {
            type_tag: is_tag.into(),
            lone_name_tag: is_tag.into(),
            carriage_return: self.crlf && unit == U::ascii(b'\r'),
            line: unit == U::ascii(b'\n'),
            ..Places::default()
        };
        Hold {
            len: usize::from(places != Places::default()),
            places,
        }
    }

    /// The longest end that can still be a frame's, of the units behind `start` up
    /// to the one at `last`.
    fn fall_back(&self, units: &[U], start: usize, last: usize) -> Hold {
        // the start of a content holds nothing, so that its first unit is not its own
        let next = start + usize::from(start < last);
        let starts = (next..=last).filter(|&at| self.begins(units[at]));
        let mut holds = starts.filter_map(|at| {
            let rest = units[at + 1..=last].iter();
            rest.copied()
                .try_fold(self.first(units[at]), |hold, unit| self.step(hold, unit))
        });
        holds.next().unwrap_or_default()
    }

    /// One unit more; `None` where the frame's end cannot go on with it.
    fn step(&self, hold: Hold, unit: U) -> Option<Hold> {
        let from = hold.places;
        let opens = unit == U::ascii(b'<');
        let mut places = Places {
            line: from.line && text::is_space(unit) || from.carriage_return && unit == U::ascii(b'\n'),
            between: from.between && text::is_white(unit),
            behind: from.behind && text::is_white(unit),
            type_tag: usize::from(from.line && opens),
            name_tag: usize::from(from.between && opens),
            lone_name_tag: usize::from(from.line && opens),
            carriage_return: false,
        };
        let mut go_on = |read: usize,
                         name: &[U],
                         place: fn(&mut Places) -> &mut usize,
                         done: fn(&mut Places) -> &mut bool| {
            if read > 0 && closing_unit(name, read) == unit {
                match read + 1 == name.len() + "</>".len() {
                    true => *done(&mut places) = true,
                    false => *place(&mut places) = read + 1,
                }
            }
        };
        go_on(
            from.type_tag,
            self.tag,
            |places| &mut places.type_tag,
            |places| &mut places.between,
        );
        go_on(
            from.name_tag,
            self.role,
            |places| &mut places.name_tag,
            |places| &mut places.behind,
        );
        go_on(
            from.lone_name_tag,
            self.role,
            |places| &mut places.lone_name_tag,
            |places| &mut places.behind,
        );
        (places != Places::default()).then_some(Hold {
            len: hold.len + 1,
            places,
        })
    }
}

/// The unit at `at` in `</name>`, behind its first.
fn closing_unit<U: Unit>(name: &[U], at: usize) -> U {
    match at {
        1 => U::ascii(b'/'),
        _ => *name.get(at - 2).unwrap_or(&U::ascii(b'>')),
    }
}
