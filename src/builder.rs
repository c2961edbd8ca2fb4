//! Messages that are not read but made, to be written by
//! [`format_message`](crate::format_message).

use crate::labels::Kind;
use crate::message::{Details, Directive, Envelope, Message, Notice, Reason, Request};

impl Message {
    /// A framed message with the tag of its kind; its action is written as that of its
    /// kind, in the language of the header.
    ///
    /// ```
    /// use agent_bubble::{Kind, Message, format_message};
    ///
    /// let message = Message::envelope(Kind::Ask, "UI Operator_1", "ask_uio_001", "好了吗？");
    /// let text = format_message(&message)?;
    /// assert_eq!(text, "来自 UI Operator_1 的提问\nid: ask_uio_001\n\n<UI Operator_1>\n<Ask>\n好了吗？\n</Ask>\n</UI Operator_1>");
    /// # Ok::<(), agent_bubble::MessageError>(())
    /// ```
    pub fn envelope(
        kind: Kind,
        role: impl Into<String>,
        id: impl Into<String>,
        content: impl Into<String>,
    ) -> Self {
        let envelope = Envelope {
            tag: kind.tag().unwrap_or_default().into(),
            subtype: None,
            question_id: None,
            attributes: Vec::new(),
        };
        Message {
            kind,
            id: Some(id.into()),
            details: Details::Envelope(envelope),
            ..Message::plain(content.into())
        }
        .with_role(role)
    }

    /// A directive of the session protocol.
    pub fn directive(directive: Directive) -> Self {
        let content = directive.as_str().into();
        Message::session(Kind::Control, content, Details::Control(directive))
    }
}

impl<S: Default> Message<S> {
    /// A request of the session protocol; role, action and target come by
    /// [`with_role`](Self::with_role), [`with_action`](Self::with_action) and
    /// [`with_target`](Self::with_target).
    pub fn request(request: Request<S>) -> Self {
        Message::session(Kind::Request, S::default(), Details::Request(request))
    }

    /// An error text of the session protocol; the name of an agent that is not
    /// there comes by [`with_target`](Self::with_target).
    pub fn notice(notice: Notice<S>) -> Self {
        Message::session(Kind::Notice, S::default(), Details::Notice(notice))
    }
}

impl<S> Message<S> {
    /// A text of no protocol.
    pub fn plain(content: S) -> Self {
        Message {
            kind: Kind::Plain,
            role: None,
            claimed_role: None,
            action: None,
            id: None,
            target: None,
            content,
            complete: true,
            diagnostics: Vec::new(),
            details: Details::Plain,
        }
    }

    /// The same message from another.
    pub fn with_role(self, role: impl Into<S>) -> Self {
        Message {
            role: Some(role.into()),
            ..self
        }
    }

    /// The same message with an action of its own.
    pub fn with_action(self, action: impl Into<S>) -> Self {
        Message {
            action: Some(action.into()),
            ..self
        }
    }

    /// The same message to one receiver.
    pub fn with_target(self, target: impl Into<S>) -> Self {
        Message {
            target: Some(target.into()),
            ..self
        }
    }

    /// The same message as the answer to a question; only a framed one is changed.
    pub fn with_question_id(mut self, id: impl Into<S>) -> Self {
        if let Details::Envelope(envelope) = &mut self.details {
            envelope.question_id = Some(id.into());
        }
        self
    }

    /// The same message with one attribute more; only a framed one is changed.
    pub fn with_attribute(mut self, name: impl Into<S>, value: impl Into<S>) -> Self {
        if let Details::Envelope(envelope) = &mut self.details {
            envelope.attributes.push((name.into(), value.into()));
        }
        self
    }
}

impl<S: Default> Default for Request<S> {
    /// No field at all.
    fn default() -> Self {
        Request {
            agent_id: None,
            session_key: None,
            expects: None,
            timeout_seconds: None,
            user_need: None,
            body: S::default(),
            summary: None,
            extra: Vec::new(),
        }
    }
}

impl<S> Notice<S> {
    /// A notice that tells only its reason.
    pub fn new(reason: Reason) -> Self {
        Notice {
            reason,
            available: Vec::new(),
            timeout_seconds: None,
            error: None,
        }
    }
}
