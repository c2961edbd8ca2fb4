//! What a chat shows of a message.

use serde::Serialize;

use crate::labels::Kind;
use crate::message::Message;

/// The three parts that a bubble shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Bubble<S = String> {
    /// Who speaks; `None` leaves it to the host's own label.
    pub role: Option<S>,
    /// What the message does.
    pub action: Option<S>,
    /// The text.
    pub content: S,
}

/// The bubble of a message; `None` for a control directive, which shows nothing.
///
/// ```
/// let message = agent_bubble::parse_message("你好");
/// let bubble = agent_bubble::to_bubble(&message).unwrap();
/// assert_eq!(bubble.content, "你好");
///
/// let directive = agent_bubble::parse_message("REPLY_SKIP");
/// assert!(agent_bubble::to_bubble(&directive).is_none());
/// ```
pub fn to_bubble<S: Clone>(message: &Message<S>) -> Option<Bubble<S>> {
    (message.kind != Kind::Control).then(|| Bubble {
        role: message.role.clone(),
        action: message.action.clone(),
        content: message.content.clone(),
    })
}
