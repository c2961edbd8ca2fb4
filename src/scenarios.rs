//! What the session document says of calls and of when to make which (spec,
//! section 5.4), as data.

use serde::Serialize;

use crate::labels::Label;
use crate::message::Expects;
use crate::names::names;

/// A call of a session tool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Call {
    /// The tool.
    pub tool: &'static str,
    /// What it is for.
    pub purpose: Label,
    /// How the caller waits; `None` where there is nothing to wait for.
    pub mode: Option<Expects>,
    /// What the mode is called, or what the call gives.
    pub label: Label,
    /// The timeout in seconds; 0 sends without waiting, or runs without a limit.
    pub timeout_seconds: Option<u32>,
    /// The most rounds of ping-pong.
    pub max_rounds: Option<u32>,
    /// The arguments that must be there.
    pub arguments: &'static [&'static str],
    /// The arguments that may be missing.
    pub optional_arguments: &'static [&'static str],
}

const SEND: Label = Label {
    zh: "点对点通信",
    en: "point-to-point message",
};
const SEND_ARGUMENTS: &[&str] = &["sessionKey", "message", "timeoutSeconds"];

/// The most rounds of ping-pong between two sessions.
pub(crate) const MAX_ROUNDS: u32 = 5;

/// The calls, each in each of its modes.
///
/// ```
/// let blocking = &agent_bubble::CALLS[0];
/// assert_eq!((blocking.tool, blocking.timeout_seconds), ("sessions_send", Some(120)));
/// ```
pub const CALLS: &[Call] = &[
    Call {
        tool: "sessions_send",
        purpose: SEND,
        mode: Some(Expects::Blocking),
        label: Label {
            zh: "阻塞等待",
            en: "wait for the reply",
        },
        timeout_seconds: Some(120),
        max_rounds: Some(MAX_ROUNDS),
        arguments: SEND_ARGUMENTS,
        optional_arguments: &[],
    },
    Call {
        tool: "sessions_send",
        purpose: SEND,
        mode: Some(Expects::FireAndForget),
        label: Label {
            zh: "即发即走",
            en: "send and go on",
        },
        timeout_seconds: Some(0),
        max_rounds: None,
        arguments: SEND_ARGUMENTS,
        optional_arguments: &[],
    },
    Call {
        tool: "sessions_spawn",
        purpose: Label {
            zh: "后台任务委托",
            en: "task in the background",
        },
        mode: Some(Expects::Background),
        label: Label {
            zh: "后台委托",
            en: "delegate",
        },
        timeout_seconds: Some(0),
        max_rounds: None,
        arguments: &["task"],
        optional_arguments: &["label", "agentId", "runTimeoutSeconds", "cleanup"],
    },
    Call {
        tool: "sessions_list",
        purpose: Label {
            zh: "获取实时 sessionKey",
            en: "live session keys",
        },
        mode: None,
        label: Label {
            zh: "获取实时 sessionKey",
            en: "live session keys",
        },
        timeout_seconds: None,
        max_rounds: None,
        arguments: &[],
        optional_arguments: &[],
    },
];

names! {
    /// How many calls a scenario makes, and when.
    Order {
        /// One.
        Single = "single",
        /// One after the other; each carries the result of the one before.
        Sequence = "sequence",
        /// All at once; the results are gathered.
        Parallel = "parallel",
    }
}

/// A reason to talk to another agent, and how it is done.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Scenario {
    /// Its name.
    pub name: Label,
    /// Words of a user that tell it; empty where the document has none.
    pub intents: &'static [&'static str],
    /// What the quick reference calls it.
    pub needs: &'static [&'static str],
    /// The tool.
    pub tool: &'static str,
    /// How the caller waits.
    pub mode: Expects,
    /// The timeout in seconds; 0 sends without waiting, or runs without a limit.
    pub timeout_seconds: u32,
    /// How many calls it makes.
    pub order: Order,
}

/// The scenarios, with the quick reference.
///
/// ```
/// let scenario = agent_bubble::SCENARIOS.iter().find(|row| row.intents.contains(&"查询")).unwrap();
/// assert_eq!(scenario.tool, "sessions_send");
/// ```
pub const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: Label {
            zh: "知识获取",
            en: "get knowledge",
        },
        intents: &["问", "学", "查询", "确认"],
        needs: &["问", "学", "查询"],
        tool: "sessions_send",
        mode: Expects::Blocking,
        timeout_seconds: 120,
        order: Order::Single,
    },
    Scenario {
        name: Label {
            zh: "任务委托",
            en: "delegate a task",
        },
        intents: &["让做", "研究", "处理", "分析"],
        needs: &["让做", "研究", "处理"],
        tool: "sessions_spawn",
        mode: Expects::Background,
        timeout_seconds: 0,
        order: Order::Single,
    },
    Scenario {
        name: Label {
            zh: "单向通知",
            en: "tell",
        },
        intents: &["通知", "传达", "转发"],
        needs: &["通知", "传达"],
        tool: "sessions_send",
        mode: Expects::FireAndForget,
        timeout_seconds: 0,
        order: Order::Single,
    },
    Scenario {
        name: Label {
            zh: "顺序协作",
            en: "work in sequence",
        },
        intents: &[],
        needs: &["顺序协作"],
        tool: "sessions_spawn",
        mode: Expects::Background,
        timeout_seconds: 0,
        order: Order::Sequence,
    },
    Scenario {
        name: Label {
            zh: "多 Agent 并行汇总",
            en: "gather from many agents",
        },
        intents: &[],
        needs: &["多 Agent 汇总"],
        tool: "sessions_spawn",
        mode: Expects::Background,
        timeout_seconds: 0,
        order: Order::Parallel,
    },
];
