//! A text of many messages (spec, section 1, rule 3). Only for a text that is
//! trusted as a whole: a message in it can end where its own text says so.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::message::Message;
use crate::options::parse_message;
use crate::parse::{is_too_large, skip_marks};
use crate::text::{self, Span, Text, Unit};
use crate::{envelope, session};

/// Reads a text of many messages, one after the other. A message ends at the first
/// of its closing pairs that another message's beginning or the end follows; what
/// stands between is plain. Places in diagnostics count in the whole text.
///
/// Any agent whose words stand in the text can forge messages of any other: call
/// this only for a text that you trust as a whole.
///
/// ```
/// let ask = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>";
/// let text = format!("{ask}\n\n稍等\n\n{ask}\n");
/// let messages = agent_bubble::parse_transcript(&text);
/// let contents: Vec<_> = messages.iter().map(|message| &message.content).collect();
/// assert_eq!(contents, ["好了吗？", "稍等", "好了吗？"]);
/// ```
pub fn parse_transcript(text: &str) -> Vec<Message<Cow<'_, str>>> {
    let spans = split(text.as_bytes()).into_iter();
    spans.map(|span| parse_at(text, span)).collect()
}

fn parse_at(text: &str, span: Span) -> Message<Cow<'_, str>> {
    let mut message = parse_message(&text[span.start..span.end]);
    for diagnostic in &mut message.diagnostics {
        diagnostic.start += span.start;
        diagnostic.end += span.start;
    }
    message
}

/// Where the messages of a text stand. Blank lines around them are left out.
pub(crate) fn split<U: Unit>(units: &[U]) -> Vec<Span> {
    if matches!(is_too_large(&Text::whole(units)), Ok(true)) {
        return vec![Span::new(0, units.len())];
    }
    let outline = Outline::read(units);
    let mut messages = Vec::new();
    let mut at = 0;
    while let Some(beginning) = outline.next_beginning(at) {
        push_between(units, Span::new(at, beginning.start), &mut messages);
        at = outline.end_of(units, beginning);
        messages.push(Span::new(beginning.start, at));
    }
    push_between(units, Span::new(at, units.len()), &mut messages);
    messages
}

/// What stands between messages, if it is more than white space.
fn push_between<U: Unit>(units: &[U], span: Span, messages: &mut Vec<Span>) {
    let start = skip_marks(&units[..span.end], span.start);
    if start < span.end {
        // spaces in front of the first word are its own
        let feed = units[span.start..start]
            .iter()
            .rposition(|&unit| unit == U::ascii(b'\n'));
        let line = feed.map_or(span.start, |feed| span.start + feed + 1);
        messages.push(text::trim_blank_lines(units, Span::new(line, span.end)));
    }
}

/// Where a message begins.
struct Beginning {
    start: usize,
    /// Behind its head.
    head_end: usize,
    /// The closing pairs that can end it, where it is a frame.
    pairs: Vec<Span>,
}

/// The beginnings of a text in order, each with its closing pairs.
struct Outline(Vec<Beginning>);

impl Outline {
    fn read<U: Unit>(units: &[U]) -> Self {
        let mut reader = Reader {
            text: Text::whole(units),
            beginnings: Vec::new(),
            frames: Frames::default(),
            trimmed: 0,
        };
        for line in text::lines(units, 0) {
            reader.trimmed = text::trim_end(units, line.span, text::is_white).end;
            reader.read_line(line.span);
        }
        Outline(reader.beginnings)
    }

    fn next_beginning(&self, at: usize) -> Option<&Beginning> {
        self.0
            .get(self.0.partition_point(|beginning| beginning.start < at))
    }

    /// The end of a message: its first closing pair that a beginning or the end of
    /// the text follows; else the last one before other text and a beginning; else
    /// the next beginning.
    fn end_of<U: Unit>(&self, units: &[U], beginning: &Beginning) -> usize {
        let follows = |at: usize| self.next_beginning(at).map_or(units.len(), |next| next.start);
        let ends = |pair: &&Span| skip_marks(units, pair.end) == follows(pair.end);
        if let Some(pair) = beginning.pairs.iter().find(ends) {
            return pair.end;
        }
        match beginning.pairs.first() {
            None => {
                let rest = Span::new(beginning.head_end, follows(beginning.head_end));
                text::trim_end(units, rest, text::is_white).end
            }
            Some(first) => {
                let next = follows(first.end);
                let last = beginning.pairs.iter().take_while(|pair| pair.end <= next).last();
                last.map_or(next, |pair| pair.end)
            }
        }
    }
}

/// A beginning that has been found.
struct Found<'a, U> {
    start: usize,
    head_end: usize,
    key: Option<Key<'a, U>>,
}

/// Reads an outline line by line.
struct Reader<'a, U: Unit> {
    text: Text<'a, U>,
    beginnings: Vec<Beginning>,
    frames: Frames<'a, U>,
    /// The end of the line without the white space there: looked for once.
    trimmed: usize,
}

