//! Which code points of a name cannot be seen and change nothing around them.

use super::tables::*;
use super::{entries, is_default_ignorable};
use crate::text::{Unit, code_points};

const NON_JOINER: u32 = 0x200C;
const JOINER: u32 = 0x200D;
const EMOJI_STYLE: u32 = 0xFE0F;
const KEYCAP: u32 = 0x20E3;

/// How far a name is read for what its code points do, in code points: as long
/// as a role of a message can be. Further on nothing invisible is allowed.
const MAX_NAME: usize = 512;

/// The code points of a name with their offsets, and whether each is invisible:
/// default-ignorable and none that the code points around it need.
pub fn with_invisible<U: Unit>(name: &[U]) -> impl Iterator<Item = (usize, u32, bool)> {
    let mut before = Before::default();
    code_points(name).map(move |(at, code)| {
        let after = code_points(&name[at..]).skip(1);
        (at, code, before.hides(code, after.map(|(_, code)| code)))
    })
}

/// What stands before a code point, as far as the rules ask.
#[derive(Default)]
struct Before {
    count: usize,
    last: u32,
    /// The letter or emoji that the last marks belong to, `VIRAMA` where a virama
    /// stands between, 0 where there is none.
    kind: u8,
    script: u8,
}

impl Before {
    /// Takes the next code point; whether it is invisible.
    fn hides(&mut self, code: u32, after: impl Iterator<Item = u32>) -> bool {
        self.count += 1;
        if self.count > MAX_NAME {
            return is_default_ignorable(code);
        }
        let hidden = is_default_ignorable(code) && !self.needs(code, after);
        // a joiner belongs to neither side, the style to its emoji
        if hidden || code != EMOJI_STYLE {
            self.add(code);
        }
        self.last = code;
        hidden
    }

    /// Joiners by UAX #31, rules A1, A2 and B (today in UTS #39, section 3.1.1);
    /// emoji by UTS #51, ED-9a, ED-14c and ED-16.
    fn needs(&self, code: u32, after: impl Iterator<Item = u32>) -> bool {
        match (code, self.kind) {
            (NON_JOINER, DUAL | LEFT) => matches!(self.find(after, is_mark), DUAL | RIGHT),
            (NON_JOINER, VIRAMA) => self.find(after, is_reordered) == LETTER,
            (JOINER, VIRAMA) => !is_vowel(next_kind(after)),
            (JOINER, EMOJI) => next_kind(after) == EMOJI,
            (EMOJI_STYLE, EMOJI) => self.last != EMOJI_STYLE,
            (EMOJI_STYLE, _) => makes_keycap(self.last, after),
            _ => false,
        }
    }

    fn add(&mut self, code: u32) {
        let (kind, script) = kind(code);
        let goes_on = script == 0 || script == self.script;
        self.kind = match kind {
            DUAL | LEFT | LETTER | EMOJI => {
                self.script = script;
                kind
            }
            _ if !goes_on || self.kind == EMOJI => 0,
            VIRAMA if matches!(self.kind, LETTER | VIRAMA) => VIRAMA,
            _ if is_reordered(kind) => self.kind,
            _ if is_mark(kind) && self.kind == VIRAMA => LETTER,
            _ if is_mark(kind) => self.kind,
            _ => 0,
        };
    }

    /// The first kind in `after` that is not `passed`, if it is of this script.
    fn find(&self, after: impl Iterator<Item = u32>, passed: fn(u8) -> bool) -> u8 {
        for code in after {
            let (kind, script) = kind(code);
            if script != 0 && script != self.script {
                break;
            }
            if !passed(kind) {
                return kind;
            }
        }
        0
    }
}

/// M₁ of the rules.
fn is_reordered(kind: u8) -> bool {
    matches!(kind, VIRAMA | MARK | VOWEL_MARK)
}

/// M of the rules, and T in scripts whose letters join.
fn is_mark(kind: u8) -> bool {
    is_reordered(kind) || matches!(kind, MARK_CCC_0 | VOWEL_MARK_CCC_0)
}

fn is_vowel(kind: u8) -> bool {
    matches!(kind, VOWEL | VOWEL_MARK | VOWEL_MARK_CCC_0)
}

/// A digit, `#` or `*` makes one.
fn makes_keycap(last: u32, mut after: impl Iterator<Item = u32>) -> bool {
    matches!(last, 0x30..=0x39 | 0x23 | 0x2A) && after.next() == Some(KEYCAP)
}

fn next_kind(mut after: impl Iterator<Item = u32>) -> u8 {
    after.next().map_or(0, |code| kind(code).0)
}

/// The kind of a code point and its script, each 0 where it has none.
#[inline(never)]
fn kind(code: u32) -> (u8, u8) {
    let mut script = 0;
    let mut next = 0;
    for (kind, number) in entries(JOINING) {
        if kind == GROUP {
            script += 1;
            next = 0;
            continue;
        }
        let first = next;
        next += number + 1;
        if kind != 0 && (first..next).contains(&code) {
            return (kind, script);
        }
    }
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invisible(name: &str) -> Vec<usize> {
        with_invisible(name.as_bytes())
            .filter(|&(_, _, is_invisible)| is_invisible)
            .map(|(at, _, _)| at)
            .collect()
    }

    #[test]
    fn joiner_between_letters_that_join_is_needed() {
        for name in [
            "نامه\u{200C}ای",
            "می\u{200C}خواهم",
            "بَ\u{200C}َبا",
            "ܒ\u{200C}ܒ",
            "ߊߟ\u{200C}ߊ",
            "ᠮ\u{200C}ᠠ",
        ] {
            assert_eq!(invisible(name), [], "{name}");
        }
        for name in ["د\u{200C}ب", "ب\u{200C}", "\u{200C}ب", "ب\u{200C}ܒ", "ب\u{200C}a", "ب\u{200D}ب"] {
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
            assert_eq!(invisible(name), [], "{name}");
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
            assert_eq!(invisible(name), [], "{name}");
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
        for code in ["\u{AD}", "\u{34F}", "\u{200B}", "\u{202E}", "\u{2060}", "\u{3164}", "\u{E0041}"] {
            assert_eq!(invisible(&format!("A{code}B")), [1]);
        }
        assert_eq!(invisible("A B"), []);
        let long = "ب\u{200C}ب".repeat(200);
        assert_eq!(invisible(&long).first(), Some(&(514 / 3 * 7 + 2)));
    }

    #[test]
    fn direction_controls_are_default_ignorable() {
        assert!(DIRECTION_CONTROLS.iter().all(|&(first, last)| (first..=last).all(is_default_ignorable)));
    }
}
