//! The end of a frame: the closing pair, found from the end of the text, and
//! what is left of it (spec, sections 2.4, step 6, and 4).

use crate::text::{self, NeedMore, Span, Text, Unit};

/// What the head of a frame tells about its end.
pub struct Opening<'a, U> {
    pub role: &'a [U],
    pub tag: &'a [U],
    /// Where the content begins.
    pub content: usize,
    /// Whether the content begins on the line of the type tag.
    pub one_line: bool,
    /// Whether the lines of the frame end with CR LF.
    pub crlf: bool,
}

/// How a frame ends, and where its content does.
pub enum Ending {
    Closed {
        content_end: usize,
        /// The first closing tag that does not begin its line.
        shares_line: Option<Span>,
    },
    Unclosed {
        content_end: usize,
    },
    /// Text stands behind a closing pair.
    Trailing {
        pair_end: usize,
    },
}

pub fn find_ending<U: Unit>(text: &Text<U>, opening: &Opening<U>) -> Result<Ending, NeedMore> {
    let base = text.len - text.tail.len();
    if let Some(ending) = closing_pair(Back::new(text.tail, base, text.len, opening))? {
        return Ok(ending);
    }
    let units = text.all()?;
    let back = |at| Back::new(units, 0, at, opening);
    if let Some(content_end) = lone_closing_tag(back(units.len()))? {
        return Ok(Ending::Unclosed { content_end });
    }
    if let Some(content_end) = unfinished_piece(units, opening)? {
        return Ok(Ending::Unclosed { content_end });
    }
    Ok(match inner_pair(units, opening)? {
        Some(pair) => Ending::Trailing { pair_end: pair.end },
        None => Ending::Unclosed {
            content_end: units.len(),
        },
    })
}

/// The closing pair at the end of the text.
fn closing_pair<U: Unit>(mut back: Back<U>) -> Result<Option<Ending>, NeedMore> {
    back.skip(text::is_white)?;
    let name_end = back.at;
    if !back.take_closing_tag(back.opening.role)? {
        return Ok(None);
    }
    let name_tag = Span::new(back.at, name_end);
    back.skip(text::is_space)?;
    let name_begins_line = back.previous()? == Some(U::ascii(b'\n'));
    back.skip(text::is_white)?;
    let type_end = back.at;
    if !back.take_closing_tag(back.opening.tag)? {
        return Ok(None);
    }
    let type_tag = Span::new(back.at, type_end);
    let cut = back.cut_line()?;
    let shares_line = match (cut.begins_line, name_begins_line) {
        (false, _) => Some(type_tag),
        (true, false) => Some(name_tag),
        (true, true) => None,
    };
    Ok(Some(Ending::Closed {
        content_end: cut.content_end,
        shares_line,
    }))
}

/// One closing tag at the end without its partner.
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
fn lone_closing_tag<U: Unit>(mut back: Back<U>) -> Result<Option<usize>, NeedMore> {
    back.skip(text::is_white)?;
    let opening = back.opening;
    // `</a</Ask>` closes the role `a</Ask` and, further on, the type `Ask`
    if back.take_closing_tag(opening.role)? || back.take_closing_tag(opening.tag)? {
        return Ok(Some(back.cut_line()?.content_end));
    }
    Ok(None)
}

/// The earliest unfinished piece of a closing pair at the very end.
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
fn unfinished_piece<U: Unit>(units: &[U], opening: &Opening<U>) -> Result<Option<usize>, NeedMore> {
    let counts = |mut back: Back<U>| -> Result<Option<usize>, NeedMore> {
        let cut = back.cut_line()?;
        Ok((cut.begins_line || opening.one_line).then_some(cut.content_end))
    };
    let name_tag = closing_tag(opening.role);
    let earliest = units
        .len()
        .saturating_sub(name_tag.len() - 1)
        .max(opening.content);
    for at in earliest..units.len() {
        if !name_tag.starts_with(&units[at..]) {
            continue;
        }
        let mut back = Back::new(units, 0, at, opening);
        back.skip(text::is_white)?;
        if back.take_closing_tag(opening.tag)?
            && let Some(content_end) = counts(back)?
        {
            return Ok(Some(content_end));
        }
    }
    let Some(last) = units[opening.content..]
        .iter()
        .rposition(|&unit| unit == U::ascii(b'<'))
    else {
        return Ok(None);
    };
    let at = opening.content + last;
    let piece = &units[at..];
    let type_tag = closing_tag(opening.tag);
    if piece.len() < 2 || piece.len() == type_tag.len() || !type_tag.starts_with(piece) {
        return Ok(None);
    }
    counts(Back::new(units, 0, at, opening))
}

