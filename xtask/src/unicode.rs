//! The tables of `src/unicode/tables.rs`, from the Unicode data that crates carry.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use icu_casemap::CaseMapper;
use icu_properties::props::{
    BidiControl, BinaryProperty, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji,
    GeneralCategory as Category, GeneralCategoryGroup as Group, JoiningType, Script, WhiteSpace,
};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;
use unicode_width::UnicodeWidthChar as _;

use crate::Outcome;
use crate::command::{root, say, write};

const FILE: &str = "src/unicode/tables.rs";

/// The role that no other may look like.
const LEADER: &str = "Team Leader";

/// The scripts of UAX #31, table 5, that are written with joiners: the cursive one,
/// and those of India and Sri Lanka, which have a virama.
const SCRIPTS: &[Script] = &[
    Script::Arabic,
    Script::Devanagari,
    Script::Bengali,
    Script::Gurmukhi,
    Script::Gujarati,
    Script::Oriya,
    Script::Tamil,
    Script::Telugu,
    Script::Kannada,
    Script::Malayalam,
    Script::Sinhala,
];

/// The kinds of code points that the rules for joiners and emoji name; the number
/// of each is its place, from 1 on.
const KINDS: &[&str] = &[
    "DUAL",
    "RIGHT",
    "VIRAMA",
    "MARK",
    "LETTER",
    "EMOJI",
    "NON_JOINER",
    "JOINER",
    "STYLE",
    "KEYCAP_BASE",
    "KEYCAP",
];

/// The first half of a byte that is no entry of its own.
const DIGIT: u8 = 14;
const GROUP: u8 = 15;

const NO_CELL: u8 = 1;
const TWO_CELLS: u8 = 2;

/// Writes the tables into the crate.
pub fn write_tables() -> Outcome {
    say(&format!("writing {FILE}"));
    write(&root().join(FILE), source())
}

fn source() -> String {
    let mut out = String::from(
        "// Written by `cargo xtask tables` from Unicode 18.0.\n\
         //\n\
         // In a table of bytes an entry is a kind, the first half of a byte, and a\n\
         // number, the second half and before it the halves of the bytes of kind DIGIT.\n\n\
         use super::Ranges;\n\n",
    );
    list(&mut out, "White_Space, and U+FEFF.", "SPACES", &spaces());
    list(
        &mut out,
        "General category Cc, U+2028 and U+2029.",
        "CONTROLS",
        &controls(),
    );
    list(
        &mut out,
        "Bidi_Control.",
        "DIRECTION_CONTROLS",
        &set::<BidiControl>(),
    );
    let ignorables = set::<DefaultIgnorableCodePoint>();
    list(
        &mut out,
        "Default_Ignorable_Code_Point.",
        "DEFAULT_IGNORABLES",
        &ignorables,
    );
    number(&mut out, "DIGIT", DIGIT);
    look_alikes(&mut out);
    number(&mut out, "GROUP", GROUP);
    for (place, name) in KINDS.iter().enumerate() {
        number(&mut out, name, place as u8 + 1);
    }
    bytes(
        &mut out,
        "Runs of code points of one kind, 0 where they have none; the number is the\n\
         /// length less one. A GROUP is a script and begins at U+0000 again; the first\n\
         /// is what goes with any, the last the emoji and the symbols between them.",
        "JOINING",
        &joining(),
    );
    number(&mut out, "NO_CELL", NO_CELL);
    number(&mut out, "TWO_CELLS", TWO_CELLS);
    let mut table = Vec::new();
    add_runs(&mut table, widths());
    bytes(
        &mut out,
        "Runs of code points that do not take one terminal cell, 0 between them; the\n\
         /// number is the length less one.",
        "CELLS",
        &table,
    );
    out
}

fn list(out: &mut String, about: &str, name: &str, ranges: &[(u32, u32)]) {
    writeln!(out, "/// {about}\npub const {name}: &Ranges = &[").unwrap();
    for (first, last) in ranges {
        writeln!(out, "    (0x{first:02X}, 0x{last:02X}),").unwrap();
    }
    out.push_str("];\n\n");
}

fn number(out: &mut String, name: &str, value: u8) {
    writeln!(out, "pub const {name}: u8 = {value};\n").unwrap();
}

fn bytes(out: &mut String, about: &str, name: &str, table: &[u8]) {
    writeln!(out, "/// {about}\npub const {name}: &[u8] = b\"\\").unwrap();
    for line in table.chunks(24) {
        let line: String = line.iter().map(|byte| format!("\\x{byte:02X}")).collect();
        writeln!(out, "    {line}\\").unwrap();
    }
    out.push_str("\";\n\n");
}

fn entry(table: &mut Vec<u8>, kind: u8, number: u32) {
    let digits = (32 - number.leading_zeros()).div_ceil(4).max(1);
    for place in (0..digits).rev() {
        let kind = if place == 0 { kind } else { DIGIT };
        table.push(kind << 4 | (number >> (4 * place) & 0xF) as u8);
    }
}

