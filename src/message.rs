//! The model: one text is one message.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::diagnostic::Diagnostic;
use crate::labels::Kind;
use crate::names::names;

/// One message. `S` is the type of its strings: [`crate::parse_message`] gives
/// `Cow<str>`, pieces of the text wherever that is possible.
///
/// Serialised it has the keys of the JavaScript message: `protocol`, `kind`,
/// `role`, `claimedRole`, `action`, `id`, `target`, `content`, `complete`,
/// `diagnostics` and those of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message<S = String> {
    /// What it is.
    pub kind: Kind,
    /// Who speaks: the trusted sender where one is given, else what the text says.
    pub role: Option<S>,
    /// Who the text says it is from.
    pub claimed_role: Option<S>,
    /// What it does, as sent.
    pub action: Option<S>,
    /// Its id, from the line under the header.
    pub id: Option<S>,
    /// Who it is for.
    pub target: Option<S>,
    /// The content, verbatim.
    pub content: S,
    /// Whether the frame, or the template, was there to its end.
    pub complete: bool,
    /// The faults, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// What only messages of its kind have.
    pub details: Details<S>,
}

/// What only messages of a kind have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Details<S = String> {
    /// A framed message of the envelope protocol.
    Envelope(Envelope<S>),
    /// A request of the session protocol.
    Request(Request<S>),
    /// An error text of the session protocol.
    Notice(Notice<S>),
    /// A directive of the session protocol.
    Control(Directive),
    /// Any other text.
    Plain,
}

/// The type tag of a framed message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope<S = String> {
    /// The name of the tag.
    pub tag: S,
    /// The attribute `subtype`.
    pub subtype: Option<S>,
    /// The attribute `question_id`: the question that an answer belongs to.
    pub question_id: Option<S>,
    /// Every attribute as name and value, in order, at most 32.
    pub attributes: Vec<(S, S)>,
}

/// The fields of a session request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<S = String> {
    /// The sender's agent id.
    pub agent_id: Option<S>,
    /// The session that an answer goes to.
    pub session_key: Option<S>,
    /// How the sender waits.
    pub expects: Option<Expects>,
    /// How long it waits, in seconds.
    pub timeout_seconds: Option<u32>,
    /// The user's own words.
    pub user_need: Option<S>,
    /// The content without the line of the user's words.
    pub body: S,
    /// What the receiver should know, to the end of the text.
    pub summary: Option<S>,
    /// Lines of the head that are no field, or name a field again.
    pub extra: Vec<S>,
}

/// The fields of a session error text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice<S = String> {
    /// What went wrong.
    pub reason: Reason,
    /// The agents that can be reached; empty but for [`Reason::AgentNotFound`].
    pub available: Vec<S>,
    /// How long the sender waited, in seconds; only for [`Reason::Timeout`].
    pub timeout_seconds: Option<u32>,
    /// The error; only for [`Reason::Failure`].
    pub error: Option<S>,
}

names! {
    /// How the sender of a request waits for the answer.
    Expects {
        /// It waits (阻塞等待).
        Blocking = "blocking",
        /// It wants no answer (即发即走).
        FireAndForget = "fire-and-forget",
        /// The answer comes later by itself (非阻塞).
        Background = "background",
    }
}

names! {
    /// Why a session call failed.
    Reason {
        /// The target does not exist or cannot be reached.
        AgentNotFound = "agent-not-found",
        /// The target did not answer in time.
        Timeout = "timeout",
        /// Anything else.
        Failure = "failure",
    }
}

names! {
    /// A directive to the session runtime.
    Directive {
        /// Stop the ping-pong of replies.
        ReplySkip = "REPLY_SKIP",
        /// Announce no result.
        AnnounceSkip = "ANNOUNCE_SKIP",
    }
}

impl<S> Message<S> {
    /// A message of the session protocol: it has no id.
    pub(crate) fn session(kind: Kind, content: S, details: Details<S>) -> Self {
        Message {
            kind,
            details,
            ..Message::plain(content)
        }
    }

