//! Calls of the session tools as typed values (spec, section 5.4).

mod fields;

use fields::Fields;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use serde_json::{Map, Value};

use crate::bubble::{Bubble, to_bubble};
use crate::diagnostic::{Code, Severity};
use crate::labels::Language;
use crate::message::{Expects, Message};
use crate::session::{self, Given, Tool};

/// A call of a tool, read. Never fails on what a model wrote: what is wrong with the
/// arguments is in `diagnostics`, and nothing of them is lost.
///
/// ```
/// use agent_bubble::{CallDetails, Expects, SessionCall};
/// use serde_json::json;
///
/// let call = SessionCall::read("sessions_spawn", &json!({ "task": "写周报", "runTimeoutSeconds": -1 }));
/// assert_eq!(call.mode, Some(Expects::Background));
/// assert_eq!(call.diagnostics[0].code.as_str(), "negative-timeout");
/// let CallDetails::Spawn(spawn) = &call.details else { panic!() };
/// assert_eq!(spawn.task.as_deref(), Some("写周报"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SessionCall {
    /// The name of the tool.
    pub tool: String,
    /// The name of the agent that calls; by default that of the request it sends.
    pub caller: Option<String>,
    /// How it waits; `None` where the timeout is not known, and for other tools.
    pub mode: Option<Expects>,
    /// The arguments of its tool.
    #[serde(flatten)]
    pub details: CallDetails,
    /// Arguments that the tool does not have, and those whose value is no good.
    pub extra: Map<String, Value>,
    /// What is wrong with the arguments.
    pub diagnostics: Vec<CallDiagnostic>,
}

/// The arguments of a tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CallDetails {
    /// `sessions_send`.
    Send(SendCall),
    /// `sessions_spawn`.
    Spawn(SpawnCall),
    /// `sessions_list`.
    List,
    /// Any other tool; all of its arguments are in `extra`.
    Other,
}

/// A message to another session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SendCall {
    /// The session that it goes to.
    pub session_key: Option<String>,
    /// How long the caller waits; 0 goes on at once.
    #[serde(serialize_with = "as_number")]
    pub timeout_seconds: Option<f64>,
    /// The message, read.
    pub message: Option<Box<Message>>,
}

/// A task in the background, whose result is pushed to who asked for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpawnCall {
    /// What is to be done.
    pub task: Option<String>,
    /// A name for it.
    pub label: Option<String>,
    /// The agent that does it.
    pub agent_id: Option<String>,
    /// How long it may take; 0 is without a limit.
    #[serde(serialize_with = "as_number")]
    pub run_timeout_seconds: Option<f64>,
    /// What becomes of its session: a text or a boolean.
    pub cleanup: Option<Value>,
}

/// A fault of a call or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallDiagnostic {
    /// What it is.
    pub code: Code,
    /// The argument, or the field of the result.
    pub field: &'static str,
}

impl CallDiagnostic {
    /// The severity of its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The sentence of its code.
    pub fn message(&self) -> &'static str {
        self.code.message()
    }
}

impl Serialize for CallDiagnostic {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("CallDiagnostic", 4)?;
        fields.serialize_field("code", self.code.as_str())?;
        fields.serialize_field("severity", self.severity().as_str())?;
        fields.serialize_field("message", self.message())?;
        fields.serialize_field("field", self.field)?;
        fields.end()
    }
}

impl SessionCall {
    /// Reads a call from its arguments: an object, or its JSON.
    pub fn read(tool: &str, arguments: &Value) -> Self {
        let name = tool;
        let tool = Tool::of(name);
        let mut fields = Fields::of_arguments(tool, arguments);
        let details = match tool {
            Tool::Send => CallDetails::Send(SendCall {
                session_key: fields.text("sessionKey"),
                message: fields.message("message"),
                timeout_seconds: fields.seconds("timeoutSeconds"),
            }),
            Tool::Spawn => CallDetails::Spawn(SpawnCall {
                task: fields.text("task"),
                label: fields.text("label"),
                agent_id: fields.text("agentId"),
                run_timeout_seconds: fields.seconds("runTimeoutSeconds"),
                cleanup: fields.take("cleanup"),
            }),
            Tool::List => CallDetails::List,
            _ => CallDetails::Other,
        };
        SessionCall {
            tool: name.to_owned(),
            caller: details.message().and_then(|message| message.role.clone()),
            mode: tool.mode(details.timeout_seconds()),
            details,
            extra: fields.map,
            diagnostics: fields.diagnostics,
        }
    }

