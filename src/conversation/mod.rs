//! Messages and calls in order: which belong together, and which break the rules
//! that span them (spec, section 9).

mod id;
mod index;
mod rules;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::bubble::{Bubble, to_bubble};
use crate::call::{CallDetails, ResultDetails, SessionCall, SessionResult};
use crate::diagnostic::{Code, Offset, Severity};
use crate::labels::{Channel, Kind, LEADER, Language};
use crate::message::{Details, Directive, Message};
use crate::session::{self, Tool};

pub(crate) use id::{split, stem};
pub(crate) use index::{CallFacts, Index, KNOWN_STRINGS, MessageFacts, Place};
use index::{Key, NONE};
pub(crate) use rules::check;

/// Messages and calls in order. Adding one costs the same however many there are.
///
/// ```
/// use agent_bubble::{Channel, Conversation, Kind, parse_message};
///
/// let mut conversation = Conversation::new();
/// let ask = "来自 UI Operator_1 的提问\nid: ask_uio_001\n\n<UI Operator_1>\n<Ask>\n好了吗？\n</Ask>\n</UI Operator_1>";
/// conversation.add(parse_message(ask), Channel::User);
/// assert_eq!(conversation.open_questions(), [0]);
/// assert_eq!(conversation.next_id(Kind::Ask, "UI Operator_1").as_deref(), Some("ask_uio_002"));
///
/// let again = ask.replace("好了吗", "还没好吗");
/// conversation.add(parse_message(&again), Channel::User);
/// let findings = conversation.check();
/// assert_eq!((findings[0].code.as_str(), findings[0].entry), ("duplicate-id", 1));
/// ```
pub struct Conversation {
    viewer: Option<String>,
    keys: Keys,
    index: Index,
    /// The greatest number behind each beginning of an id.
    numbers: HashMap<String, u64>,
    entries: Vec<Entry>,
}

/// One row of a conversation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// What stands there.
    pub item: Item,
    /// Whether another speaks than in the bubble before. Entries without a bubble of
    /// their own, duplicates too, start none.
    pub starts_group: bool,
    /// The entry that this one repeats (same kind, role, id and content): both are one bubble.
    pub duplicate_of: Option<usize>,
    /// The question that this answer belongs to.
    pub question: Option<usize>,
    /// The answers to this question, in order.
    pub answers: Vec<usize>,
}

/// A message or a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A message, and how it arrived.
    Message(Box<Message>, Channel),
    /// A call, and what it gave.
    Call(Box<SessionCall>, Option<Box<SessionResult>>),
}

/// Consecutive bubbles of one role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Group<'a> {
    /// Who speaks.
    pub role: Option<&'a str>,
    /// The places of its entries.
    pub entries: Vec<usize>,
}

/// A rule of the protocols that an entry breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Which.
    pub code: Code,
    /// The place of the entry.
    pub entry: usize,
}

impl Finding {
    /// The severity of its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The sentence of its code.
    pub fn message(&self) -> &'static str {
        self.code.message()
    }
}

impl Serialize for Finding {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Finding", 4)?;
        fields.serialize_field("code", self.code.as_str())?;
        fields.serialize_field("severity", self.severity().as_str())?;
        fields.serialize_field("message", self.message())?;
        fields.serialize_field("entry", &(self.entry as Offset))?;
        fields.end()
    }
}

impl Entry {
    /// What is shown: `None` for a directive.
    pub fn bubble(&self) -> Option<Bubble> {
        match &self.item {
            Item::Message(message, _) => to_bubble(message),
            Item::Call(call, _) => {
                let Bubble {
                    role,
                    action,
                    content,
                } = call.bubble(Language::Chinese)?;
                Some(Bubble {
                    role: role.map(str::to_owned),
                    action: action.map(str::to_owned),
                    content: content.to_owned(),
                })
            }
        }
    }

    /// Who speaks.
    pub fn role(&self) -> Option<&str> {
        match &self.item {
            Item::Message(message, _) => message.role.as_deref(),
            Item::Call(call, _) => call.caller.as_deref(),
        }
    }

