//! The head of a frame: header, id line, name tag and the bounds of the type
//! tag (spec, section 2.4, steps 1 to 5).

use crate::diagnostic::{Code, Faults};
use crate::labels::Language;
use crate::parse::Stop;
use crate::text::{self, Line, NeedMore, Span, Text, Unit};

/// The longest header, in UTF-16 code units.
pub const MAX_HEADER_UTF16: usize = 512;

/// The words of a header in one language.
pub struct Words {
    pub language: Language,
    /// Before the role.
    pub prefix: &'static str,
    /// Between the speaker, or the receiver, and the action.
    pub separator: &'static str,
    /// Between the speaker and the receiver.
    pub receiver: &'static str,
}

pub const LANGUAGES: [Words; 2] = [
    Words {
        language: Language::Chinese,
        prefix: "来自 ",
        separator: " 的",
        receiver: " 向 ",
    },
    Words {
        language: Language::English,
        prefix: "From ",
        separator: ": ",
        receiver: " to ",
    },
];

pub fn openings() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|words| words.prefix)
}

/// The first line of a frame.
pub struct Header {
    pub words: &'static Words,
    pub line: Line,
    /// What stands behind the prefix.
    pub rest: Span,
}

/// The header, if the line that begins at `start` is one. The text there begins
/// with a language's prefix.
pub fn read_header<U: Unit>(text: &Text<U>, start: usize) -> Result<Option<Header>, NeedMore> {
    let limit = MAX_HEADER_UTF16 * U::PER_UTF16 + "\r\n".len();
    let at_hand = &text.head[start..text.head.len().min(start + limit)];
    if !at_hand.contains(&U::ascii(b'\n')) && is_too_long(at_hand) {
        return Ok(None);
    }
    let line = text.line(start)?;
    let units = line.span.of(text.head);
    if U::utf16_len(units) > MAX_HEADER_UTF16 {
        return Ok(None);
    }
    Ok(LANGUAGES.iter().find_map(|words| {
        let prefix = U::match_prefix(units, words.prefix)?;
        text::find(&units[prefix..], words.separator)?;
        Some(Header {
            words,
            line,
            rest: Span::new(start + prefix, line.span.end),
        })
    }))
}

/// Whether a line that has not ended is too long for a header; a CR at its end
/// can belong to that.
fn is_too_long<U: Unit>(line: &[U]) -> bool {
    let line = line.strip_suffix(&[U::ascii(b'\r')]).unwrap_or(line);
    U::utf16_len(line) > MAX_HEADER_UTF16
}

/// The line that bears the id.
pub struct IdLine {
    pub line: Line,
    /// `None` where no id stands behind the colon.
    pub id: Option<Span>,
}

/// The id line, if the line that begins at `start` is one.
pub fn read_id_line<U: Unit>(
    text: &Text<U>,
    start: usize,
    faults: &mut Faults,
) -> Result<Option<IdLine>, NeedMore> {
    let name = text.skip(start, text::is_space)?;
    if !matches!(text.get(name)?, Some(unit) if [b'i', b'I'].map(U::ascii).contains(&unit)) {
        return Ok(None);
    }
    let word = text.ahead(name, 2)?;
    let is = |at: usize, byte: u8| word.get(at) == Some(&U::ascii(byte));
    if !(is(1, b'd') || is(1, b'D')) {
        return Ok(None);
    }
    let at = text.skip(name + 2, text::is_space)?;
    let Some((colon, fullwidth)) = text::match_colon(text.ahead(at, "：".len())?) else {
        return Ok(None);
    };
    if !(is(0, b'i') && is(1, b'd')) {
        faults.add(Code::IdCase, Span::new(name, name + 2));
    }
    if fullwidth {
        faults.add(Code::FullwidthColon, Span::new(at, at + colon));
    }
    let line = text.line(start)?;
    let id = text::trim(text.head, Span::new(at + colon, line.span.end));
    if id.is_empty() {
        faults.add(Code::MissingId, Span::new(name, at + colon));
    }
    Ok(Some(IdLine {
        line,
        id: (!id.is_empty()).then_some(id),
    }))
}

/// The tag that names the speaker.
pub struct NameTag {
    /// The role, in the header.
    pub role: Span,
    /// Behind the `>`, or the end of the line where there is none.
    pub end: usize,
    /// The end of its line, where no more than spaces follows the tag.
    pub line_end: Option<Line>,
}