    /// The protocol that the message belongs to: `envelope`, `session` or none.
    pub fn protocol(&self) -> Option<&'static str> {
        match self.details {
            Details::Envelope(_) => Some("envelope"),
            Details::Plain => None,
            _ => Some("session"),
        }
    }

    /// The same message with other strings.
    pub fn map<T>(&self, f: &mut impl FnMut(&S) -> T) -> Message<T> {
        Message {
            kind: self.kind,
            role: self.role.as_ref().map(&mut *f),
            claimed_role: self.claimed_role.as_ref().map(&mut *f),
            action: self.action.as_ref().map(&mut *f),
            id: self.id.as_ref().map(&mut *f),
            target: self.target.as_ref().map(&mut *f),
            content: f(&self.content),
            complete: self.complete,
            diagnostics: self.diagnostics.clone(),
            details: self.details.map(f),
        }
    }
}

impl<S: AsRef<str>> Message<S> {
    /// The same message, independent of the text it was read from.
    pub fn into_owned(self) -> Message {
        self.map(&mut |string| string.as_ref().to_owned())
    }
}

impl<S> Details<S> {
    fn map<T>(&self, f: &mut impl FnMut(&S) -> T) -> Details<T> {
        match self {
            Details::Envelope(envelope) => Details::Envelope(Envelope {
                tag: f(&envelope.tag),
                subtype: envelope.subtype.as_ref().map(&mut *f),
                question_id: envelope.question_id.as_ref().map(&mut *f),
                attributes: envelope
                    .attributes
                    .iter()
                    .map(|(name, value)| (f(name), f(value)))
                    .collect(),
            }),
            Details::Request(request) => Details::Request(Request {
                agent_id: request.agent_id.as_ref().map(&mut *f),
                session_key: request.session_key.as_ref().map(&mut *f),
                expects: request.expects,
                timeout_seconds: request.timeout_seconds,
                user_need: request.user_need.as_ref().map(&mut *f),
                body: f(&request.body),
                summary: request.summary.as_ref().map(&mut *f),
                extra: request.extra.iter().map(f).collect(),
            }),
            Details::Notice(notice) => Details::Notice(Notice {
                reason: notice.reason,
                available: notice.available.iter().map(&mut *f).collect(),
                timeout_seconds: notice.timeout_seconds,
                error: notice.error.as_ref().map(f),
            }),
            Details::Control(directive) => Details::Control(*directive),
            Details::Plain => Details::Plain,
        }
    }
}

impl<S: Serialize> Serialize for Message<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Message", 18)?;
        fields.serialize_field("protocol", &self.protocol())?;
        fields.serialize_field("kind", self.kind.as_str())?;
        fields.serialize_field("role", &self.role)?;
        fields.serialize_field("claimedRole", &self.claimed_role)?;
        fields.serialize_field("action", &self.action)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("target", &self.target)?;
        fields.serialize_field("content", &self.content)?;
        fields.serialize_field("complete", &self.complete)?;
        fields.serialize_field("diagnostics", &self.diagnostics)?;
        self.details.serialize_into(&mut fields)?;
        fields.end()
    }
}

impl<S: Serialize> Details<S> {
    fn serialize_into<F: SerializeStruct>(&self, fields: &mut F) -> Result<(), F::Error> {
        match self {
            Details::Envelope(envelope) => {
                fields.serialize_field("tag", &envelope.tag)?;
                fields.serialize_field("subtype", &envelope.subtype)?;
                fields.serialize_field("questionId", &envelope.question_id)?;
                fields.serialize_field("attributes", &envelope.attributes)
            }
            Details::Request(request) => {
                fields.serialize_field("agentId", &request.agent_id)?;
                fields.serialize_field("sessionKey", &request.session_key)?;
                fields.serialize_field("expects", &request.expects)?;
                fields.serialize_field("timeoutSeconds", &request.timeout_seconds)?;
                fields.serialize_field("userNeed", &request.user_need)?;
                fields.serialize_field("body", &request.body)?;
                fields.serialize_field("summary", &request.summary)?;
                fields.serialize_field("extra", &request.extra)
            }
            Details::Notice(notice) => {
                fields.serialize_field("reason", &notice.reason)?;
                fields.serialize_field("available", &notice.available)?;
                fields.serialize_field("timeoutSeconds", &notice.timeout_seconds)?;
                fields.serialize_field("error", &notice.error)
            }
            Details::Control(directive) => fields.serialize_field("directive", directive),
            Details::Plain => Ok(()),
        }
    }
}
