//! Text as code units: spans, lines, white space, and windows on a text that is
//! not wholly at hand. Offsets are in units of the text at hand.

use crate::unicode;
pub use crate::unit::{Unit, code_points};

pub const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// A half-open range of code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The units of `text` in the span.
    pub fn of<U>(self, text: &[U]) -> &[U] {
        &text[self.start..self.end]
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Whether `units` are exactly `literal`.
pub fn equals<U: Unit>(units: &[U], literal: &str) -> bool {
    U::match_prefix(units, literal) == Some(units.len())
}

/// The first place of `literal`, which begins with an ASCII character, in
/// `units`, and its length.
pub fn find<U: Unit>(units: &[U], literal: &str) -> Option<(usize, usize)> {
    let first = U::ascii(literal.as_bytes()[0]);
    (0..units.len())
        .filter(|&at| units[at] == first)
        .find_map(|at| Some((at, U::match_prefix(&units[at..], literal)?)))
}

/// Whether `units` end with `literal`.
pub fn match_suffix<U: Unit>(units: &[U], literal: &str) -> Option<usize> {
    let mut encoded = Vec::new();
    literal.chars().for_each(|c| U::encode(c, &mut encoded));
    units.ends_with(&encoded).then_some(encoded.len())
}

/// The length of the colon that `units` begin with, and whether it is full-width.
pub fn match_colon<U: Unit>(units: &[U]) -> Option<(usize, bool)> {
    match U::match_prefix(units, ":") {
        Some(len) => Some((len, false)),
        None => Some((U::match_prefix(units, "：")?, true)),
    }
}

/// A space or a tab.
pub fn is_space<U: Unit>(unit: U) -> bool {
    unit == U::ascii(b' ') || unit == U::ascii(b'\t')
}

/// Space, tab, CR or LF.
pub fn is_white<U: Unit>(unit: U) -> bool {
    is_space(unit) || unit == U::ascii(b'\r') || unit == U::ascii(b'\n')
}

/// `span` without the white space at its two ends.
pub fn trim<U: Unit>(units: &[U], span: Span) -> Span {
    trim_by(units, span, is_white)
}

/// `span` without the spaces and tabs at its two ends.
pub fn trim_spaces<U: Unit>(units: &[U], span: Span) -> Span {
    trim_by(units, span, is_space)
}

#[inline(never)]
fn trim_by<U: Unit>(units: &[U], span: Span, cut: fn(U) -> bool) -> Span {
    let mut span = trim_end(units, span, cut);
    while span.start < span.end && cut(units[span.start]) {
        span.start += 1;
    }
    span
}

/// `span` without the units at its end that are to be cut.
pub fn trim_end<U: Unit>(units: &[U], mut span: Span, cut: fn(U) -> bool) -> Span {
    while span.start < span.end && cut(units[span.end - 1]) {
        span.end -= 1;
    }
    span
}

/// Whether all units are printable ASCII or spaces: most names are, and no table
/// need be asked of them.
pub fn is_printable_ascii<U: Unit>(units: &[U]) -> bool {
    units.iter().all(|unit| unit.is_printable_ascii())
}

/// Whether `units` can name a speaker: not empty, no control character, no
/// Unicode space at either end (spec, section 2.1).
pub fn is_role<U: Unit>(units: &[U]) -> bool {
    role_fault(units).is_none()
}

/// What keeps `units` from naming a speaker.
pub fn role_fault<U: Unit>(units: &[U]) -> Option<Span> {
    if units.is_empty() {
        return Some(Span::new(0, 0));
    }
    if is_printable_ascii(units) {
        let space = |at: usize| (units[at] == U::ascii(b' ')).then(|| Span::new(at, at + 1));
        return space(0).or_else(|| space(units.len() - 1));
    }
    let (mut first, mut last) = (None, None);
    for (at, code) in code_points(units) {
        if unicode::is_control(code) {
            return Some(code_point_at(units, at));
        }
        first = first.or(Some((at, code)));
        last = Some((at, code));
    }
    let space = [first, last]
        .into_iter()
        .flatten()
        .find(|&(_, code)| unicode::is_space(code));
    space.map(|(at, _)| code_point_at(units, at))
}

/// The first control character.
pub fn find_control<U: Unit>(units: &[U]) -> Option<Span> {
    let (at, _) = code_points(units).find(|&(_, code)| unicode::is_control(code))?;
    Some(code_point_at(units, at))
}

/// The code point at `at`.
pub fn code_point_at<U: Unit>(units: &[U], at: usize) -> Span {
    let len = U::decode(&units[at..]).map_or(0, |(_, len)| len);
    Span::new(at, at + len)
}

/// What a window on a text does not show: the caller brings a larger one.
#[derive(Debug)]
pub struct NeedMore;

/// The length of a text of which more may follow.
const GROWING: usize = usize::MAX / 2;

/// A text of which the first and the last units are at hand. A whole text has
/// all of it in both windows.
pub struct Text<'a, U> {
    pub head: &'a [U],
    pub tail: &'a [U],
    pub len: usize,
}