/// The name tag on the line that begins at `start`.
pub fn read_name_tag<U: Unit>(
    text: &Text<U>,
    header: &Header,
    start: usize,
    faults: &mut Faults,
) -> Result<NameTag, Stop> {
    let open = text.skip(start, text::is_space)?;
    if text.get(open)? != Some(U::ascii(b'<')) {
        let line = text.faulty_line(start)?;
        return Err(Stop::Plain(Some((Code::MissingOpenTag, line.span))));
    }
    let name = open + 1;
    let rest = header.rest.of(text.head);
    let written = text.head.get(name..).unwrap_or_default();
    let mut common = rest.iter().zip(written).take_while(|(a, b)| a == b).count();
    if common == written.len() && name + common < text.len {
        return Err(Stop::NeedMore);
    }
    let behind = name + common;
    let tag = match text.line_end_after_spaces(start, behind)? {
        Some(line) => {
            let line_rest = Span::new(name, line.span.end.max(name));
            let written = text::trim_end(text.head, line_rest, text::is_space);
            common = common.min(written.end - name);
            faults.add(Code::MalformedNameTag, Span::new(open, name + common));
            NameTag {
                role: role_in(header, common),
                end: line.span.end,
                line_end: Some(line),
            }
        }
        None if text.get(behind)? == Some(U::ascii(b'>')) => NameTag {
            role: role_in(header, common),
            end: behind + 1,
            line_end: text.line_end_after_spaces(start, behind + 1)?,
        },
        None => return Err(mismatch(text, open)?),
    };
    if !names_speaker(header.words, &rest[common..]) {
        return Err(mismatch(text, open)?);
    }
    if !text::is_role(&rest[..common]) {
        return Err(Stop::Plain(Some((Code::BadRole, tag.role))));
    }
    Ok(tag)
}

fn role_in(header: &Header, len: usize) -> Span {
    Span::new(header.rest.start, header.rest.start + len)
}

/// Whether the rest of a header behind the role goes on as a header does.
fn names_speaker<U: Unit>(words: &Words, rest: &[U]) -> bool {
    [words.separator, words.receiver]
        .iter()
        .any(|word| U::match_prefix(rest, word).is_some_and(|len| len < rest.len()))
}

/// A name tag that does not agree with the header: its place is the tag.
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
fn mismatch<U: Unit>(text: &Text<U>, open: usize) -> Result<Stop, NeedMore> {
    let line = text.faulty_line(open)?.span;
    let close = line.of(text.head).iter().position(|&unit| unit == U::ascii(b'>'));
    let end = close.map_or(line.end, |close| open + close);
    Ok(Stop::Plain(Some((Code::NameMismatch, Span::new(open, end)))))
}

/// The bounds of the tag that names the type.
pub struct TypeTag {
    /// From `<` to behind `>`.
    pub span: Span,
    pub name: Span,
    /// What stands between the name and the `>`.
    pub rest: Span,
    /// The end of its line, where no more than spaces follows the tag.
    pub line_end: Option<Line>,
}

/// The type tag on the line that goes on, or begins, at `start`.
pub fn read_type_tag<U: Unit>(text: &Text<U>, start: usize) -> Result<TypeTag, Stop> {
    let open = text.skip(start, text::is_space)?;
    let missing = |end| Stop::Plain(Some((Code::MissingOpenTag, Span::new(open, end))));
    if text.get(open)? != Some(U::ascii(b'<')) {
        return Err(missing(text.faulty_line(open)?.span.end));
    }
    let Some(close) = scan_tag_end(text, open + 1)? else {
        return Err(missing(text.line(open)?.span.end));
    };
    let inside = &text.head[open + 1..close];
    let name = inside.iter().take_while(|&&unit| is_name_unit(unit)).count();
    if name == 0 {
        return Err(missing(close + 1));
    }
    let name = Span::new(open + 1, open + 1 + name);
    Ok(TypeTag {
        span: Span::new(open, close + 1),
        name,
        rest: Span::new(name.end, close),
        line_end: text.line_end_after_spaces(start, close + 1)?,
    })
}

/// The `>` that ends a tag: the first outside quotes, or, where a quote does
/// not close on the line, the first at all.
fn scan_tag_end<U: Unit>(text: &Text<U>, start: usize) -> Result<Option<usize>, NeedMore> {
    let mut quote = None;
    let mut first = None;
    for (at, &unit) in text.head.iter().enumerate().skip(start) {
        if unit == U::ascii(b'\n') {
            return Ok(first.filter(|_| quote.is_some()));
        } else if unit == U::ascii(b'>') {
            if quote.is_none() {
                return Ok(Some(at));
            }
            first = first.or(Some(at));
        } else if unit == U::ascii(b'"') || unit == U::ascii(b'\'') {
            quote = match quote {
                None => Some(unit),
                Some(open) => Some(open).filter(|&open| open != unit),
            };
        }
    }
    text.all().map(|_| first.filter(|_| quote.is_some()))
}

/// Whether a tag or an attribute name can hold the unit (spec, section 2.3).
pub fn is_name_unit<U: Unit>(unit: U) -> bool {
    !text::is_white(unit) && !b"<>\"'/=&".iter().any(|&byte| unit == U::ascii(byte))
}
