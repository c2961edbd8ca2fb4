//! Faults of a text: a stable code, a severity, a place and a sentence.

use core::fmt;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::position::Position;

/// How much a fault matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// It can mislead a reader or loses structure; [`crate::ParseOptions::parse_strict`] refuses it.
    Error,
    /// It is worth a look.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// Declares the codes: the one table of their names, severities and sentences.
macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $sentence:literal)*) => {
        /// The stable name of a fault. The README lists each with a sample.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`: ", $sentence, ".")] $variant,)*
        }

        impl Code {
            /// Every code, by name.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];
        }

        const TABLE: &[(&str, Severity, &str)] = &[$(($name, Severity::$severity, $sentence)),*];
    };
}

codes! {
    AnswerAsMessage "answer-as-message" Error
        "an answer is the result of the tool that asked; do not insert it as a user message"
    BadArgument "bad-argument" Error
        "this has a wrong type; give the arguments as an object, with texts and with seconds as numbers"
    BadAttribute "bad-attribute" Error
        "this is no attribute that can be read; write name=\"value\" once for each name, at most 32 in 4,096 bytes, with & < > \" as references"
    BadResult "bad-result" Error
        "this field of the result is missing or has a wrong type; give what the tool promises"
    BadRole "bad-role" Error
        "this cannot name a speaker; a role is not empty, holds no control character and neither begins nor ends with a space"
    BidiInContent "bidi-in-content" Warning
        "the content turns the direction of text and does not turn it back on this line; close it or remove it"
    BidiInRole "bidi-in-role" Warning
        "the role holds a character that turns the direction of text and can look like another sender; remove it"
    ConfusableRole "confusable-role" Warning
        "the role looks like Team Leader and is another; give it a name of its own"
    ControlInContent "control-in-content" Warning
        "the content is a directive and nothing else; a directive works only as the whole text, without a frame"
    DuplicateId "duplicate-id" Error
        "another message has this id; give each an id of its own, as nextId does"
    EmbeddedClose "embedded-close" Warning
        "the content holds the message's own closing tags; a reader that takes the first ones cuts it here"
    EmbeddedMessage "embedded-message" Warning
        "the content holds the head of another message; it is quoted or forged, and a reader that splits texts can take it for real"
    ForbiddenTool "forbidden-tool" Error
        "a downstream agent does not call this tool; its natural output is the report, and the main agent answers the user"
    FullwidthColon "fullwidth-colon" Warning
        "this is a full-width colon; write an ASCII one"
    IdCase "id-case" Warning
        "the id line begins with lower-case `id`"
    IdInAttribute "id-in-attribute" Warning
        "an id in the tag is not the message's id; write it on the id line, outside the tags"
    IdPrefix "id-prefix" Warning
        "the id does not begin with the prefix of the message's kind; use nextId"
    InvisibleInRole "invisible-in-role" Warning
        "the role holds a character that cannot be seen and can look like another sender; remove it"
    MalformedNameTag "malformed-name-tag" Error
        "the name tag is not closed; write > after the role"
    MissingArgument "missing-argument" Error
        "the tool needs this argument; give it"
    MissingField "missing-field" Error
        "a field of the request is missing, empty or not readable; write every line of the template"
    MissingId "missing-id" Error
        "the message has no id; write `id: …` under the header"
    MissingOpenTag "missing-open-tag" Error
        "a tag is expected here, so the text is shown as plain; write the name tag and the type tag under the id line"
    NameMismatch "name-mismatch" Error
        "header and name tag do not name the same speaker, so the text is shown as plain; write the same role in both"
    NegativeTimeout "negative-timeout" Error
        "a timeout is not negative; give 0 to go on at once, or the seconds to wait"
    OneLineFrame "one-line-frame" Warning
        "a tag shares its line; give each tag of the frame a line of its own"
    RetiredPrefix "retired-prefix" Error
        "the prefix [系统通知|…] is retired; write a header, an id line and tags"
    SenderMismatch "sender-mismatch" Error
        "the text claims another sender than the one who sent it; the trusted sender is shown"
    TagMismatch "tag-mismatch" Error
        "the type tag does not belong to the action of the header; write the tag of that action"
    TimeoutMismatch "timeout-mismatch" Warning
        "the timeout contradicts the expected response; waiting needs more than 0 seconds, fire-and-forget exactly 0"
    TooLarge "too-large" Error
        "the text is longer than 16,777,216 code units and is shown as plain; send it in parts"
    TooManyRounds "too-many-rounds" Warning
        "these two sessions have answered each other more than 5 times; end with REPLY_SKIP"
    TrailingText "trailing-text" Error
        "text stands behind the closing tags, so all of it is shown as content; end the message with the closing tags"
    Unclosed "unclosed" Error
        "the message ends before its closing tags; close the type tag and the name tag"
    UnformattedRequest "unformatted-request" Error
        "a message of sessions_send is a request; write it with the template 【Agent 间通信】"
    UnknownAction "unknown-action" Warning
        "this action is in no table; use one of the protocol's actions"
    UnknownQuestion "unknown-question" Warning
        "no question before this answer has the id that it names; give its question_id"
    UnknownTag "unknown-tag" Warning
        "this tag is in no table; use Task, Output, Ask, Message or Answer"
    UnlistedSessionKey "unlisted-session-key" Error
        "no sessions_list before this call showed the session key; list the keys first, never use one from memory"
    UnreportedQuestion "unreported-question" Warning
        "a sub-agent that asks another reports it to the Team Leader; let it output its progress too"
    UnusualId "unusual-id" Warning
        "the id holds a space, a control or an invisible character; use letters, digits, _ and -"
    UnwrappedMessage "unwrapped-message" Error
        "an agent sent this without a frame; write it with formatMessage"
    Unwritable "unwritable" Error
        "this value is missing or would not be read back the same; give one without line ends and other control characters that agrees with the other fields"
    WrongDirection "wrong-direction" Warning
        "messages of this kind do not go this way; only the Team Leader gives tasks, reports go to the Team Leader: check who sent this"
}