/// A line: what stands on it, and where the next begins.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub span: Span,
    pub next: usize,
    pub crlf: bool,
}

impl<'a, U: Unit> Text<'a, U> {
    pub fn whole(units: &'a [U]) -> Self {
        Text {
            head: units,
            tail: units,
            len: units.len(),
        }
    }

    /// The beginning of a text of which more may follow.
    pub fn growing(units: &'a [U]) -> Self {
        Text {
            head: units,
            tail: &[],
            len: GROWING,
        }
    }

    /// Whether `literal` stands at `at`: its length.
    pub fn begins(&self, at: usize, literal: &str) -> Result<Option<usize>, NeedMore> {
        let rest = self.rest(at);
        match U::match_prefix(rest, literal) {
            Some(len) => Ok(Some(len)),
            None if self.head.len() == self.len || !is_beginning(rest, literal) => Ok(None),
            None => Err(NeedMore),
        }
    }

    /// All of the text, where it is at hand.
    pub fn all(&self) -> Result<&'a [U], NeedMore> {
        if self.head.len() == self.len {
            Ok(self.head)
        } else {
            Err(NeedMore)
        }
    }

    /// The next `count` units from `at` on, fewer at the end of the text.
    #[inline(never)]
    pub fn ahead(&self, at: usize, count: usize) -> Result<&'a [U], NeedMore> {
        let end = self.len.min(at + count);
        self.head.get(at..end).ok_or(NeedMore)
    }

    /// The unit at `at`, `None` at the end of the text.
    pub fn get(&self, at: usize) -> Result<Option<U>, NeedMore> {
        match self.head.get(at) {
            Some(&unit) => Ok(Some(unit)),
            None if at >= self.len => Ok(None),
            None => Err(NeedMore),
        }
    }

    /// The units from `at` on that are at hand.
    fn rest(&self, at: usize) -> &'a [U] {
        self.head.get(at..).unwrap_or_default()
    }

    /// The first place from `at` on whose unit is not to be skipped, or the end.
    pub fn skip(&self, at: usize, skip: fn(U) -> bool) -> Result<usize, NeedMore> {
        self.found(at, self.rest(at).iter().position(|&unit| !skip(unit)))
    }

    /// The first place from `at` on with this unit, or the end.
    pub fn seek(&self, at: usize, unit: U) -> Result<usize, NeedMore> {
        self.found(at, self.rest(at).iter().position(|&other| other == unit))
    }

    /// Where a search in the units from `at` on ends.
    fn found(&self, at: usize, place: Option<usize>) -> Result<usize, NeedMore> {
        match place {
            Some(place) => Ok(at + place),
            None if self.head.len() == self.len => Ok(self.len.max(at)),
            None => Err(NeedMore),
        }
    }

    /// The line that begins at `start`.
    #[inline(never)]
    pub fn line(&self, start: usize) -> Result<Line, NeedMore> {
        Ok(self.line_to(start, self.seek(start, U::ascii(b'\n'))?))
    }

    /// The line of a fault that no more of the line can mend: of a text that grows,
    /// what is at hand of it.
    pub fn faulty_line(&self, start: usize) -> Result<Line, NeedMore> {
        match self.line(start) {
            Err(NeedMore) if self.len == GROWING => Ok(self.line_to(start, self.head.len())),
            line => line,
        }
    }

    /// The line from `start` whose line feed, or the text's end, is at `end`.
    fn line_to(&self, start: usize, end: usize) -> Line {
        let feed = end < self.head.len();
        let crlf = feed && end > start && self.head[end - 1] == U::ascii(b'\r');
        Line {
            span: Span::new(start, end - usize::from(crlf)),
            next: end + usize::from(feed),
            crlf,
        }
    }

    /// The line that ends at the first unit from `at` on that is not a space or
    /// a tab, if that is a line end; `start` is where the line begins.
    pub fn line_end_after_spaces(&self, start: usize, at: usize) -> Result<Option<Line>, NeedMore> {
        let end = self.skip(at, is_space)?;
        let feed = match self.get(end)? {
            Some(unit) if unit == U::ascii(b'\r') => match self.get(end + 1)? {
                Some(next) if next == U::ascii(b'\n') => end + 1,
                _ => return Ok(None),
            },
            Some(unit) if unit != U::ascii(b'\n') => return Ok(None),
            _ => end,
        };
        Ok(Some(self.line_to(start, feed)))
    }

    /// The start of the first line from `at`, itself the start of a line, that
    /// is not blank; `None` where only white space follows.
    pub fn skip_blank_lines(&self, at: usize) -> Result<Option<usize>, NeedMore> {
        let text = self.skip(at, is_white)?;
        if text >= self.len {
            return Ok(None);
        }
        let feed = self.head[at..text]
            .iter()
            .rposition(|&unit| unit == U::ascii(b'\n'));
        Ok(Some(feed.map_or(at, |feed| at + feed + 1)))
    }
}

