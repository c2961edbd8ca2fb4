//! Ids for messages to come (spec, section 9).

use crate::labels::Kind;
use crate::text::Unit;
use crate::unicode;

/// The most digits that count as a number.
const MAX_DIGITS: usize = 15;

/// Where the number at the end of an id begins, if it ends with one.
pub fn split<U: Unit>(id: &[U]) -> Option<usize> {
    let is_digit = |unit: &&U| (b'0'..=b'9').any(|digit| **unit == U::ascii(digit));
    let digits = id.iter().rev().take_while(is_digit).count();
    (1..=MAX_DIGITS).contains(&digits).then_some(id.len() - digits)
}

/// What an id of a kind and role begins with, in the case of the role; `None` for
/// a kind without ids.
pub fn stem(kind: Kind, role: &str) -> Option<String> {
    let prefix = kind.id_prefix();
    if prefix.is_empty() {
        return None;
    }
    let mut stem = String::from(prefix);
    if kind != Kind::Task {
        abbreviate(role, &mut stem);
        if stem.len() > prefix.len() {
            stem.push('_');
        }
    }
    Some(stem)
}

/// The first letter of each word; a word without lower-case letters whole; no number
/// at the end.
fn abbreviate(role: &str, to: &mut String) {
    let words = || role.split(is_between_words).filter(|word| !word.is_empty());
    let count = words().count();
    for (at, word) in words().enumerate() {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && at > 0 && at + 1 == count {
            continue;
        }
        match word.chars().any(char::is_lowercase) {
            true => to.extend(word.chars().find(|c| c.is_alphabetic())),
            false => to.extend(word.chars().filter(|&c| is_visible(c))),
        }
    }
}

fn is_between_words(c: char) -> bool {
    matches!(c, '-' | '_' | '\u{2010}' | '\u{2011}') || unicode::is_space(c.into())
}

fn is_visible(c: char) -> bool {
    !unicode::is_control(c.into()) && !unicode::is_default_ignorable(c.into())
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
            assert_eq!(stem(kind, role).as_deref(), Some(expected));
        }
        assert_eq!(stem(Kind::Plain, "A"), None);
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
