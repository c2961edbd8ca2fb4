//! The messages of multi-agent systems as chat bubbles.
//!
//! ```
//! let text = "来自 UI Operator_1 的任务进度输出\nid: out_uio_001\n\n<UI Operator_1>\n<Output>\n我现在开始…\n</Output>\n</UI Operator_1>";
//! let message = agent_bubble::parse_message(text);
//! let bubble = agent_bubble::to_bubble(&message).expect("only directives show nothing");
//! assert_eq!(bubble.role.as_deref(), Some("UI Operator_1"));
//! assert_eq!(bubble.action.as_deref(), Some("任务进度输出"));
//! assert_eq!(bubble.content, "我现在开始…");
//! ```
//!
//! Offsets are bytes of UTF-8, half-open. Every text is a message and nothing
//! of it is lost; faults are [`Diagnostic`]s with a code and a place.

#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]
#![deny(unsafe_code, missing_docs)]

mod bubble;
mod builder;
mod call;
mod check;
mod conversation;
mod diagnostic;
mod envelope;
mod format;
mod labels;
mod message;
mod names;
mod options;
mod parse;
mod piece;
mod position;
mod reference;
mod scenarios;
mod session;
mod stream;
mod text;
mod text_box;
mod transcript;
mod unicode;
mod unit;
#[cfg(target_family = "wasm")]
#[allow(unsafe_code)]
pub mod wasm;
#[doc(hidden)]
pub mod wire;

pub use bubble::{Bubble, to_bubble};
pub use call::{CallDetails, CallDiagnostic, ResultDetails, SendCall, SessionCall, SessionResult, SpawnCall};
pub use conversation::{Conversation, Entry, Finding, Group, Item};
pub use diagnostic::{Code, Diagnostic, MessageError, Severity};
pub use format::{FormatOptions, format_message};
pub use labels::{Channel, KINDS, Kind, KindInfo, Label, Language, Party};
pub use message::{Details, Directive, Envelope, Expects, Message, Notice, Reason, Request};
pub use options::{ParseOptions, check_message, parse_message};
pub use position::{Position, position};
pub use scenarios::{CALLS, Call, Order, SCENARIOS, Scenario};
pub use stream::{MessageStream, StreamUpdate};
pub use text_box::format_bubble;
pub use transcript::parse_transcript;

/// The Rust examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// And those of the page for backends.
#[cfg(doctest)]
#[doc = include_str!("../docs/backends.md")]
struct Backends;