/// Whether one of the answers is yes; more is needed where none is and one may be.
pub fn any(answers: impl Iterator<Item = Result<bool, NeedMore>>) -> Result<bool, NeedMore> {
    let mut outcome = Ok(false);
    for answer in answers {
        match answer {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(need) => outcome = Err(need),
        }
    }
    outcome
}

/// Whether `units` are a beginning of `literal`.
fn is_beginning<U: Unit>(units: &[U], literal: &str) -> bool {
    let mut encoded = Vec::new();
    literal.chars().for_each(|c| U::encode(c, &mut encoded));
    encoded.starts_with(units)
}

/// The lines of `units` from `start` to their end.
pub fn lines<U: Unit>(units: &[U], start: usize) -> impl Iterator<Item = Line> {
    let text = Text::whole(units);
    let mut at = start;
    core::iter::from_fn(move || {
        if at >= text.len {
            return None;
        }
        let line = text.line(at).ok()?;
        at = line.next;
        Some(line)
    })
}

/// The first place on a line that is neither white space nor a byte-order mark.
pub fn skip_line_start<U: Unit>(units: &[U], line: Span) -> usize {
    let mut at = line.start;
    while at < line.end {
        match is_white(units[at]) {
            true => at += 1,
            false => match U::match_prefix(&units[at..line.end], BYTE_ORDER_MARK) {
                Some(len) => at += len,
                None => break,
            },
        }
    }
    at
}

/// `span` without the blank lines at its two ends; the end of its last line goes
/// with them, spaces on that line stay. `span` begins at the start of a line.
pub fn trim_blank_lines<U: Unit>(units: &[U], span: Span) -> Span {
    let feed = U::ascii(b'\n');
    let inner = trim(units, span);
    if inner.is_empty() {
        return Span::new(span.start, span.start);
    }
    let start = units[span.start..inner.start]
        .iter()
        .rposition(|&unit| unit == feed)
        .map_or(span.start, |at| span.start + at + 1);
    let rest = &units[inner.end..span.end];
    let end = match rest.iter().position(|&unit| unit == feed) {
        None => span.end,
        Some(at) if at > 0 && rest[at - 1] == U::ascii(b'\r') => inner.end + at - 1,
        Some(at) => inner.end + at,
    };
    Span::new(start, end)
}