fn set<P: BinaryProperty>() -> Vec<(u32, u32)> {
    let set = CodePointSetData::new::<P>();
    set.iter_ranges().map(|range| range.into_inner()).collect()
}

/// The ranges of the code points that `is` holds for.
fn ranges(is: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let codes = (0..=0x10FFFF).filter(|&code| is(code)).map(|code| (code, 1));
    runs(codes).map(|(first, last, _)| (first, last)).collect()
}

/// The runs of code points of one kind.
fn runs(kinds: impl Iterator<Item = (u32, u8)>) -> impl Iterator<Item = (u32, u32, u8)> {
    let mut runs: Vec<(u32, u32, u8)> = Vec::new();
    for (code, kind) in kinds {
        match runs.last_mut() {
            Some((_, last, of)) if *last + 1 == code && *of == kind => *last = code,
            _ => runs.push((code, code, kind)),
        }
    }
    runs.into_iter()
}

fn add_runs(table: &mut Vec<u8>, kinds: impl Iterator<Item = (u32, u8)>) {
    let mut next = 0;
    for (first, last, kind) in runs(kinds) {
        if first > next {
            entry(table, 0, first - next - 1);
        }
        entry(table, kind, last - first);
        next = last + 1;
    }
}

/// The code points that do not take one terminal cell. Control characters are
/// never drawn.
fn widths() -> impl Iterator<Item = (u32, u8)> {
    ('\0'..=char::MAX).filter_map(|c| {
        let kind = match c.width()? {
            0 => NO_CELL,
            2 => TWO_CELLS,
            _ => return None,
        };
        Some((c as u32, kind))
    })
}

fn spaces() -> Vec<(u32, u32)> {
    let spaces = CodePointSetData::new::<WhiteSpace>();
    ranges(|code| spaces.contains32(code) || code == 0xFEFF)
}

fn controls() -> Vec<(u32, u32)> {
    ranges(|code| category(code) == Category::Control || matches!(code, 0x2028 | 0x2029))
}

/// What a name looks like: its skeleton (UTS #39, section 4), folded by case and
/// compatibility (NFKC), until neither changes it, without spaces, `_` and `-`.
fn looks(name: &str) -> String {
    let case = CaseMapper::new();
    let fold = |name: &str| case.fold_string(name).nfkc().collect::<String>();
    let mut looks = name.to_owned();
    loop {
        let next: String = skeleton(&fold(&fold(&skeleton(&looks).collect::<String>()))).collect();
        if next == looks {
            let spaces = CodePointSetData::new::<WhiteSpace>();
            looks.retain(|c| !spaces.contains(c) && c != '_' && c != '-');
            return looks;
        }
        looks = next;
    }
}

/// What a code point looks like, if that is a piece of `leader`: itself, or else
/// the same letter in the other case (`т` is no look-alike of `t`, `Т` one of `T`).
fn piece(leader: &str, c: char) -> Option<String> {
    let case = CaseMapper::new();
    let mut cases = vec![c, case.simple_uppercase(c), case.simple_lowercase(c)];
    cases.dedup();
    if Group::Mark.contains(category(c as u32)) {
        cases.truncate(1);
    }
    let mut pieces = cases.iter().map(|c| looks(&c.to_string()));
    pieces.find(|piece| leader.contains(piece))
}

/// Each look-alike of a piece of the leader's name, without what goes anyway:
/// spaces and default-ignorable code points.
fn pieces(leader: &str) -> BTreeMap<u32, String> {
    let spaces = CodePointSetData::new::<WhiteSpace>();
    let ignorables = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    ('\0'..=char::MAX)
        .filter(|&c| !Group::Other.contains(category(c as u32)))
        .filter(|&c| !spaces.contains(c) && !ignorables.contains(c))
        .filter_map(|c| Some((c as u32, piece(leader, c)?)))
        .collect()
}

fn category(code: u32) -> Category {
    CodePointMapData::<Category>::new().get32(code)
}

fn look_alikes(out: &mut String) {
    let leader = looks(LEADER);
    let pieces = pieces(&leader);
    let mut kinds: Vec<&str> = pieces.values().map(String::as_str).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() < DIGIT.into(), "more kinds than half a byte holds");
    let mut table = Vec::new();
    let mut next = 0;
    for (code, piece) in &pieces {
        let kind = kinds.binary_search(&piece.as_str()).unwrap();
        entry(&mut table, kind as u8, code - next);
        next = code + 1;
    }
    let spelt: String = kinds.iter().map(|piece| format!("*b\"{piece:<3}\", ")).collect();
    writeln!(
        out,
        "/// What `{LEADER}` looks like, without its space.\n\
         pub const LEADER: &[u8] = b\"{leader}\";\n\n\
         /// The pieces of it that a code point can look like, each at its kind, with\n\
         /// spaces behind it.\n\
         pub const PIECES: &[[u8; 3]] = &[{}];\n",
        spelt.trim_end_matches(", ")
    )
    .unwrap();
    bytes(
        out,
        "The code points that look like a piece; the number is how many stand between\n\
         /// the one before and this.",
        "LOOK_ALIKES",
        &table,
    );
    list(
        out,
        "The two longest stretches below U+10000 with nothing of the above: most Han, and\n\
         /// Hangul.",
        "PLAIN",
        &stretches(pieces.into_keys()),
    );
}

