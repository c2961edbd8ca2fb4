//! An object while it is read: what is good is taken, what is not is left.

use serde_json::{Map, Value};

use super::CallDiagnostic;
use crate::diagnostic::Code;
use crate::message::Message;
use crate::options::parse_message;
use crate::session::{self, Given, Tool};

impl Given {
    pub fn of(value: Option<&Value>) -> Given {
        match value {
            None | Some(Value::Null) => Given::Absent,
            Some(Value::String(text)) if text.is_empty() => Given::Empty,
            Some(Value::String(_)) => Given::Text,
            Some(Value::Bool(_)) => Given::Flag,
            Some(Value::Number(number)) => number.as_f64().map_or(Given::Other, Given::Number),
            Some(_) => Given::Other,
        }
    }
}

/// What is left of an object while it is read.
pub struct Fields {
    tool: Tool,
    pub map: Map<String, Value>,
    pub diagnostics: Vec<CallDiagnostic>,
}

impl Fields {
    pub fn of_arguments(tool: Tool, arguments: &Value) -> Self {
        let mut fields = Fields {
            tool,
            map: Map::new(),
            diagnostics: Vec::new(),
        };
        match read_json(arguments) {
            Value::Object(map) => fields.map = map,
            Value::Null if arguments.is_null() => {}
            // some models write no arguments as no text
            Value::String(text) if text.trim_ascii().is_empty() => {}
            _ => {
                fields.map.insert("arguments".into(), arguments.clone());
                fields.fault(Code::BadArgument, "arguments");
                return fields;
            }
        }
        for name in tool.arguments() {
            if let Some(code) = session::fault(tool, name, Given::of(fields.map.get(name))) {
                fields.fault(code, name);
            }
        }
        fields
    }

    pub fn of_result(tool: Tool, result: &Value) -> Self {
        let name = match (tool, result) {
            (Tool::Send, Value::String(_)) => "reply",
            (_, Value::String(_)) => "text",
            _ => "value",
        };
        // a reply can be JSON too
        let is_reply = |map: &Map<String, Value>| {
            name == "reply" && !map.contains_key("reply") && !map.contains_key("status")
        };
        let map = match read_json(result) {
            Value::Object(map) if !is_reply(&map) => map,
            Value::Null if result.is_null() => Map::new(),
            list @ Value::Array(_) if tool == Tool::List => Map::from_iter([("sessions".into(), list)]),
            Value::Array(_) if name != "reply" => Map::from_iter([("value".into(), read_json(result))]),
            _ => Map::from_iter([(name.into(), result.clone())]),
        };
        Fields {
            tool,
            map,
            diagnostics: Vec::new(),
        }
    }

    fn fault(&mut self, code: Code, field: &'static str) {
        self.diagnostics.push(CallDiagnostic { code, field });
    }

    /// A good value, which is no longer left then.
    pub fn take(&mut self, name: &'static str) -> Option<Value> {
        let given = Given::of(self.map.get(name));
        let fault = session::fault(self.tool, name, given);
        if fault.is_some_and(|code| code != Code::MissingArgument) {
            return None;
        }
        let is_given = !matches!(given, Given::Absent | Given::Empty);
        self.map.remove(name).filter(|_| is_given)
    }

    pub fn text(&mut self, name: &'static str) -> Option<String> {
        match self.map.get(name) {
            Some(Value::String(_) | Value::Null) | None => self.take(name)?.as_str().map(str::to_owned),
            _ => None,
        }
    }

    pub fn message(&mut self, name: &'static str) -> Option<Box<Message>> {
        let text = self.text(name)?;
        Some(Box::new(parse_message(&text).into_owned()))
    }

    pub fn seconds(&mut self, name: &'static str) -> Option<f64> {
        self.take(name)?.as_f64()
    }

    pub fn session_keys(&mut self) -> Vec<String> {
        let Some(list) = self.map.get("sessions").and_then(Value::as_array) else {
            return Vec::new();
        };
        let key = |item: &Value| {
            let named = ["key", "sessionKey"].map(|name| item.get(name).and_then(Value::as_str));
            let key = item.as_str().or(named[0]).or(named[1])?;
            Some(key.to_owned())
        };
        let keys = list.iter().filter_map(key).collect();
        self.map.remove("sessions");
        keys
    }
}

/// The value, or what its text is as JSON where that is an object or a list.
fn read_json(value: &Value) -> Value {
    let read = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    match read {
        Some(read @ (Value::Object(_) | Value::Array(_))) => read,
        _ => value.clone(),
    }
}
