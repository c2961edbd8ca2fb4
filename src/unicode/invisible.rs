//! Which code points of a name cannot be seen and change nothing around them.
//!
//! The rules are regular, so one walk over the kinds of the code points tells:
//! an invisible one that needs what follows it waits for that.

use std::borrow::Cow;

use super::tables::*;
use super::{entries, is_control, is_default_ignorable, push_name};
use crate::text::{Unit, code_point_at, code_points};

/// What has no place in the table: other invisible code points, and the rest.
const HIDDEN: u8 = 0;
const OTHER: u8 = KEYCAP + 1;
const KINDS: usize = OTHER as usize + 1;

/// How far a name is read for what its code points do, in code points: as long
/// as a role of a message can be. Further on nothing invisible is allowed.
const MAX_NAME: usize = 512;

/// What stands before a code point, as far as the rules ask.
mod state {
    pub const NONE: u8 = 0;
    /// Something that no rule begins with.
    pub const SEEN: u8 = 1;
    /// A letter that joins to the next, and marks.
    pub const JOINS: u8 = 2;
    /// A letter, and marks.
    pub const LETTER: u8 = 3;
    /// The same, a virama, and marks.
    pub const VIRAMA: u8 = 4;
    pub const EMOJI: u8 = 5;
    pub const STYLED_EMOJI: u8 = 6;
    pub const KEYCAP_BASE: u8 = 7;
    // from here on a code point waits
    pub const JOINS_NOT: u8 = 8;
    pub const VIRAMA_JOINS_NOT: u8 = 9;
    pub const VIRAMA_JOINS: u8 = 10;
    pub const EMOJI_JOINS: u8 = 11;
    pub const STYLED_BASE: u8 = 12;
    pub const COUNT: usize = 13;
}

/// Joiners by UAX #31, rules A1, A2 and B (today in UTS #39, section 3.1.1), in
/// the scripts of the table and with all marks alike, which differs for misspelt
/// words alone; emoji by UTS #51, ED-9a, ED-14c and ED-16. `NONE` where no rule
/// goes on.
const fn go_on(from: u8, kind: u8) -> u8 {
    match (from, kind) {
        (state::NONE, DUAL) => state::JOINS,
        (state::NONE, LETTER) => state::LETTER,
        (state::NONE, EMOJI) => state::EMOJI,
        (state::NONE, KEYCAP_BASE) => state::KEYCAP_BASE,

        (state::JOINS | state::JOINS_NOT, MARK) => from,
        (state::JOINS, NON_JOINER) => state::JOINS_NOT,
        (state::JOINS_NOT, DUAL) => state::JOINS,
        (state::JOINS_NOT, RIGHT) => state::SEEN,

        (state::LETTER | state::VIRAMA | state::VIRAMA_JOINS_NOT, MARK) => from,
        (state::LETTER | state::VIRAMA, VIRAMA) => state::VIRAMA,
        (state::VIRAMA, NON_JOINER) => state::VIRAMA_JOINS_NOT,
        (state::VIRAMA_JOINS_NOT | state::VIRAMA_JOINS, LETTER) => state::LETTER,
        (state::VIRAMA, JOINER) => state::VIRAMA_JOINS,
        (state::VIRAMA_JOINS, KEYCAP_BASE | OTHER) => state::SEEN,

        (state::EMOJI, STYLE) => state::STYLED_EMOJI,
        (state::EMOJI | state::STYLED_EMOJI, JOINER) => state::EMOJI_JOINS,
        (state::EMOJI_JOINS, EMOJI) => state::EMOJI,
        (state::KEYCAP_BASE, STYLE) => state::STYLED_BASE,
        (state::STYLED_BASE, KEYCAP) => state::SEEN,
        _ => state::NONE,
    }
}

const MOVES: [[u8; KINDS]; state::COUNT] = {
    let mut moves = [[0; KINDS]; state::COUNT];
    let mut place = 0;
    while place < KINDS * state::COUNT {
        let (from, kind) = (place / KINDS, place % KINDS);
        moves[from][kind] = go_on(from as u8, kind as u8);
        place += 1;
    }
    moves
};

fn next_state(from: u8, kind: u8) -> u8 {
    MOVES[usize::from(from)][usize::from(kind)]
}

/// Tells each code point of a name, with its offset, that is a control character,
/// or is default-ignorable and none that the code points around it need.
pub fn each_invisible<U: Unit>(name: &[U], tell: &mut dyn FnMut(usize, u32)) {
    let mut from = state::NONE;
    let mut of_script = 0;
    let mut waiting = (0, 0);
    for (count, (at, code)) in code_points(name).enumerate() {
        let (kind, script) = kind(code, if count < MAX_NAME { JOINING } else { &[] });
        let is_invisible = matches!(kind, HIDDEN | NON_JOINER..=STYLE);
        let mut to = state::NONE;
        if script == 0 || script == of_script {
            to = next_state(from, kind);
        }
        if to == state::NONE {
            if from >= state::JOINS_NOT {
                tell(waiting.0, waiting.1);
            }
            if is_invisible {
                tell(at, code);
            }
            to = next_state(state::NONE, kind);
            of_script = script;
        } else if is_invisible {
            waiting = (at, code);
        }
        from = to;
    }
    if from >= state::JOINS_NOT && from != state::VIRAMA_JOINS {
        tell(waiting.0, waiting.1);
    }
}

