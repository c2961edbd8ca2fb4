//! What each entry of a conversation is to those before it (spec, section 9).
//! Strings are numbers here, so that both sides of the binding can keep their own.

use std::collections::BTreeMap;

use crate::labels::{Channel, Kind, LEADER};
use crate::message::Expects;
use crate::session::Tool;
use crate::text::{Text, Unit};

/// A string: the same number for the same string, 0 for none.
pub type Key = u32;

pub const NONE: Key = 0;
pub const LEADER_KEY: Key = 1;
pub const ASKS_LEADER: Key = 2;
pub const ASKS_SUB_AGENT: Key = 3;

/// The strings whose numbers the rules know, from 1.
pub const KNOWN_STRINGS: &[&str] = &[LEADER, "ask_master", "ask_other"];

/// What the rules know of a message.
#[derive(Clone, Copy)]
pub struct MessageFacts {
    pub kind: Kind,
    pub channel: Channel,
    pub role: Key,
    pub id: Key,
    pub question_id: Key,
    pub target: Key,
    pub subtype: Key,
    pub content: Key,
    /// It has the diagnostic `retired-prefix`.
    pub is_retired: bool,
    /// It has the diagnostic `timeout-mismatch`.
    pub is_mismatched: bool,
}

/// What the rules know of a call.
#[derive(Clone, Copy)]
pub struct CallFacts {
    pub tool: Tool,
    pub caller: Key,
    /// The session that a send comes from.
    pub source: Key,
    /// The session that it goes to.
    pub target: Key,
    pub mode: Option<Expects>,
    /// What is sent, and what came back.
    pub sends: Option<Kind>,
    pub reply: Option<Kind>,
    /// One of the two ends a ping-pong of replies.
    pub stops: bool,
    pub is_retired: bool,
    pub is_mismatched: bool,
}

pub enum Facts {
    Message(MessageFacts),
    /// With the session keys that it listed.
    Call(CallFacts, Vec<Key>),
}

/// What an entry is to those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub starts_group: bool,
    pub duplicate_of: Option<usize>,
    pub question: Option<usize>,
}

pub struct Record {
    pub facts: Facts,
    pub place: Place,
    /// How many answers it has, and whether one of them is a sub-agent's.
    pub answers: usize,
    pub sub_agent_answers: bool,
    /// Another entry had its id.
    pub repeats_id: bool,
    /// Its id begins as those of its kind do, or it has none.
    pub has_prefix: bool,
}

/// The entries so far, and where to find them.
pub struct Index {
    pub viewer: Key,
    pub main: Key,
    pub records: Vec<Record>,
    /// The role of the last bubble.
    last_role: Option<Key>,
    /// The first entry with a kind, role, id and content.
    firsts: BTreeMap<[Key; 4], usize>,
    /// The last question with an id, at the number of the id.
    questions: Vec<Option<usize>>,
    /// Whether a message has an id, at the number of the id.
    ids: Vec<bool>,
}

impl Index {
    pub fn new(viewer: Key, main: Key) -> Self {
        Index {
            viewer,
            main,
            records: Vec::new(),
            last_role: None,
            firsts: BTreeMap::new(),
            questions: Vec::new(),
            ids: Vec::new(),
        }
    }

    /// Adds a message; `id` is the string that its number stands for.
    pub fn add_message<U: Unit>(&mut self, facts: MessageFacts, id: &[U]) -> Place {
        let index = self.records.len();
        let duplicate_of = self.duplicate_of(&facts, index);
        let question = self.question_of(&facts);
        let is_own = duplicate_of.is_none();
        let repeats_id =
            is_own && facts.id != NONE && core::mem::replace(slot(&mut self.ids, facts.id), true);
        if let Some(asked) = question
            && is_own
        {
            let record = &mut self.records[asked];
            record.answers += 1;
            record.sub_agent_answers |= facts.role != LEADER_KEY;
        }
        if facts.kind == Kind::Ask && is_own && facts.id != NONE {
            *slot(&mut self.questions, facts.id) = Some(index);
        }
        let place = Place {
            starts_group: is_own && facts.kind != Kind::Control && self.starts_group(facts.role),
            duplicate_of,
            question,
        };
        self.records.push(Record {
            has_prefix: facts.id == NONE || begins(id, facts.kind.id_prefix()),
            facts: Facts::Message(facts),
            place,
            answers: 0,
            sub_agent_answers: false,
            repeats_id,
        });
        place
    }

    /// Adds a call, with the session keys that it listed.
    pub fn add_call(&mut self, facts: CallFacts, listed: Vec<Key>) -> Place {
        let place = Place {
            starts_group: facts.sends != Some(Kind::Control) && self.starts_group(facts.caller),
            ..Place::default()
        };
        self.records.push(Record {
            facts: Facts::Call(facts, listed),
            place,
            answers: 0,
            sub_agent_answers: false,
            repeats_id: false,
            has_prefix: true,
        });
        place
    }

    fn starts_group(&mut self, role: Key) -> bool {
        self.last_role.replace(role) != Some(role)
    }

    fn duplicate_of(&mut self, facts: &MessageFacts, index: usize) -> Option<usize> {
        if facts.id == NONE {
            return None;
        }
        let same = [facts.kind as Key, facts.role, facts.id, facts.content];
        let first = *self.firsts.entry(same).or_insert(index);
        (first < index).then_some(first)
    }

    fn question_of(&self, facts: &MessageFacts) -> Option<usize> {
        let id = match facts.question_id {
            NONE => facts.id,
            id => id,
        };
        match facts.kind {
            Kind::Answer => self.questions.get(id as usize).copied().flatten(),
            _ => None,
        }
    }

    /// The questions without an answer.
    pub fn open_questions(&self) -> impl Iterator<Item = usize> {
        let records = self.records.iter().enumerate();
        let open = records.filter(|(_, record)| match &record.facts {
            Facts::Message(facts) => {
                facts.kind == Kind::Ask && record.place.duplicate_of.is_none() && record.answers == 0
            }
            _ => false,
        });
        open.map(|(index, _)| index)
    }
}

fn begins<U: Unit>(id: &[U], prefix: &str) -> bool {
    Text::whole(id).begins(0, prefix).is_ok_and(|len| len.is_some())
}

/// The place of a number in a list that is as long as it must be.
pub fn slot<T: Clone + Default>(list: &mut Vec<T>, key: Key) -> &mut T {
    let at = key as usize;
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}
