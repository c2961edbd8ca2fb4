//! Calls of the session tools, and what they give (spec, section 5.4).

use crate::diagnostic::Code;
use crate::labels::Label;
use crate::message::Expects;
use crate::names::names;
use crate::scenarios::CALLS;
use crate::text::{self, Unit};

names! {
    /// The tools that the protocols name.
    Tool {
        /// A message to another session.
        Send = "sessions_send",
        /// A task in the background.
        Spawn = "sessions_spawn",
        /// The live session keys.
        List = "sessions_list",
        /// No tool of the protocol: natural output is the report.
        ReportProgress = "report_progress",
        /// No tool of the protocol: the end of the output is the report.
        FinishTask = "finish_task",
        /// A message to the user, for the main agent alone.
        Message = "message",
        /// Any other.
        Other = "",
    }
}

/// The status of a call that was taken on.
const ACCEPTED: &str = "accepted";

impl Tool {
    /// The tool of a name.
    pub fn of(name: &str) -> Tool {
        let tools = Tool::ALL.iter().copied();
        tools
            .into_iter()
            .find(|tool| tool.as_str() == name)
            .unwrap_or(Tool::Other)
    }

    /// The names of its arguments, the ones that it needs first.
    pub fn arguments(self) -> impl Iterator<Item = &'static str> {
        let row = CALLS.iter().find(|row| row.tool == self.as_str());
        row.into_iter()
            .flat_map(|row| row.arguments.iter().chain(row.optional_arguments).copied())
    }

    fn needs(self, argument: &str) -> bool {
        let row = CALLS.iter().find(|row| row.tool == self.as_str());
        row.is_some_and(|row| row.arguments.contains(&argument))
    }

    /// How the caller waits.
    pub fn mode(self, timeout: Option<f64>) -> Option<Expects> {
        match self {
            Tool::Send => timeout.map(|seconds| match seconds > 0.0 {
                true => Expects::Blocking,
                false => Expects::FireAndForget,
            }),
            Tool::Spawn => Some(Expects::Background),
            _ => None,
        }
    }

    /// What a call in a mode is called; `None` where its mode is not known.
    pub fn label(self, mode: Option<Expects>) -> Option<Label> {
        let mut rows = CALLS.iter();
        let row = rows.find(|row| row.tool == self.as_str() && row.mode == mode);
        row.map(|row| row.label)
    }
}

/// How an argument was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given {
    Absent,
    Empty,
    Text,
    Flag,
    Number(f64),
    Other,
}

/// What is wrong with an argument.
pub fn fault(tool: Tool, argument: &str, given: Given) -> Option<Code> {
    let is_seconds = matches!(argument, "timeoutSeconds" | "runTimeoutSeconds");
    match given {
        Given::Absent => tool.needs(argument).then_some(Code::MissingArgument),
        Given::Number(seconds) if is_seconds && seconds.is_finite() => {
            (seconds < 0.0).then_some(Code::NegativeTimeout)
        }
        _ if is_seconds => Some(Code::BadArgument),
        Given::Empty => tool.needs(argument).then_some(Code::MissingArgument),
        Given::Text => None,
        Given::Flag if argument == "cleanup" => None,
        _ => Some(Code::BadArgument),
    }
}

/// The fields that a result must have.
pub fn fields(tool: Tool) -> &'static [&'static str] {
    match tool {
        Tool::Spawn => &["status", "runId", "childSessionKey"],
        Tool::List => &["sessions"],
        _ => &[],
    }
}

/// Whether a result with this status has no more to tell.
pub fn is_failure<U: Unit>(tool: Tool, status: &[U]) -> bool {
    let is_ok = tool != Tool::Spawn && text::equals(status, "ok");
    !text::equals(status, ACCEPTED) && !is_ok
}

/// Whether the timeout of a call contradicts the request that it sends.
pub fn contradicts(timeout: f64, expects: Option<Expects>, requested: Option<u32>) -> bool {
    let is_other_mode = match expects {
        Some(Expects::Blocking) => timeout == 0.0,
        Some(Expects::FireAndForget) => timeout > 0.0,
        _ => false,
    };
    is_other_mode || requested.is_some_and(|seconds| f64::from(seconds) != timeout)
}
