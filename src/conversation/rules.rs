//! What breaks the rules that span messages (spec, section 9).

use std::collections::BTreeMap;

use super::index::{
    ASKS_LEADER, ASKS_SUB_AGENT, CallFacts, Facts, Index, Key, LEADER_KEY, MessageFacts, NONE, Record, slot,
};
use crate::diagnostic::Code;
use crate::labels::{Channel, Kind, Party};
use crate::message::Expects;
use crate::scenarios::MAX_ROUNDS;
use crate::session::Tool;

/// The faults of the entries, in their order and then by the names of the codes.
pub fn check(index: &Index) -> Vec<(usize, Code)> {
    let mut check = Check {
        index,
        found: Vec::new(),
        unreported: unreported_questions(index),
        listed: Vec::new(),
        talks: Vec::new(),
        places: BTreeMap::new(),
    };
    for (at, record) in index.records.iter().enumerate() {
        match &record.facts {
            Facts::Message(facts) => match record.place.duplicate_of {
                Some(first) => check.repeated(at, first, facts),
                None => check.message(at, record, facts),
            },
            Facts::Call(call, listed) => check.call(at, call, listed),
        }
    }
    check.found
}

/// Whether each entry is a question of a sub-agent to another that it did not report
/// before it asked again. Only the merged log shows that.
fn unreported_questions(index: &Index) -> Vec<bool> {
    let mut unreported = vec![false; index.records.len()];
    // the last question to a sub-agent that a role has not reported
    let mut last: Vec<Option<usize>> = Vec::new();
    for (at, record) in index.records.iter().enumerate() {
        let Facts::Message(facts) = &record.facts else {
            continue;
        };
        let speaks = matches!(facts.kind, Kind::Ask | Kind::Progress | Kind::Completion);
        if !speaks || facts.role == LEADER_KEY || record.place.duplicate_of.is_some() || index.viewer != NONE
        {
            continue;
        }
        let is_question = facts.kind == Kind::Ask;
        let asks_sub_agent = is_question && asks_sub_agent(index, record, facts);
        let place = slot(&mut last, facts.role);
        if let Some(earlier) = core::mem::replace(place, asks_sub_agent.then_some(at)) {
            unreported[earlier] = is_question;
        }
    }
    for at in last.into_iter().flatten() {
        unreported[at] = true;
    }
    unreported
}

/// Who answers tells who was asked where nothing else does.
fn asks_sub_agent(index: &Index, record: &Record, facts: &MessageFacts) -> bool {
    match receiver(index, facts) {
        Some(receiver) => receiver == Party::SubAgent,
        None => record.sub_agent_answers,
    }
}

/// Whom a message is for, as far as anything says so.
fn receiver(index: &Index, facts: &MessageFacts) -> Option<Party> {
    match (facts.kind, facts.target, facts.subtype) {
        (Kind::Ask, NONE, ASKS_LEADER) => Some(Party::Leader),
        (Kind::Ask, NONE, ASKS_SUB_AGENT) => Some(Party::SubAgent),
        _ => receiver_name(index, facts).map(party),
    }
}

fn receiver_name(index: &Index, facts: &MessageFacts) -> Option<Key> {
    match facts.target {
        NONE if index.viewer == NONE || index.viewer == facts.role => None,
        NONE => Some(index.viewer),
        target => Some(target),
    }
}

struct Check<'a> {
    index: &'a Index,
    found: Vec<(usize, Code)>,
    unreported: Vec<bool>,
    /// Whether a session key was listed.
    listed: Vec<bool>,
    talks: Vec<Talk>,
    /// The place of each two sessions in `talks`.
    places: BTreeMap<[Key; 4], usize>,
}

/// What two sessions have sent each other.
#[derive(Default)]
struct Talk {
    /// The session that waits for a reply.
    waiting: Key,
    rounds: u32,
    is_reported: bool,
}

