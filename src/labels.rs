//! The one table of kinds: their actions in each language, tags, subtypes, ids
//! and directions (spec, section 2.2).

use serde::{Serialize, Serializer};

use crate::names::names;
use crate::text::{self, Unit};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The Team Leader gives a task.
    Task,
    /// A sub-agent reports progress.
    Progress,
    /// A sub-agent reports that it is done.
    Completion,
    /// An agent asks another.
    Ask,
    /// An agent tells another something.
    Message,
    /// The answer to a question.
    Answer,
    /// A framed message of no known kind.
    Other,
    /// A request of the session protocol.
    Request,
    /// An error text of the session protocol.
    Notice,
    /// A directive to the session runtime; it has no bubble.
    Control,
    /// Any other text.
    Plain,
}

names! {
    /// The language of a label, and of a header.
    Language {
        /// Chinese, as the protocol documents have it.
        Chinese = "zh",
        /// English, as running systems send it.
        English = "en",
    }
}

/// A label in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

impl Label {
    /// The label in a language.
    pub fn in_language(&self, language: Language) -> &'static str {
        match language {
            Language::Chinese => self.zh,
            Language::English => self.en,
        }
    }
}

names! {
    /// Who sends or receives a message.
    Party {
        /// The one who gives tasks.
        Leader = "Team Leader",
        /// Any other agent.
        SubAgent = "sub-agent",
    }
}

names! {
    /// How a message reaches the one it is for.
    Channel {
        /// A backend inserts it into the chat as a `user` message.
        User = "user",
        /// It is the result of the tool that asked.
        ToolResult = "tool-result",
    }
}

/// What the protocol says of a kind of framed messages.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct KindInfo {
    /// The kind.
    pub kind: Kind,
    #[serde(skip)]
    name: &'static str,
    /// The action in a header, in Chinese as the document has it; `None` where any
    /// action will do.
    pub action: Option<Label>,
    /// Further actions that running systems send.
    pub also_sent: &'static [&'static str],
    /// The type tag; `None` where any will do.
    pub tag: Option<&'static str>,
    /// The values of the attribute `subtype` that tell the kind.
    pub subtypes: &'static [&'static str],
    /// What an id begins with.
    pub id_prefix: &'static str,
    /// Who sends it to whom; empty where anyone may send it to anyone.
    pub directions: &'static [(Party, Party)],
    /// The tools that send it; empty where natural output is captured.
    pub tools: &'static [&'static str],
    /// How it arrives; `None` where nothing says so.
    pub channel: Option<Channel>,
}

const fn unlabelled(kind: Kind, name: &'static str) -> KindInfo {
    KindInfo {
        kind,
        name,
        action: None,
        also_sent: &[],
        tag: None,
        subtypes: &[],
        id_prefix: "",
        directions: &[],
        tools: &[],
        channel: None,
    }
}

const TO_SUB_AGENT: (Party, Party) = (Party::Leader, Party::SubAgent);
const TO_LEADER: (Party, Party) = (Party::SubAgent, Party::Leader);
const AMONG_SUB_AGENTS: (Party, Party) = (Party::SubAgent, Party::SubAgent);

