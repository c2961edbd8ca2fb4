//! A message that arrives in chunks (spec, section 8).

use crate::bubble::Bubble;
use crate::envelope::{Closer, Head, Hold};
use crate::labels::Kind;
use crate::message::Message;
use crate::options::ParseOptions;
use crate::parse;
use crate::piece::Piece;
use crate::text::{NeedMore, Span};

/// Up to this length a head is read again with each chunk, in code units; behind
/// it, when it has grown by an eighth, so that time stays linear.
pub(crate) const EAGER_HEAD: usize = 4096;

/// How many chunks more are read at once behind that length, if they can bring it
/// on.
pub(crate) const EAGER_RETRIES: u32 = 64;

/// Reads a message that arrives in chunks, split anywhere. What it shows only
/// grows, never holds a piece of the frame, and is at the end the content of
/// [`parse_message`](crate::parse_message) of the whole.
///
/// ```
/// use agent_bubble::MessageStream;
///
/// let mut stream = MessageStream::new();
/// stream.push("来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<As");
/// let update = stream.push("k>\n好了吗？\n</A");
/// assert_eq!(update.role, Some("A_1"));
/// assert_eq!(update.added, "好了吗？");
/// assert_eq!(stream.push("sk>\n</A_1>").added, "");
/// let message = stream.end();
/// assert!(message.complete);
/// assert_eq!(message.content, "好了吗？");
/// ```
#[derive(Default)]
pub struct MessageStream {
    sender: Option<String>,
    text: String,
    state: State,
    /// The length at which the head is read again.
    retry_at: usize,
    retries: u32,
}

#[derive(Default)]
enum State {
    /// It is not known yet what the text is.
    #[default]
    Beginning,
    /// All of the text is shown.
    Plain,
    Frame(Frame),
}

struct Frame {
    kind: Kind,
    role: Span,
    action: Span,
    tag: Span,
    crlf: bool,
    content: usize,
    hold: Hold,
    /// How far the text has been read.
    read_to: usize,
}

/// What a chunk changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamUpdate<'a> {
    /// What the message is; `None` until that is known.
    pub kind: Option<Kind>,
    /// Who speaks: the trusted sender, or, once it is known, who the text says.
    pub role: Option<&'a str>,
    /// What the message does; `None` until that is known, and where there is none.
    pub action: Option<&'a str>,
    /// What became visible of the content.
    pub added: &'a str,
}

impl MessageStream {
    /// A message of which nothing has arrived.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who really sends the message, known from the host's own metadata.
    pub fn with_sender(self, sender: impl Into<String>) -> Self {
        MessageStream {
            sender: Some(sender.into()),
            ..self
        }
    }

    /// Reads on.
    pub fn push(&mut self, chunk: &str) -> StreamUpdate<'_> {
        let shown = self.visible().end;
        self.text.push_str(chunk);
        if matches!(self.state, State::Beginning) && self.may_begin(chunk) {
            self.begin();
        }
        if let State::Frame(frame) = &mut self.state {
            frame.read(self.text.as_bytes());
        }
        let Span { start, end } = self.visible();
        self.update(Span::new(shown.clamp(start, end), end))
    }

    /// Whether the head is worth reading again.
    fn may_begin(&mut self, chunk: &str) -> bool {
        if self.text.len() >= self.retry_at {
            return true;
        }
        let before = &self.text[..self.text.len() - chunk.len()];
        let brings_on = chunk.contains(['>', '\n']) || before.ends_with(char::is_whitespace);
        let is_eager = self.retries < EAGER_RETRIES && brings_on && !chunk.trim().is_empty();
        self.retries += u32::from(is_eager);
        is_eager
    }

    fn begin(&mut self) {
        let units = self.text.as_bytes();
        self.state = match parse::begin(units) {
            Ok(Some(head)) => State::Frame(Frame::new(units, &head)),
            Ok(None) => State::Plain,
            Err(NeedMore) => State::Beginning,
        };
        self.retry_at = units.len() + 1 + units.len().saturating_sub(EAGER_HEAD) / 8;
    }

    /// Where the visible part of the content stands.
    fn visible(&self) -> Span {
        match &self.state {
            State::Beginning => Span::new(0, 0),
            State::Plain => Span::new(0, self.text.len()),
            State::Frame(frame) => Span::new(frame.content, frame.read_to - frame.hold.len),
        }
    }

    fn update(&self, added: Span) -> StreamUpdate<'_> {
        let slice = |span: Span| &self.text[span.start..span.end];
        let (kind, role, action) = match &self.state {
            State::Beginning => (None, None, None),
            State::Plain => (Some(Kind::Plain), None, None),
            State::Frame(frame) => (
                Some(frame.kind),
                Some(slice(frame.role)),
                Some(slice(frame.action)),
            ),
        };
        StreamUpdate {
            kind,
            role: self.sender.as_deref().or(role),
            action,
            added: slice(added),
        }
    }

    /// All that is visible; `None` until something is known.
    pub fn bubble(&self) -> Option<Bubble<&str>> {
        let StreamUpdate {
            kind,
            role,
            action,
            added,
        } = self.update(self.visible());
        kind.map(|_| Bubble {
            role,
            action,
            content: added,
        })
    }

    /// The message: the same as of the whole text at once.
    pub fn end(self) -> Message {
        let options = ParseOptions::new().sender(self.sender.as_deref());
        options.parse(&self.text).into_owned()
    }
}

impl Frame {
    fn new(units: &[u8], head: &Head) -> Self {
        let opening = head.opening(units);
        let action = match head.message.action {
            Some(Piece::Slice(span)) => span,
            _ => Span::new(0, 0),
        };
        Frame {
            kind: head.message.kind,
            role: head.role,
            action,
            tag: head.type_tag.name,
            crlf: head.crlf,
            content: opening.content,
            hold: Hold::start(opening.one_line),
            read_to: opening.content,
        }
    }

    fn read(&mut self, units: &[u8]) {
        let held = self.read_to - self.hold.len;
        let closer = Closer {
            role: self.role.of(units),
            tag: self.tag.of(units),
            crlf: self.crlf,
        };
        if let Ok(hold) = closer.advance(self.hold, &units[held..], self.hold.len) {
            self.hold = hold;
            self.read_to = units.len();
        }
    }
}