/// A name in which code points that cannot be seen are written out, but for those
/// that are needed there.
pub fn to_visible<U: Unit>(name: &[U]) -> Cow<'_, [U]> {
    let mut visible = Vec::new();
    let mut shown = 0;
    each_invisible(name, &mut |at, code| {
        visible.extend_from_slice(&name[shown..at]);
        push_name(code, &mut |c| U::encode(c, &mut visible));
        shown = code_point_at(name, at).end;
    });
    if shown == 0 {
        return Cow::Borrowed(name);
    }
    visible.extend_from_slice(&name[shown..]);
    Cow::Owned(visible)
}

/// The kind of a code point by a table, and its script, 0 for any.
fn kind(code: u32, table: &[u8]) -> (u8, u8) {
    let mut script = 0;
    let mut next = 0;
    for (kind, number) in entries(table) {
        if kind == GROUP {
            script += 1;
            next = 0;
            continue;
        }
        if kind != 0 && code.wrapping_sub(next) <= number {
            return (kind, script);
        }
        next += number + 1;
    }
    let is_hidden = is_default_ignorable(code) || is_control(code);
    (if is_hidden { HIDDEN } else { OTHER }, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invisible(name: &str) -> Vec<usize> {
        let mut found = Vec::new();
        each_invisible(name.as_bytes(), &mut |at, _| found.push(at));
        found
    }

    #[test]
    fn joiner_between_letters_that_join_is_needed() {
        for name in ["نامه\u{200C}ای", "می\u{200C}خواهم", "بَ\u{200C}َبا"] {
            assert!(invisible(name).is_empty(), "{name}");
        }
        for name in ["د\u{200C}ب", "ب\u{200C}", "\u{200C}ب", "ب\u{200C}a", "ب\u{200D}ب"] {
            assert_eq!(invisible(name).len(), 1, "{name}");
        }
        assert_eq!(invisible("ب\u{200C}\u{200C}ب"), [2, 5]);
    }

    #[test]
    fn joiner_behind_virama_is_needed() {
        for name in [
            "क्\u{200C}ष",
            "क्\u{200D}ष",
            "क्\u{200D}",
            "क़्\u{200C}ष",
            "ക്\u{200D}",
            "ශ්\u{200D}රී",
            "র\u{9CD}\u{200D}য",
            "ক\u{9CD}\u{200C}ত",
        ] {
            assert!(invisible(name).is_empty(), "{name}");
        }
        for name in [
            "क\u{200C}ष",
            "क\u{200D}ष",
            "क्\u{200C}",
            "क्\u{200C}1",
            "क्\u{200C}ক",
            "क्\u{200D}ा",
            "\u{94D}\u{200D}ष",
            "a\u{94D}\u{200D}b",
            "1\u{94D}\u{200D}",
        ] {
            assert_eq!(invisible(name).len(), 1, "{name}");
        }
    }

    #[test]
    fn code_points_of_emoji_are_needed() {
        for name in [
            "❤\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "#\u{FE0F}\u{20E3}",
            "👨\u{200D}👩\u{200D}👧",
            "🏳\u{FE0F}\u{200D}🌈",
            "👩🏽\u{200D}🚒",
            "❤\u{FE0F}\u{200D}🔥",
        ] {
            assert!(invisible(name).is_empty(), "{name}");
        }
        for name in [
            "A\u{FE0F}",
            "1\u{FE0F}",
            "1\u{200D}2",
            "❤\u{FE0E}",
            "👨\u{200D}",
            "\u{200D}👨",
            "\u{FE0F}\u{20E3}",
            "A\u{FE0F}\u{20E3}",
            "❤\u{FE0F}\u{FE0F}",
            "❤\u{301}\u{FE0F}",
        ] {
            assert_eq!(invisible(name).len(), 1, "{name}");
        }
    }

    #[test]
    fn other_default_ignorable_code_points_are_invisible() {
        for code in [
            "\u{AD}",
            "\u{34F}",
            "\u{200B}",
            "\u{202E}",
            "\u{2060}",
            "\u{3164}",
            "\u{E0041}",
        ] {
            assert_eq!(invisible(&format!("A{code}B")), [1]);
        }
        assert!(invisible("A B").is_empty());
        let long = "ب\u{200C}ب".repeat(200);
        assert_eq!(invisible(&long).first(), Some(&1192));
    }

    #[test]
    fn direction_controls_are_default_ignorable() {
        assert!(
            DIRECTION_CONTROLS
                .iter()
                .all(|&(first, last)| (first..=last).all(is_default_ignorable))
        );
    }
}