fn stretches(look_alikes: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let lists = [spaces(), controls(), set::<DefaultIgnorableCodePoint>()];
    let mut codes: Vec<_> = lists
        .concat()
        .into_iter()
        .flat_map(|(first, last)| first..=last)
        .collect();
    codes.extend(look_alikes);
    codes.retain(|&code| code < 0x10000);
    codes.sort_unstable();
    let mut stretches: Vec<_> = codes
        .windows(2)
        .map(|pair| (pair[0] + 1, pair[1].wrapping_sub(1)))
        .collect();
    stretches.sort_by_key(|(first, last)| std::cmp::Reverse(last.saturating_sub(*first)));
    stretches.truncate(2);
    stretches.sort_unstable();
    stretches
}

fn joining() -> Vec<u8> {
    let mut table = Vec::new();
    add_runs(&mut table, shared());
    for &script in SCRIPTS {
        entry(&mut table, GROUP, 0);
        add_runs(&mut table, kinds_in(script));
    }
    entry(&mut table, GROUP, 0);
    add_runs(&mut table, emoji());
    table
}

/// What any script goes with: joiners, parts of emoji, and the marks that some of
/// the scripts share.
fn shared() -> impl Iterator<Item = (u32, u8)> {
    let scripts = ScriptWithExtensions::new();
    (0..=0x10FFFF).filter_map(move |code| {
        let kind = match code {
            0x23 | 0x2A | 0x30..=0x39 => "KEYCAP_BASE",
            0x200C => "NON_JOINER",
            0x200D => "JOINER",
            0x20E3 => "KEYCAP",
            0xFE0F => "STYLE",
            _ if scripts.get_script_val32(code) != Script::Inherited => return None,
            _ if SCRIPTS.iter().any(|&script| scripts.has_script32(code, script)) => "MARK",
            _ => return None,
        };
        Some((code, number_of(kind)))
    })
}

/// The code points of a script that have a kind, and its number, below U+10000:
/// those beyond are not in use today.
fn kinds_in(script: Script) -> impl Iterator<Item = (u32, u8)> {
    let ignorables = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    CodePointMapData::<Script>::new()
        .iter_ranges_for_value(script)
        .flatten()
        .filter(move |&code| code < 0x10000 && !ignorables.contains32(code))
        .filter_map(move |code| Some((code, number_of(kind(code, script)?))))
}

fn kind(code: u32, script: Script) -> Option<&'static str> {
    let ccc = CodePointMapData::<CanonicalCombiningClass>::new().get32(code);
    match CodePointMapData::<JoiningType>::new().get32(code) {
        JoiningType::DualJoining => Some("DUAL"),
        JoiningType::RightJoining => Some("RIGHT"),
        _ if ccc == CanonicalCombiningClass::Virama => Some("VIRAMA"),
        _ if Group::Mark.contains(category(code)) => Some("MARK"),
        _ if Group::Letter.contains(category(code)) && script != Script::Arabic => Some("LETTER"),
        _ => None,
    }
}

/// The emoji beyond ASCII, and the symbols, signs and free places between two of
/// them: exact ranges would be six times as long, and miss later emoji.
fn emoji() -> impl Iterator<Item = (u32, u8)> {
    let emoji = CodePointSetData::new::<Emoji>();
    let codes: Vec<u32> = (0x80..=0x10FFFF).filter(|&code| emoji.contains32(code)).collect();
    let fills = |code: &u32| {
        let category = category(*code);
        Group::Symbol.contains(category)
            || Group::Punctuation.contains(category)
            || matches!(category, Category::OtherNumber | Category::Unassigned)
    };
    let mut filled = vec![codes[0]];
    for pair in codes.windows(2) {
        let between = pair[0] + 1..pair[1];
        if between.clone().all(|code| fills(&code)) {
            filled.extend(between);
        }
        filled.push(pair[1]);
    }
    filled.into_iter().map(|code| (code, number_of("EMOJI")))
}

fn number_of(kind: &str) -> u8 {
    let place = KINDS.iter().position(|&name| name == kind);
    place.expect("a kind of the list") as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_the_crate_are_those_of_the_data() {
        let committed = crate::command::read(&root().join(FILE)).unwrap();
        assert!(committed == source(), "run `cargo xtask tables`");
    }

    #[test]
    fn role_with_look_alike_in_leaders_name_is_flagged() {
        let leader = looks(LEADER);
        for (code, piece) in pieces(&leader) {
            let c = char::from_u32(code).unwrap().to_string();
            let role = leader.replacen(&piece, &c, 1);
            let text =
                format!("来自 {role} 的消息\nid: msg_1\n\n<{role}>\n<Message>\nx\n</Message>\n</{role}>");
            let codes: Vec<_> = agent_bubble::parse_message(&text)
                .diagnostics
                .iter()
                .map(|fault| fault.code.as_str())
                .collect();
            assert_eq!(codes, ["confusable-role"], "U+{code:04X}");
        }
    }
}