const TABLE: &[KindInfo] = &[
    KindInfo {
        kind: Kind::Task,
        name: "task",
        action: Some(Label {
            zh: "任务发布",
            en: "task dispatch",
        }),
        also_sent: &["Task"],
        tag: Some("Task"),
        subtypes: &[],
        id_prefix: "task_",
        directions: &[TO_SUB_AGENT],
        tools: &["create_sub_agent", "send_message_to_sub_agent"],
        channel: Some(Channel::User),
    },
    KindInfo {
        kind: Kind::Progress,
        name: "progress",
        action: Some(Label {
            zh: "任务进度输出",
            en: "task progress",
        }),
        also_sent: &["Output"],
        tag: Some("Output"),
        subtypes: &["progress_output"],
        id_prefix: "out_",
        directions: &[TO_LEADER],
        tools: &[],
        channel: Some(Channel::User),
    },
    KindInfo {
        kind: Kind::Completion,
        name: "completion",
        action: Some(Label {
            zh: "任务完成汇报",
            en: "task completion",
        }),
        also_sent: &["任务结束汇报"],
        tag: Some("Output"),
        subtypes: &["completion_report"],
        id_prefix: "out_",
        directions: &[TO_LEADER],
        tools: &[],
        channel: Some(Channel::User),
    },
    KindInfo {
        kind: Kind::Ask,
        name: "ask",
        action: Some(Label {
            zh: "提问",
            en: "question",
        }),
        also_sent: &["Ask"],
        tag: Some("Ask"),
        subtypes: &["ask_master", "ask_other"],
        id_prefix: "ask_",
        directions: &[TO_SUB_AGENT, TO_LEADER, AMONG_SUB_AGENTS],
        tools: &["ask_sub_agent", "ask_master", "ask_other_agent"],
        channel: Some(Channel::User),
    },
    KindInfo {
        kind: Kind::Message,
        name: "message",
        action: Some(Label {
            zh: "消息",
            en: "message",
        }),
        also_sent: &["Message"],
        tag: Some("Message"),
        subtypes: &[],
        id_prefix: "msg_",
        directions: &[TO_SUB_AGENT, AMONG_SUB_AGENTS],
        tools: &["send_message_to_sub_agent", "ask_other_agent"],
        channel: Some(Channel::User),
    },
    KindInfo {
        kind: Kind::Answer,
        name: "answer",
        action: Some(Label {
            zh: "回答",
            en: "answer",
        }),
        also_sent: &["Answer"],
        tag: Some("Answer"),
        subtypes: &[],
        id_prefix: "ans_",
        directions: &[AMONG_SUB_AGENTS, TO_SUB_AGENT],
        tools: &["answer_sub_agent_question", "answer_other_agent"],
        channel: Some(Channel::ToolResult),
    },
    KindInfo {
        id_prefix: "msg_",
        ..unlabelled(Kind::Other, "other")
    },
    unlabelled(Kind::Request, "request"),
    unlabelled(Kind::Notice, "notice"),
    unlabelled(Kind::Control, "control"),
    unlabelled(Kind::Plain, "plain"),
];

/// The kinds that stand in a frame, a row for each (the tables of the envelope
/// document and of its users).
///
/// ```
/// let ask = agent_bubble::KINDS.iter().find(|row| row.tag == Some("Ask")).unwrap();
/// assert_eq!(ask.action.unwrap().zh, "提问");
/// assert_eq!(ask.id_prefix, "ask_");
/// ```
pub const KINDS: &[KindInfo] = TABLE.split_at(Kind::Other as usize + 1).0;

/// The one who gives tasks.
pub(crate) const LEADER: &str = "Team Leader";

impl Kind {
    /// Every kind, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Kind> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The kind in lower case.
    pub fn as_str(self) -> &'static str {
        self.info().name
    }

    /// The name of the type tag that belongs to the kind.
    pub fn tag(self) -> Option<&'static str> {
        self.info().tag
    }

    /// The action that belongs to the kind.
    pub(crate) fn action(self) -> Option<Label> {
        self.info().action
    }

    /// What an id of the kind begins with.
    pub(crate) fn id_prefix(self) -> &'static str {
        self.info().id_prefix
    }

    /// Who sends it to whom.
    pub(crate) fn directions(self) -> &'static [(Party, Party)] {
        self.info().directions
    }

    fn info(self) -> &'static KindInfo {
        &TABLE[self as usize]
    }

    pub(crate) fn of_action<U: Unit>(action: &[U]) -> Option<Kind> {
        let is = |label: &str| text::equals(action, label);
        find(|row| {
            row.action.is_some_and(|label| is(label.zh) || is(label.en))
                || row.also_sent.iter().any(|label| is(label))
        })
    }

    pub(crate) fn of_subtype<U: Unit>(subtype: &[U]) -> Option<Kind> {
        find(|row| row.subtypes.iter().any(|label| text::equals(subtype, label)))
    }

    /// The first kind with that tag: `Output` alone is progress.
    pub(crate) fn of_tag<U: Unit>(tag: &[U]) -> Option<Kind> {
        find(|row| row.tag.is_some_and(|label| text::equals(tag, label)))
    }
}

impl Serialize for Kind {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_str(self.as_str())
    }
}

fn find(matches: impl Fn(&KindInfo) -> bool) -> Option<Kind> {
    TABLE.iter().find(|row| matches(row)).map(|row| row.kind)
}