impl Check<'_> {
    fn find(&mut self, at: usize, code: Code, is_found: bool) {
        if is_found {
            self.found.push((at, code));
        }
    }

    /// What was sent again is judged once, but an answer must not reach the chat as well.
    fn repeated(&mut self, at: usize, first: usize, facts: &MessageFacts) {
        let Facts::Message(original) = &self.index.records[first].facts else {
            return;
        };
        let is_inserted = facts.channel == Channel::User && original.channel != Channel::User;
        self.find(
            at,
            Code::AnswerAsMessage,
            facts.kind == Kind::Answer && is_inserted,
        );
    }

    // the codes in the order of their names
    fn message(&mut self, at: usize, record: &Record, facts: &MessageFacts) {
        let is_inserted = facts.channel == Channel::User;
        let is_answer = facts.kind == Kind::Answer;
        let is_unframed = facts.kind == Kind::Plain && facts.role != NONE;
        let lacks_question = is_answer && record.place.question.is_none() && self.index.viewer == NONE;
        self.find(at, Code::AnswerAsMessage, is_answer && is_inserted);
        self.find(at, Code::DuplicateId, self.repeats_id(record, facts));
        self.find(at, Code::IdPrefix, !record.has_prefix);
        self.find(at, Code::RetiredPrefix, facts.is_retired);
        self.find(at, Code::TimeoutMismatch, facts.is_mismatched);
        self.find(at, Code::UnknownQuestion, lacks_question);
        self.find(at, Code::UnreportedQuestion, self.unreported[at]);
        self.find(at, Code::UnwrappedMessage, is_unframed && is_inserted);
        self.find(at, Code::WrongDirection, !self.is_directed(record, facts));
    }

    /// An answer may bear the id of its question.
    fn repeats_id(&self, record: &Record, facts: &MessageFacts) -> bool {
        record.repeats_id
            && self
                .question(record)
                .is_none_or(|question| question.id != facts.id)
    }

    fn question(&self, record: &Record) -> Option<&MessageFacts> {
        match &self.index.records[record.place.question?].facts {
            Facts::Message(question) => Some(question),
            Facts::Call(..) => None,
        }
    }

    /// Whether a message goes from and to whom its kind may.
    fn is_directed(&self, record: &Record, facts: &MessageFacts) -> bool {
        let directions = facts.kind.directions();
        let sender = party(facts.role);
        let mut receiver = receiver(self.index, facts);
        if let Some(question) = self.question(record)
            && let Some(name) = receiver_name(self.index, facts)
        {
            if name != question.role {
                return false;
            }
            // an answer goes to whoever asked, the leader too
            receiver = None;
        }
        let fits = |to| receiver.is_none_or(|receiver| receiver == to);
        directions.is_empty() || directions.iter().any(|&(from, to)| from == sender && fits(to))
    }

    fn call(&mut self, at: usize, call: &CallFacts, listed: &[Key]) {
        let is_send = call.tool == Tool::Send;
        let is_formatted = matches!(call.sends, None | Some(Kind::Request | Kind::Control));
        let is_listed = call.target == NONE || self.listed.get(call.target as usize) == Some(&true);
        let talks_too_much = is_send && call.target != NONE && self.talk(call);
        self.find(at, Code::ForbiddenTool, self.is_forbidden(call));
        self.find(at, Code::RetiredPrefix, call.is_retired);
        self.find(at, Code::TimeoutMismatch, call.is_mismatched);
        self.find(at, Code::TooManyRounds, talks_too_much);
        self.find(at, Code::UnformattedRequest, is_send && !is_formatted);
        self.find(at, Code::UnlistedSessionKey, is_send && !is_listed);
        for &key in listed {
            *slot(&mut self.listed, key) = true;
        }
    }

    fn is_forbidden(&self, call: &CallFacts) -> bool {
        let is_main = call.caller == self.index.main;
        match call.tool {
            Tool::ReportProgress | Tool::FinishTask => !is_main,
            Tool::Message => call.caller != NONE && !is_main,
            _ => false,
        }
    }

    /// Counts the rounds between two sessions; whether they are too many now.
    fn talk(&mut self, call: &CallFacts) -> bool {
        let from = match call.source {
            NONE => call.caller,
            source => source,
        };
        let to = call.target;
        if from == NONE {
            return false;
        }
        let pair = [from.min(to), from.max(to), NONE, NONE];
        let place = *self.places.entry(pair).or_insert(self.talks.len());
        if place == self.talks.len() {
            self.talks.push(Talk::default());
        }
        let talk = &mut self.talks[place];
        if call.stops {
            *talk = Talk::default();
            return false;
        }
        let waits = call.mode != Some(Expects::FireAndForget);
        if talk.waiting == to {
            talk.rounds += 1;
            talk.waiting = NONE;
        } else if waits && from != to {
            talk.waiting = from;
        }
        // a notice says that there is no reply
        if waits && !matches!(call.reply, None | Some(Kind::Notice)) {
            talk.rounds += 1;
            talk.waiting = NONE;
        }
        let is_too_much = talk.rounds > MAX_ROUNDS && !talk.is_reported;
        talk.is_reported |= is_too_much;
        is_too_much
    }
}

fn party(role: Key) -> Party {
    match role {
        LEADER_KEY => Party::Leader,
        _ => Party::SubAgent,
    }
}