    /// The message; of a call the one that it sends.
    pub fn message(&self) -> Option<&Message> {
        match &self.item {
            Item::Message(message, _) => Some(message),
            Item::Call(call, _) => call.message(),
        }
    }

    /// Whether it is a bubble of its own.
    fn is_shown(&self) -> bool {
        let is_directive = self
            .message()
            .is_some_and(|message| message.kind == Kind::Control);
        self.duplicate_of.is_none() && !is_directive
    }
}

impl Default for Conversation {
    fn default() -> Self {
        let mut keys = Keys::default();
        let main = keys.of(Some(LEADER));
        Conversation {
            viewer: None,
            keys,
            index: Index::new(NONE, main),
            numbers: HashMap::new(),
            entries: Vec::new(),
        }
    }
}

impl Conversation {
    /// The merged log of a whole team, whose Team Leader answers the user.
    pub fn new() -> Self {
        Self::default()
    }

    /// What one agent sees.
    pub fn with_viewer(mut self, viewer: &str) -> Self {
        self.index.viewer = self.keys.of(Some(viewer));
        self.viewer = Some(viewer.to_owned());
        self
    }

    /// With another agent that answers the user, and may use the tool `message`.
    pub fn with_main(mut self, main: &str) -> Self {
        self.index.main = self.keys.of(Some(main));
        self
    }

    /// Adds a message.
    pub fn add<S: AsRef<str>>(&mut self, message: Message<S>, channel: Channel) -> &Entry {
        let message = message.into_owned();
        let facts = self.keys.facts(&message, channel);
        let place = self
            .index
            .add_message(facts, message.id.as_deref().unwrap_or_default().as_bytes());
        self.count(message.id.as_deref().unwrap_or_default());
        self.push(Item::Message(Box::new(message), channel), place)
    }

    /// Adds a call, and what it gave. One whose caller is not known is the viewer's.
    pub fn add_call(&mut self, mut call: SessionCall, result: Option<SessionResult>) -> &Entry {
        call.caller = call.caller.or_else(|| self.viewer.clone());
        let facts = self.keys.call_facts(&call, result.as_ref());
        let listed = match result.as_ref().map(|result| &result.details) {
            Some(ResultDetails::List { session_keys }) => session_keys.as_slice(),
            _ => &[],
        };
        let listed = listed.iter().map(|key| self.keys.of(Some(key))).collect();
        let place = self.index.add_call(facts, listed);
        self.push(Item::Call(Box::new(call), result.map(Box::new)), place)
    }

    /// Keeps the greatest number behind each beginning of an id.
    fn count(&mut self, id: &str) {
        if let Some((stem, number)) = split(id.as_bytes()).map(|at| id.split_at(at)) {
            let number = number
                .bytes()
                .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
            let greatest = self.numbers.entry(stem.to_owned()).or_default();
            *greatest = number.max(*greatest);
        }
    }

    fn push(&mut self, item: Item, place: Place) -> &Entry {
        let at = self.entries.len();
        if let (Some(question), None) = (place.question, place.duplicate_of) {
            self.entries[question].answers.push(at);
        }
        self.entries.push(Entry {
            item,
            starts_group: place.starts_group,
            duplicate_of: place.duplicate_of,
            question: place.question,
            answers: Vec::new(),
        });
        &self.entries[at]
    }

    /// The entries, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The bubbles in order, grouped by who speaks.
    pub fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group> = Vec::new();
        for (at, entry) in self
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.is_shown())
        {
            match groups.last_mut() {
                Some(group) if !entry.starts_group => group.entries.push(at),
                _ => groups.push(Group {
                    role: entry.role(),
                    entries: vec![at],
                }),
            }
        }
        groups
    }

    /// The questions without an answer.
    pub fn open_questions(&self) -> Vec<usize> {
        self.index.open_questions().collect()
    }

    /// The id for the next message of a kind and role, one more than the greatest so
    /// far; `None` for a kind without ids.
    pub fn next_id(&self, kind: Kind, role: &str) -> Option<String> {
        let stem = String::from_utf8_lossy(&stem(kind, role.as_bytes())?).to_lowercase();
        let first = self.numbers.get(&stem).map_or(1, |greatest| greatest + 1);
        let mut ids = (first..).map(|number| format!("{stem}{number:03}"));
        ids.find(|id| !self.keys.strings.contains_key(id))
    }

    /// What breaks the rules, in the order of the entries.
    pub fn check(&self) -> Vec<Finding> {
        let found = check(&self.index).into_iter();
        found.map(|(entry, code)| Finding { code, entry }).collect()
    }
}