    /// The same call by an agent that is known.
    pub fn with_caller(self, caller: impl Into<String>) -> Self {
        SessionCall {
            caller: Some(caller.into()),
            ..self
        }
    }

    /// The message that it sends.
    pub fn message(&self) -> Option<&Message> {
        self.details.message()
    }

    /// Its bubble: the caller, the mode as action, the task or message as content.
    /// `None` for a directive, which shows nothing.
    pub fn bubble(&self, language: Language) -> Option<Bubble<&str>> {
        let content = match &self.details {
            CallDetails::Send(SendCall {
                message: Some(message),
                ..
            }) => &to_bubble(message).is_some().then_some(&message.content)?[..],
            CallDetails::Spawn(spawn) => spawn.task.as_deref().unwrap_or_default(),
            _ => "",
        };
        let label = Tool::of(&self.tool).label(self.mode);
        Some(Bubble {
            role: self.caller.as_deref(),
            action: Some(label.map_or(&self.tool[..], |label| label.in_language(language))),
            content,
        })
    }
}

impl CallDetails {
    fn message(&self) -> Option<&Message> {
        match self {
            CallDetails::Send(send) => send.message.as_deref(),
            _ => None,
        }
    }

    fn timeout_seconds(&self) -> Option<f64> {
        match self {
            CallDetails::Send(send) => send.timeout_seconds,
            _ => None,
        }
    }
}

/// What a tool gave.
///
/// ```
/// use agent_bubble::{ResultDetails, SessionCall, SessionResult};
/// use serde_json::json;
///
/// let call = SessionCall::read("sessions_list", &json!({}));
/// let result = SessionResult::read(&call, &json!({ "sessions": [{ "key": "agent:writer:main" }] }));
/// assert_eq!(result.details, ResultDetails::List { session_keys: vec!["agent:writer:main".into()] });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SessionResult {
    /// What became of the call: `accepted`, `ok`, an error.
    pub status: Option<String>,
    /// What the tool promises.
    #[serde(flatten)]
    pub details: ResultDetails,
    /// Other fields.
    pub extra: Map<String, Value>,
    /// What is missing.
    pub diagnostics: Vec<CallDiagnostic>,
}

/// What a tool promises to give.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum ResultDetails {
    /// Of `sessions_send`: the reply, read, if there is one.
    Send {
        /// The reply.
        message: Option<Box<Message>>,
    },
    /// Of `sessions_spawn`, at once.
    Spawn {
        /// The run.
        run_id: Option<String>,
        /// The session in which it runs.
        child_session_key: Option<String>,
    },
    /// Of `sessions_list`.
    List {
        /// The keys of the live sessions.
        session_keys: Vec<String>,
    },
    /// Of any other tool.
    Other,
}

impl SessionResult {
    /// Reads what a call gave: an object, its JSON, or the text of a reply.
    pub fn read(call: &SessionCall, result: &Value) -> Self {
        let tool = Tool::of(&call.tool);
        let mut fields = Fields::of_result(tool, result);
        let status = fields.text("status");
        if !status
            .as_deref()
            .is_some_and(|status| session::is_failure(tool, status.as_bytes()))
        {
            for &field in session::fields(tool) {
                let has = match field {
                    "status" => status.is_some(),
                    "sessions" => fields.map.get(field).is_some_and(Value::is_array),
                    _ => Given::of(fields.map.get(field)) == Given::Text,
                };
                fields.diagnostics.extend((!has).then_some(CallDiagnostic {
                    code: Code::BadResult,
                    field,
                }));
            }
        }
        let details = match tool {
            Tool::Send => ResultDetails::Send {
                message: fields.message("reply"),
            },
            Tool::Spawn => ResultDetails::Spawn {
                run_id: fields.text("runId"),
                child_session_key: fields.text("childSessionKey"),
            },
            Tool::List => ResultDetails::List {
                session_keys: fields.session_keys(),
            },
            _ => ResultDetails::Other,
        };
        SessionResult {
            status,
            details,
            extra: fields.map,
            diagnostics: fields.diagnostics,
        }
    }

    /// The reply.
    pub fn message(&self) -> Option<&Message> {
        match &self.details {
            ResultDetails::Send { message } => message.as_deref(),
            _ => None,
        }
    }
}

/// Whole seconds without a fraction, as JavaScript writes them.
fn as_number<Z: Serializer>(seconds: &Option<f64>, serializer: Z) -> Result<Z::Ok, Z::Error> {
    match seconds {
        Some(number) if number.fract() == 0.0 && *number < 1e15 => serializer.serialize_u64(*number as u64),
        _ => seconds.serialize(serializer),
    }
}