impl<'a, U: Unit> Reader<'a, U> {
    /// The message that begins at `start` on a line.
    fn find_beginning(&self, line: Span, start: usize) -> Option<Found<'a, U>> {
        let units = self.text.head;
        if let Some(frame) = envelope::read_beginning(&self.text, start) {
            let key = frame.tag.map(|tag| (frame.role.of(units), tag.of(units)));
            let head_end = frame.end;
            return Some(Found { start, head_end, key });
        }
        session::is_beginning(units, Span::new(start, self.trimmed.max(start))).then_some(Found {
            start,
            head_end: line.end,
            key: None,
        })
    }

    fn begin(&mut self, Found { start, head_end, key }: Found<'a, U>) {
        if let Some(key) = key {
            self.frames.open(key, self.beginnings.len());
        }
        self.beginnings.push(Beginning {
            start,
            head_end,
            pairs: Vec::new(),
        });
    }

    fn read_line(&mut self, line: Span) {
        let start = text::skip_line_start(self.text.head, line);
        if let Some(found) = self.find_beginning(line, start) {
            self.begin(found);
        }
        self.read_pairs(line);
    }

    /// Reads the closing pairs that end on a line: in front of its end, or of
    /// another message that begins on it.
    fn read_pairs(&mut self, line: Span) {
        let units = self.text.head;
        for at in line.start..line.end {
            if units[at] != U::ascii(b'>') {
                continue;
            }
            let rest = Span::new(at + 1, line.end);
            let next = text::skip_line_start(units, rest);
            let pair = Span::new(line.start, at + 1);
            if next == line.end {
                self.read_pair(pair);
            } else if next > rest.start
                && begins_like_message(units, next)
                && let Some(found) = self.find_beginning(line, next)
                && self.read_pair(pair)
            {
                self.begin(found);
            }
        }
    }

    /// Gives the closing pair that ends where `line` does to its frame. Where its
    /// last tag begins cannot be told without the role, so all places are tried
    /// that are not farther away than a role is long.
    fn read_pair(&mut self, line: Span) -> bool {
        let units = self.text.head;
        let close = line.end - 1;
        let reach = (envelope::MAX_HEADER_UTF16 + "</>".len()) * U::PER_UTF16;
        let mut is_pair = false;
        for at in line.start.max(line.end.saturating_sub(reach))..close {
            if U::match_prefix(&units[at..close], "</").is_none() {
                continue;
            }
            let before = text::trim_end(units, Span::new(0, at), text::is_white).end;
            let Some(tag) = closing_tag_before(units, before) else {
                continue;
            };
            // what stands in a head closes nothing
            let start = tag.start - "</".len();
            if self.beginnings.last().is_some_and(|last| start < last.head_end) {
                continue;
            }
            is_pair = true;
            if let Some(frame) = self.frames.close((&units[at + 2..close], tag.of(units))) {
                self.beginnings[frame].pairs.push(Span::new(start, line.end));
            }
        }
        is_pair
    }
}

/// Whether what stands at `at` is worth reading as a message.
fn begins_like_message<U: Unit>(units: &[U], at: usize) -> bool {
    let mut openings = envelope::openings().chain(session::openings());
    openings.any(|opening| U::match_prefix(&units[at..], opening).is_some())
}

/// What a closing pair repeats of its frame: role and tag.
type Key<'a, U> = (&'a [U], &'a [U]);

/// The frames that are open, by what closes them: a frame that quotes one of its
/// own kind is closed by the later pair.
struct Frames<'a, U>(BTreeMap<Key<'a, U>, Open>);

#[derive(Default)]
struct Open {
    frames: Vec<usize>,
    /// The frame that was closed last: a pair more belongs to it.
    closed: Option<usize>,
}

impl<U> Default for Frames<'_, U> {
    fn default() -> Self {
        Frames(BTreeMap::new())
    }
}

impl<'a, U: Unit> Frames<'a, U> {
    fn open(&mut self, key: Key<'a, U>, frame: usize) {
        self.0.entry(key).or_default().frames.push(frame);
    }

    fn close(&mut self, key: Key<'a, U>) -> Option<usize> {
        let open = self.0.get_mut(&key)?;
        if let Some(frame) = open.frames.pop() {
            open.closed = Some(frame);
        }
        open.closed
    }
}

/// The name of the closing type tag that ends at `end`.
fn closing_tag_before<U: Unit>(units: &[U], end: usize) -> Option<Span> {
    let close = end.checked_sub(1).filter(|&at| units[at] == U::ascii(b'>'))?;
    let name = units[..close]
        .iter()
        .rev()
        .take_while(|&&unit| envelope::is_name_unit(unit))
        .count();
    let start = close - name;
    (name > 0 && units[..start].ends_with(&[b'<', b'/'].map(U::ascii))).then(|| Span::new(start, close))
}