/// The first closing pair anywhere in the content, from `</{Tag}>` to the end of
/// `</{role}>`.
#[cfg_attr(target_family = "wasm", inline(never))] // rarely needed: see CONTRIBUTING.md, "Cold start"
pub fn inner_pair<U: Unit>(units: &[U], opening: &Opening<U>) -> Result<Option<Span>, NeedMore> {
    let name_tag = closing_tag(opening.role);
    for at in occurrences(&units[opening.content..], &name_tag) {
        let mut back = Back::new(units, 0, opening.content + at, opening);
        back.skip(text::is_white)?;
        if back.take_closing_tag(opening.tag)? {
            return Ok(Some(Span::new(back.at, opening.content + at + name_tag.len())));
        }
    }
    Ok(None)
}

pub fn closing_tag<U: Unit>(name: &[U]) -> Vec<U> {
    let mut tag = vec![U::ascii(b'<'), U::ascii(b'/')];
    tag.extend_from_slice(name);
    tag.push(U::ascii(b'>'));
    tag
}

/// Where `needle` stands in `units`, overlapping places too, in linear time
/// (Knuth, Morris and Pratt): a role can be made to almost match everywhere.
fn occurrences<U: Unit>(units: &[U], needle: &[U]) -> impl Iterator<Item = usize> {
    let borders = borders(needle);
    let mut matched = 0;
    units.iter().enumerate().filter_map(move |(at, unit)| {
        while matched > 0 && needle.get(matched) != Some(unit) {
            matched = borders[matched - 1];
        }
        if needle[matched] == *unit {
            matched += 1;
        }
        (matched == needle.len()).then(|| at + 1 - needle.len())
    })
}

/// For each beginning of `needle`, the length of its longest border.
fn borders<U: Unit>(needle: &[U]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    for at in 1..needle.len() {
        let mut len = borders[at - 1];
        while len > 0 && needle[len] != needle[at] {
            len = borders[len - 1];
        }
        borders[at] = len + usize::from(needle[len] == needle[at]);
    }
    borders
}

/// Where the content ends in front of a closing tag.
struct Cut {
    content_end: usize,
    begins_line: bool,
}

/// Reads the content backwards, down to its beginning.
struct Back<'a, U> {
    /// The last units of the text.
    units: &'a [U],
    /// The offset of the first of them.
    base: usize,
    at: usize,
    opening: &'a Opening<'a, U>,
}

impl<'a, U: Unit> Back<'a, U> {
    fn new(units: &'a [U], base: usize, at: usize, opening: &'a Opening<'a, U>) -> Self {
        Back {
            units,
            base,
            at,
            opening,
        }
    }

    /// The unit in front; `None` at the beginning of the content.
    fn previous(&self) -> Result<Option<U>, NeedMore> {
        if self.at <= self.opening.content {
            Ok(None)
        } else if self.at <= self.base {
            Err(NeedMore)
        } else {
            Ok(Some(self.units[self.at - 1 - self.base]))
        }
    }

    fn take(&mut self, unit: U) -> Result<bool, NeedMore> {
        let found = self.previous()? == Some(unit);
        self.at -= usize::from(found);
        Ok(found)
    }

    fn skip(&mut self, skip: fn(U) -> bool) -> Result<(), NeedMore> {
        self.at -= self.before().iter().rev().take_while(|&&unit| skip(unit)).count();
        self.previous().map(drop)
    }

    /// The units of the content in front that are at hand.
    fn before(&self) -> &'a [U] {
        let floor = self.base.max(self.opening.content);
        self.units
            .get(floor - self.base..self.at - self.base)
            .unwrap_or_default()
    }

    /// Takes `</name>`, or nothing.
    fn take_closing_tag(&mut self, name: &[U]) -> Result<bool, NeedMore> {
        let length = "</>".len() + name.len();
        let before = self.before();
        let Some(start) = before.len().checked_sub(length) else {
            return match self.base <= self.opening.content {
                true => Ok(false),
                false => Err(NeedMore),
            };
        };
        let found = matches!(
            &before[start..],
            [open, slash, inside @ .., close]
                if [*open, *slash, *close] == [b'<', b'/', b'>'].map(U::ascii) && inside == name
        );
        self.at -= if found { length } else { 0 };
        Ok(found)
    }

    /// Takes the spaces in front and one line end, where they are all that
    /// stands before on the line.
    fn cut_line(&mut self) -> Result<Cut, NeedMore> {
        let tag = self.at;
        self.skip(text::is_space)?;
        let begins_line = match self.previous()? {
            None => !self.opening.one_line,
            Some(unit) => unit == U::ascii(b'\n'),
        };
        if !begins_line {
            self.at = tag;
        } else if self.take(U::ascii(b'\n'))? && self.opening.crlf {
            self.take(U::ascii(b'\r'))?;
        }
        Ok(Cut {
            content_end: self.at,
            begins_line,
        })
    }
}