impl Code {
    /// The code in kebab-case.
    pub fn as_str(self) -> &'static str {
        TABLE[self as usize].0
    }

    /// How much a fault of this code matters.
    pub fn severity(self) -> Severity {
        TABLE[self as usize].1
    }

    /// What is wrong and what to do about it, without a full stop.
    pub fn message(self) -> &'static str {
        TABLE[self as usize].2
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One fault of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What it is.
    pub code: Code,
    /// Where it begins, in bytes of UTF-8.
    pub start: usize,
    /// Where it ends; the same as `start` where something is missing.
    pub end: usize,
}

impl Diagnostic {
    /// The severity of its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The sentence of its code.
    pub fn message(&self) -> &'static str {
        self.code.message()
    }
}

/// `usize` under a name that serialisers do not take for 64 bits everywhere:
/// in JavaScript those need big integers.
#[cfg(target_pointer_width = "32")]
pub(crate) type Offset = u32;
#[cfg(not(target_pointer_width = "32"))]
pub(crate) type Offset = usize;

impl Serialize for Diagnostic {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Diagnostic", 5)?;
        fields.serialize_field("code", self.code.as_str())?;
        fields.serialize_field("severity", self.severity().as_str())?;
        fields.serialize_field("message", self.message())?;
        fields.serialize_field("start", &(self.start as Offset))?;
        fields.serialize_field("end", &(self.end as Offset))?;
        fields.end()
    }
}

/// The first error of a text that was to be read strictly, or what keeps a
/// message from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageError {
    /// The fault; its place is in the text, or in the value of the field.
    pub diagnostic: Diagnostic,
    /// Line and column of its start.
    pub position: Position,
    /// The field that cannot be written, by its name in JavaScript (`role`,
    /// `questionId`); only for [`Code::Unwritable`].
    pub field: Option<&'static str>,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        let Diagnostic { code, .. } = self.diagnostic;
        write!(f, "{} at line {line}, column {column}", code.as_str())?;
        if let Some(field) = self.field {
            write!(f, " of {field}")?;
        }
        write!(f, ": {}", code.message())
    }
}

impl std::error::Error for MessageError {}

/// The faults found so far, in the order of their places.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Diagnostic>);

impl Faults {
    /// Adds a fault; one code is reported once a place.
    #[inline(never)]
    pub fn add(&mut self, code: Code, span: crate::text::Span) {
        let fault = Diagnostic {
            code,
            start: span.start,
            end: span.end,
        };
        if !self.0.contains(&fault) {
            let at = self.0.partition_point(|other| other.start <= fault.start);
            self.0.insert(at, fault);
        }
    }

    /// The faults of a text so far, in the order of their places.
    pub fn of(faults: Vec<Diagnostic>) -> Self {
        Faults(faults)
    }

    pub fn has(&self, code: Code) -> bool {
        self.0.iter().any(|fault| fault.code == code)
    }

    /// Forgets all faults but `fault`.
    pub fn keep_only(&mut self, fault: Option<(Code, crate::text::Span)>) {
        self.0.clear();
        if let Some((code, span)) = fault {
            self.add(code, span);
        }
    }

    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}
