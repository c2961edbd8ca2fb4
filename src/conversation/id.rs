//! Ids for messages to come (spec, section 9).

use crate::labels::Kind;
use crate::text::{self, Unit};
use crate::unicode;
use crate::unit::code_points;

/// The most digits that count as a number.
const MAX_DIGITS: usize = 15;

/// As much of a role is abbreviated, in code points: no header holds more.
const MAX_ROLE: usize = 512;

/// Where the number at the end of an id begins, if it ends with one.
pub fn split<U: Unit>(id: &[U]) -> Option<usize> {
    let is_digit = |unit: &&U| (b'0'..=b'9').any(|digit| **unit == U::ascii(digit));
    let digits = id.iter().rev().take_while(is_digit).count();
    (1..=MAX_DIGITS).contains(&digits).then_some(id.len() - digits)
}

/// What an id of a kind and role begins with, in the case of the role; `None` for
/// a kind without ids.
pub fn stem<U: Unit>(kind: Kind, role: &[U]) -> Option<Vec<U>> {
    let prefix = kind.id_prefix();
    if prefix.is_empty() {
        return None;
    }
    let mut stem: Vec<U> = prefix.bytes().map(U::ascii).collect();
    if kind != Kind::Task {
        abbreviate(role, &mut stem);
        if stem.len() > prefix.len() {
            stem.push(U::ascii(b'_'));
        }
    }
    Some(stem)
}

/// The first letter of each word; a word without lower-case letters whole; no number
/// at the end.
fn abbreviate<U: Unit>(role: &[U], to: &mut Vec<U>) {
    let points: Vec<(usize, u32)> = code_points(role).take(MAX_ROLE).collect();
    let words = || {
        points
            .split(|&(_, code)| is_between_words(code))
            .filter(|word| !word.is_empty())
    };
    let count = words().count();
    for (at, word) in words().enumerate() {
        let is_number = word.iter().all(|&(_, code)| (0x30..0x3A).contains(&code));
        if is_number && at > 0 && at + 1 == count {
            continue;
        }
        let kept = match word.iter().any(|&(_, code)| is(code, char::is_lowercase)) {
            true => word.iter().position(|&(_, code)| is(code, char::is_alphabetic)),
            false => None,
        }
        .map_or(word, |first| &word[first..=first]);
        for &(start, _) in kept.iter().filter(|&&(_, code)| is_visible(code)) {
            to.extend_from_slice(text::code_point_at(role, start).of(role));
        }
    }
}

/// Whether it is a character, not a lone surrogate, of a class.
fn is(code: u32, class: fn(char) -> bool) -> bool {
    char::from_u32(code).is_some_and(class)
}

fn is_between_words(code: u32) -> bool {
    [0x2D, 0x5F, 0x2010, 0x2011].contains(&code) || unicode::is_space(code)
}

fn is_visible(code: u32) -> bool {
    !unicode::is_control(code) && !unicode::is_default_ignorable(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_begin_with_their_kind_and_role() {
        let cases = [
            (Kind::Progress, "UI Operator_1", "out_UIO_"),
            (Kind::Ask, "Full-Stack Engineer_1", "ask_FSE_"),
            (Kind::Ask, "Team Leader", "ask_TL_"),
            (Kind::Completion, "前端_1", "out_前端_"),
            (Kind::Task, "Team Leader", "task_"),
            (Kind::Answer, "iOS (beta)_12", "ans_ib_"),
            (Kind::Other, "7", "msg_7_"),
            (Kind::Message, "--", "msg_"),
            (
                Kind::Message,
                "GPT\u{200B}4\u{3000}a\u{1}\u{2011}B",
                "msg_GPT4aB_",
            ),
        ];
        for (kind, role, expected) in cases {
            assert_eq!(stem(kind, role.as_bytes()).as_deref(), Some(expected.as_bytes()));
            let units: Vec<u16> = role.encode_utf16().collect();
            let expected: Vec<u16> = expected.encode_utf16().collect();
            assert_eq!(stem(kind, &units), Some(expected));
        }
        assert_eq!(stem(Kind::Plain, b"A"), None);
    }

    #[test]
    fn ids_keep_lone_surrogates() {
        let role = [0xD83D, u16::from(b'_'), u16::from(b'1')];
        let stem = stem(Kind::Ask, &role).unwrap();
        assert_eq!(&stem[4..], [0xD83D, u16::from(b'_')]);
    }

    #[test]
    fn ids_are_split_before_their_number() {
        let cases = [
            ("ask_a_007", Some(6)),
            ("ask_a_", None),
            ("ask_b", None),
            ("9", Some(0)),
            ("a999999999999999", Some(1)),
            ("a9999999999999999", None),
        ];
        for (id, expected) in cases {
            assert_eq!(split(id.as_bytes()), expected, "{id}");
        }
    }
}
