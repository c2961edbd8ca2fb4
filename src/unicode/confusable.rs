//! Which names look like `Team Leader` (spec, section 2.1; UTS #39, section 4).
//!
//! The table holds what each code point looks like after all foldings, so a name
//! is spelt against the leader's, piece by piece.

use super::tables::{LEADER, LOOK_ALIKES, PIECES, PLAIN};
use super::{entries, holds, is_default_ignorable, is_space};

/// Whether a name looks like `Team Leader`, which itself does too.
pub fn is_like_leader(name: impl Iterator<Item = u32>) -> bool {
    let mut rest = LEADER.iter();
    for code in name {
        let Some(piece) = piece(code) else {
            return false;
        };
        let mut letters = piece.iter().filter(|&&letter| letter != b' ');
        if !letters.all(|letter| rest.next() == Some(letter)) {
            return false;
        }
    }
    rest.as_slice().is_empty()
}

/// The piece of the leader's name that a code point looks like.
fn piece(code: u32) -> Option<[u8; 3]> {
    if holds(PLAIN, code) {
        return None;
    }
    if is_space(code) || is_default_ignorable(code) {
        return Some(*b"   ");
    }
    let mut at = 0;
    for (kind, gap) in entries(LOOK_ALIKES) {
        at += gap;
        if at >= code {
            return (at == code).then(|| PIECES[usize::from(kind)]);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_like(name: &str) -> bool {
        is_like_leader(name.chars().map(u32::from))
    }

    #[test]
    fn name_that_spells_the_leader_is_like_it() {
        for name in [
            "Team Leader",
            "team leader",
            "TEAM LEADER",
            "Team  Leader",
            "TeamLeader",
            "Team_Leader",
            "-Team–Leader_",
            "Tearn Leader",
            "Team 1eader",
            "Team |eader",
            "Team Ieader",
            "Теam Leader",
            "Теам Leader",
            "Τεαm Leader",
            "Ｔｅａｍ　Ｌｅａｄｅｒ",
            "𝐓𝐞𝐚𝐦 𝐋𝐞𝐚𝐝𝐞𝐫",
            "𝕋𝕖𝕒𝕞 𝕃𝕖𝕒𝕕𝕖𝕣",
            "Ⓣⓔⓐⓜ Ⓛⓔⓐⓓⓔⓡ",
            "ᎢᎬᎪᎷ ᏞᎬᎪᎠᎬᎡ",
            "Tea㎖eader",
            "Team Leader\u{E0041}\u{E007F}",
            "Te\u{200B}am\u{2060} Lea\u{AD}der",
            "\u{202A}Team Leader\u{202C}",
        ] {
            assert!(is_like(name), "{name}");
        }
    }

    #[test]
    fn other_name_is_not_like_the_leader() {
        for name in [
            "",
            "Team",
            "Team Lead",
            "Team Leaders",
            "Team Leader_1",
            "Team Leader 2",
            "Téam Leader",
            "Teаm Lеаder\u{301}",
            "Steam Leader",
            "Dream Leader",
            "UI Operator_1",
            "团队负责人",
            "Лидер команды",
        ] {
            assert!(!is_like(name), "{name}");
        }
    }
}