/// The numbers of strings.
struct Keys {
    strings: HashMap<String, Key>,
    /// Contents by their hashes, whose keys are random: nobody can make two alike.
    contents: HashMap<u64, Key>,
    hasher: RandomState,
}

impl Default for Keys {
    fn default() -> Self {
        let known = KNOWN_STRINGS.iter().zip(1..);
        Keys {
            strings: known.map(|(string, key)| ((*string).to_owned(), key)).collect(),
            contents: HashMap::new(),
            hasher: RandomState::new(),
        }
    }
}

impl Keys {
    fn of(&mut self, string: Option<&str>) -> Key {
        let Some(string) = string else {
            return NONE;
        };
        if let Some(&key) = self.strings.get(string) {
            return key;
        }
        let key = self.strings.len() as Key + 1;
        self.strings.insert(string.to_owned(), key);
        key
    }

    fn of_content(&mut self, content: &str) -> Key {
        let next = self.contents.len() as Key;
        *self.contents.entry(self.hasher.hash_one(content)).or_insert(next)
    }

    fn facts(&mut self, message: &Message, channel: Channel) -> MessageFacts {
        let envelope = match &message.details {
            Details::Envelope(envelope) => Some(envelope),
            _ => None,
        };
        MessageFacts {
            kind: message.kind,
            channel,
            role: self.of(message.role.as_deref()),
            id: self.of(message.id.as_deref()),
            question_id: self.of(envelope.and_then(|envelope| envelope.question_id.as_deref())),
            target: self.of(message.target.as_deref()),
            subtype: self.of(envelope.and_then(|envelope| envelope.subtype.as_deref())),
            content: match message.id {
                Some(_) => self.of_content(&message.content),
                None => NONE,
            },
            is_retired: has(message, Code::RetiredPrefix),
            is_mismatched: has(message, Code::TimeoutMismatch),
        }
    }

    fn call_facts(&mut self, call: &SessionCall, result: Option<&SessionResult>) -> CallFacts {
        let message = call.message();
        let reply = result.and_then(SessionResult::message);
        let request = message.and_then(|message| match &message.details {
            Details::Request(request) => Some(request),
            _ => None,
        });
        let send = match &call.details {
            CallDetails::Send(send) => Some(send),
            _ => None,
        };
        let timeout = send.and_then(|send| send.timeout_seconds);
        let contradicts = request.zip(timeout).is_some_and(|(request, timeout)| {
            session::contradicts(timeout, request.expects, request.timeout_seconds)
        });
        let has = |code| message.is_some_and(|message| has(message, code));
        CallFacts {
            tool: Tool::of(&call.tool),
            caller: self.of(call.caller.as_deref()),
            source: self.of(request.and_then(|request| request.session_key.as_deref())),
            target: self.of(send.and_then(|send| send.session_key.as_deref())),
            mode: call.mode,
            sends: message.map(|message| message.kind),
            reply: reply.map(|message| message.kind),
            stops: message.is_some_and(stops) || reply.is_some_and(stops),
            is_retired: has(Code::RetiredPrefix),
            is_mismatched: contradicts || has(Code::TimeoutMismatch),
        }
    }
}

fn has(message: &Message, code: Code) -> bool {
    message.diagnostics.iter().any(|fault| fault.code == code)
}

fn stops(message: &Message) -> bool {
    matches!(message.details, Details::Control(Directive::ReplySkip))
}
