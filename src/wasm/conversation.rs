//! Conversations, known to JavaScript by their handles, and calls. All that a
//! conversation is made of is there too: it is told again to an instance that is new.

use std::cell::RefCell;

use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::prelude::*;

use super::string::from_units;
use super::{into_js, windows};
use crate::call::CallDiagnostic;
use crate::conversation::{CallFacts, Finding, Index, MessageFacts, check, split, stem};
use crate::diagnostic::Code;
use crate::labels::{Channel, Kind};
use crate::message::Expects;
use crate::session::{self, Given, Tool};
use crate::wire::{ABSENT, MISMATCHED, RETIRED, STOPS, TOOL_RESULT};

/// The conversations, and the handles that are free again.
struct Conversations {
    list: Vec<Option<Index>>,
    free: Vec<usize>,
}

thread_local! {
    static CONVERSATIONS: RefCell<Conversations> = const {
        RefCell::new(Conversations { list: Vec::new(), free: Vec::new() })
    };
}

/// A new conversation's handle.
#[wasm_bindgen(js_name = openConversation)]
pub fn open(viewer: u32, main: u32) -> usize {
    let index = Some(Index::new(viewer, main));
    CONVERSATIONS.with_borrow_mut(|Conversations { list, free }| match free.pop() {
        Some(handle) => {
            list[handle] = index;
            handle
        }
        None => {
            list.push(index);
            list.len() - 1
        }
    })
}

/// Forgets a conversation.
#[wasm_bindgen(js_name = closeConversation)]
pub fn close(handle: usize) {
    CONVERSATIONS.with_borrow_mut(|Conversations { list, free }| {
        list[handle] = None;
        free.push(handle);
    });
}

fn with<T>(handle: usize, use_it: impl FnOnce(&mut Index) -> T) -> T {
    CONVERSATIONS.with_borrow_mut(|Conversations { list, .. }| match &mut list[handle] {
        Some(index) => use_it(index),
        None => unreachable!("a handle is closed once nothing has it"),
    })
}

/// Adds a message by the numbers of its strings; its id stands in the reserved
/// memory. Answers with whether it starts a group; the answer's first numbers are
/// what it repeats, its question, and where the number at the end of its id begins.
#[allow(clippy::too_many_arguments, reason = "numbers cross without a cost")]
#[wasm_bindgen(js_name = addMessage)]
pub fn add_message(
    handle: usize,
    id_length: usize,
    kind: u32,
    role: u32,
    id: u32,
    question_id: u32,
    target: u32,
    subtype: u32,
    content: u32,
    flags: u32,
) -> bool {
    let facts = MessageFacts {
        kind: kind_at(kind).unwrap_or(Kind::Plain),
        channel: match flags & TOOL_RESULT {
            0 => Channel::User,
            _ => Channel::ToolResult,
        },
        role,
        id,
        question_id,
        target,
        subtype,
        content,
        is_retired: flags & RETIRED != 0,
        is_mismatched: flags & MISMATCHED != 0,
    };
    let mut starts_group = false;
    windows::answer_with(|units| {
        let id = &units[..id_length];
        let place = with(handle, |index| index.add_message(facts, id));
        starts_group = place.starts_group;
        let numbers = [place.duplicate_of, place.question, split(id)];
        numbers.map(|at| at.map_or(ABSENT, |at| at as u32))
    });
    starts_group
}

/// Adds a call by the numbers of its strings.
#[allow(clippy::too_many_arguments, reason = "numbers cross without a cost")]
#[wasm_bindgen(js_name = addCall)]
pub fn add_call(
    handle: usize,
    tool: u32,
    caller: u32,
    source: u32,
    target: u32,
    mode: u32,
    sends: u32,
    reply: u32,
    flags: u32,
    listed: Vec<u32>,
) -> bool {
    let facts = CallFacts {
        tool: tool_at(tool),
        caller,
        source,
        target,
        mode: Expects::ALL.get(mode as usize).copied(),
        sends: kind_at(sends),
        reply: kind_at(reply),
        stops: flags & STOPS != 0,
        is_retired: flags & RETIRED != 0,
        is_mismatched: flags & MISMATCHED != 0,
    };
    with(handle, |index| index.add_call(facts, listed)).starts_group
}

