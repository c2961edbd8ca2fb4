//! The one table of kinds: their actions in each language, tags and subtypes
//! (spec, section 2.2).

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

struct Row {
    kind: Kind,
    name: &'static str,
    /// As the document has it first, then as systems send it.
    actions: &'static [&'static str],
    tag: Option<&'static str>,
    subtypes: &'static [&'static str],
}

const fn unlabelled(kind: Kind, name: &'static str) -> Row {
    Row {
        kind,
        name,
        actions: &[],
        tag: None,
        subtypes: &[],
    }
}

const TABLE: &[Row] = &[
    Row {
        kind: Kind::Task,
        name: "task",
        actions: &["任务发布", "Task", "task dispatch"],
        tag: Some("Task"),
        subtypes: &[],
    },
    Row {
        kind: Kind::Progress,
        name: "progress",
        actions: &["任务进度输出", "task progress", "Output"],
        tag: Some("Output"),
        subtypes: &["progress_output"],
    },
    Row {
        kind: Kind::Completion,
        name: "completion",
        actions: &["任务完成汇报", "任务结束汇报", "task completion"],
        tag: Some("Output"),
        subtypes: &["completion_report"],
    },
    Row {
        kind: Kind::Ask,
        name: "ask",
        actions: &["提问", "Ask", "question"],
        tag: Some("Ask"),
        subtypes: &["ask_master", "ask_other"],
    },
    Row {
        kind: Kind::Message,
        name: "message",
        actions: &["消息", "Message", "message"],
        tag: Some("Message"),
        subtypes: &[],
    },
    Row {
        kind: Kind::Answer,
        name: "answer",
        actions: &["回答", "Answer", "answer"],
        tag: Some("Answer"),
        subtypes: &[],
    },
    unlabelled(Kind::Other, "other"),
    unlabelled(Kind::Request, "request"),
    unlabelled(Kind::Notice, "notice"),
    unlabelled(Kind::Control, "control"),
    unlabelled(Kind::Plain, "plain"),
];

/// The one who gives tasks.
pub(crate) const LEADER: &str = "Team Leader";

impl Kind {
    /// Every kind, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Kind> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The kind in lower case.
    pub fn as_str(self) -> &'static str {
        TABLE[self as usize].name
    }

    /// The name of the type tag that belongs to the kind.
    pub fn tag(self) -> Option<&'static str> {
        TABLE[self as usize].tag
    }

    pub(crate) fn of_action<U: Unit>(action: &[U]) -> Option<Kind> {
        find(|row| row.actions.iter().any(|label| text::equals(action, label)))
    }

    pub(crate) fn of_subtype<U: Unit>(subtype: &[U]) -> Option<Kind> {
        find(|row| row.subtypes.iter().any(|label| text::equals(subtype, label)))
    }

    /// The first kind with that tag: `Output` alone is progress.
    pub(crate) fn of_tag<U: Unit>(tag: &[U]) -> Option<Kind> {
        find(|row| row.tag.is_some_and(|label| text::equals(tag, label)))
    }
}

fn find(matches: impl Fn(&Row) -> bool) -> Option<Kind> {
    TABLE.iter().find(|row| matches(row)).map(|row| row.kind)
}
