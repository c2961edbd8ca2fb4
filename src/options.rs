//! How a text is read natively.

use std::borrow::Cow;

use crate::check;
use crate::diagnostic::{Diagnostic, MessageError, Severity};
use crate::message::Message;
use crate::parse;
use crate::piece::Piece;
use crate::position::position;
use crate::reference;

/// Reads one text as one message. Every text is a message; its strings are
/// pieces of the text.
///
/// ```
/// let text = "来自 UI Operator_1 的提问\nid: ask_1\n\n<UI Operator_1>\n<Ask>\n好了吗？\n</Ask>\n</UI Operator_1>";
/// let message = agent_bubble::parse_message(text);
/// assert_eq!(message.kind, agent_bubble::Kind::Ask);
/// assert_eq!(message.role.as_deref(), Some("UI Operator_1"));
/// assert_eq!(message.content, "好了吗？");
/// ```
pub fn parse_message(text: &str) -> Message<Cow<'_, str>> {
    ParseOptions::new().parse(text)
}

/// Every fault of a text, those of its content too.
///
/// ```
/// let text = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\nREPLY_SKIP\n</Ask>\n</A_1>";
/// let faults = agent_bubble::check_message(text);
/// assert_eq!(faults[0].code.as_str(), "control-in-content");
/// assert_eq!(&text[faults[0].start..faults[0].end], "REPLY_SKIP");
/// ```
pub fn check_message(text: &str) -> Vec<Diagnostic> {
    ParseOptions::new().check(text)
}

/// What the host knows of a text.
///
/// ```
/// use agent_bubble::ParseOptions;
///
/// let options = ParseOptions::new().sender("UI Operator_1");
/// assert_eq!(options.parse("你好").role.as_deref(), Some("UI Operator_1"));
///
/// let error = options.parse_strict("[系统通知|task] 继续").unwrap_err();
/// assert_eq!(error.diagnostic.code.as_str(), "retired-prefix");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions<'a> {
    sender: Option<&'a str>,
}

impl<'a> ParseOptions<'a> {
    /// No trusted sender.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who really sent the text, known from the host's own metadata; or `None`.
    pub fn sender(self, sender: impl Into<Option<&'a str>>) -> Self {
        ParseOptions {
            sender: sender.into(),
        }
    }

    /// Reads one text as one message; never fails.
    pub fn parse(&self, text: &'a str) -> Message<Cow<'a, str>> {
        let message = parse::parse_whole(text.as_bytes(), self.sender.map(str::as_bytes));
        message.map(&mut |&piece| self.string(text, piece))
    }

    /// Reads one text as one message.
    ///
    /// # Errors
    ///
    /// The first diagnostic of severity [`Severity::Error`], if there is one.
    pub fn parse_strict(&self, text: &'a str) -> Result<Message<Cow<'a, str>>, MessageError> {
        let message = self.parse(text);
        let error = message
            .diagnostics
            .iter()
            .find(|diagnostic| diagnostic.severity() == Severity::Error);
        match error {
            None => Ok(message),
            Some(&diagnostic) => Err(MessageError {
                diagnostic,
                position: position(text, diagnostic.start),
                field: None,
            }),
        }
    }

    /// Reads one text with its content, in linear time: what [`parse`](Self::parse)
    /// reports, and what in the content can mislead a reader.
    pub fn check(&self, text: &str) -> Vec<Diagnostic> {
        check::check(text.as_bytes(), self.sender.map(str::as_bytes))
    }

    fn string(&self, text: &'a str, piece: Piece) -> Cow<'a, str> {
        match piece {
            Piece::Slice(span) => Cow::Borrowed(&text[span.start..span.end]),
            Piece::Sender => Cow::Borrowed(self.sender.unwrap_or_default()),
            Piece::Resolved(span) => {
                let value = span.of(text.as_bytes());
                let resolved = String::from_utf8(reference::resolve(value));
                Cow::Owned(
                    resolved.unwrap_or_else(|error| unreachable!("characters replace characters: {error}")),
                )
            }
        }
    }
}