fn kind_at(number: u32) -> Option<Kind> {
    Kind::all().nth(number as usize)
}

fn tool_at(number: u32) -> Tool {
    Tool::ALL.get(number as usize).copied().unwrap_or(Tool::Other)
}

/// What breaks the rules.
#[wasm_bindgen]
pub fn findings(handle: usize) -> Result<JsValue, JsValue> {
    let found = with(handle, |index| check(index)).into_iter();
    let findings: Vec<_> = found.map(|(entry, code)| Finding { code, entry }).collect();
    into_js(&findings)
}

/// The questions without an answer.
#[wasm_bindgen(js_name = openQuestions)]
pub fn open_questions(handle: usize) -> Vec<u32> {
    with(handle, |index| {
        index.open_questions().map(|entry| entry as u32).collect()
    })
}

/// What an id of a kind and role begins with, in the case of the role; nothing for a
/// kind without ids.
#[wasm_bindgen(js_name = idStem)]
pub fn id_stem(
    kind: u32,
    #[wasm_bindgen(unchecked_param_type = "string")] role: JsString,
) -> Option<JsString> {
    let role: Vec<u16> = role.iter().collect();
    stem(kind_at(kind)?, &role).map(|stem| from_units(&stem))
}

/// How a call waits, by its number; nothing where that is not known.
#[wasm_bindgen(js_name = modeOf)]
pub fn mode_of(tool: u32, timeout: Option<f64>) -> Option<u32> {
    tool_at(tool).mode(timeout).map(|mode| mode as u32)
}

/// Whether the timeout of a call contradicts the request that it sends.
#[wasm_bindgen]
pub fn contradicts(timeout: f64, expects: u32, requested: Option<u32>) -> bool {
    session::contradicts(timeout, Expects::ALL.get(expects as usize).copied(), requested)
}

/// What is wrong with the arguments of a call.
#[wasm_bindgen(js_name = checkArguments)]
pub fn check_arguments(tool: u32, arguments: &JsValue) -> Result<JsValue, JsValue> {
    let tool = tool_at(tool);
    let mut faults = Vec::new();
    if !arguments.is_object() || Array::is_array(arguments) {
        let field = "arguments";
        faults.push(CallDiagnostic {
            code: Code::BadArgument,
            field,
        });
        return into_js(&faults);
    }
    for field in tool.arguments() {
        let given = given(&Reflect::get(arguments, &field.into())?);
        faults.extend(session::fault(tool, field, given).map(|code| CallDiagnostic { code, field }));
    }
    into_js(&faults)
}

/// What a result lacks.
#[wasm_bindgen(js_name = checkResult)]
pub fn check_result(tool: u32, result: &JsValue) -> Result<JsValue, JsValue> {
    let tool = tool_at(tool);
    let get = |field: &str| Reflect::get(result, &field.into());
    let status = get("status")?;
    let status: Vec<u16> = status
        .dyn_ref::<JsString>()
        .into_iter()
        .flat_map(JsString::iter)
        .collect();
    let is_failure = !status.is_empty() && session::is_failure(tool, &status);
    let mut faults = Vec::new();
    for &field in session::fields(tool).iter().filter(|_| !is_failure) {
        let value = get(field)?;
        let is_there = match field {
            "sessions" => Array::is_array(&value),
            _ => given(&value) == Given::Text,
        };
        faults.extend((!is_there).then_some(CallDiagnostic {
            code: Code::BadResult,
            field,
        }));
    }
    into_js(&faults)
}

fn given(value: &JsValue) -> Given {
    if value.is_null() || value.is_undefined() {
        return Given::Absent;
    }
    if let Some(text) = value.dyn_ref::<JsString>() {
        return match text.length() {
            0 => Given::Empty,
            _ => Given::Text,
        };
    }
    match (value.as_f64(), value.as_bool()) {
        (Some(number), _) => Given::Number(number),
        (_, Some(_)) => Given::Flag,
        _ => Given::Other,
    }
}
