// Calls and conversations by sections 5.4 and 9 of the specification, naive: it looks
// at all that came before. Texts are read by the package.

import { esm } from "./package.mjs";

const { parseMessage } = esm;

const LEADER = "Team Leader";
const WORKER = "sub-agent";
const PREFIX = { task: "task_", progress: "out_", completion: "out_", ask: "ask_", message: "msg_", answer: "ans_", other: "msg_" };
const DIRECTIONS = {
  task: [[LEADER, WORKER]],
  progress: [[WORKER, LEADER]],
  completion: [[WORKER, LEADER]],
  ask: [[LEADER, WORKER], [WORKER, LEADER], [WORKER, WORKER]],
  message: [[LEADER, WORKER], [WORKER, WORKER]],
  answer: [[WORKER, WORKER], [LEADER, WORKER]],
};
const SEVERITIES = {
  "answer-as-message": "error", "duplicate-id": "error", "forbidden-tool": "error", "id-prefix": "warning", "retired-prefix": "error",
  "timeout-mismatch": "warning", "too-many-rounds": "warning", "unformatted-request": "error", "unknown-question": "warning",
  "unlisted-session-key": "error", "unreported-question": "warning", "unwrapped-message": "error", "wrong-direction": "warning",
};
export const CHECK_CODES = Object.keys(SEVERITIES);
const MAX_ROUNDS = 5;

const LABELS = {
  "sessions_send blocking": { zh: "阻塞等待", en: "wait for the reply" },
  "sessions_send fire-and-forget": { zh: "即发即走", en: "send and go on" },
  "sessions_spawn background": { zh: "后台委托", en: "delegate" },
  "sessions_list null": { zh: "获取实时 sessionKey", en: "live session keys" },
};

// ------------------------------------------------------------------- calls

const ARGUMENTS = {
  send: [["sessionKey", "text", true], ["message", "text", true], ["timeoutSeconds", "seconds", true]],
  spawn: [["task", "text", true], ["label", "text"], ["agentId", "text"], ["runTimeoutSeconds", "seconds"], ["cleanup", "text or boolean"]],
  list: [],
  other: [],
};
const KIND_OF_TOOL = new Map([["sessions_send", "send"], ["sessions_spawn", "spawn"], ["sessions_list", "list"]]);

const isAbsent = (value) => value === null || value === undefined;
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value !== "";
const own = (record, name) => (Object.hasOwn(record, name) ? record[name] : undefined);

function put(record, name, value) {
  Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
}

/** The fields of a record but for some. */
function others(record, names) {
  const rest = {};
  for (const name of Object.keys(record)) if (!names.includes(name)) put(rest, name, record[name]);
  return rest;
}

function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An argument: its value, and the code of its fault. */
function readArgument(value, type, isRequired) {
  if (isAbsent(value) || (type.startsWith("text") && value === "")) return [null, isRequired ? "missing-argument" : null];
  if (type === "seconds") {
    if (typeof value !== "number" || !Number.isFinite(value)) return [null, "bad-argument"];
    return value < 0 ? [null, "negative-timeout"] : [value, null];
  }
  const fits = typeof value === "string" || (type === "text or boolean" && typeof value === "boolean");
  return fits ? [value, null] : [null, "bad-argument"];
}

const isRead = (call) => Object.hasOwn(call, "kind");

/** The call, with diagnostics as `[code, field]`. */
export function readCall(call) {
  if (isRead(call)) return { ...call, diagnostics: pairsOf(call.diagnostics) };
  const kind = KIND_OF_TOOL.get(call.tool) ?? "other";
  const given = call.arguments;
  const isBlank = typeof given === "string" && /^[ \t\r\n\f]*$/.test(given);
  const record = isAbsent(given) || isBlank ? {} : typeof given === "string" ? fromJson(given) : given;
  const fields = {};
  const diagnostics = [];
  let extra = {};
  if (isRecord(record)) extra = others(record, ARGUMENTS[kind].map(([name]) => name));
  else {
    extra.arguments = given;
    diagnostics.push(["bad-argument", "arguments"]);
  }
  for (const [name, type, isRequired] of ARGUMENTS[kind]) {
    fields[name] = null;
    if (!isRecord(record)) continue;
    const value = own(record, name);
    const [read, code] = readArgument(value, type, isRequired);
    fields[name] = read;
    if (code !== null) diagnostics.push([code, name]);
    if (code !== null && code !== "missing-argument") extra[name] = value;
  }
  if (kind === "send" && fields.message !== null) fields.message = parseMessage(fields.message);
  const { timeoutSeconds } = fields;
  const mode = { send: timeoutSeconds === null ? null : timeoutSeconds > 0 ? "blocking" : "fire-and-forget", spawn: "background" }[kind] ?? null;
  return { kind, tool: call.tool, mode, caller: call.caller ?? fields.message?.role ?? null, ...fields, extra, diagnostics };
}

/** What a call gave, with diagnostics as `[code, field]`. */
export function readResult({ kind }, result) {
  const diagnostics = [];
  let record = isAbsent(result) ? {} : result;
  if (typeof result === "string") {
    const parsed = fromJson(result);
    const isJson = typeof parsed === "object" && parsed !== null && (kind !== "send" || "reply" in parsed || "status" in parsed);
    record = isJson ? parsed : kind === "send" ? { reply: result } : { text: result };
  }
  if (kind === "list" && Array.isArray(record)) record = { sessions: record };
  if (!isRecord(record)) record = { value: record };
  const fields = { status: isText(own(record, "status")) ? record.status : null };
  const taken = fields.status === null ? [] : ["status"];
  const bad = (field) => diagnostics.push(["bad-result", field]);
  if (kind === "send") {
    fields.message = isText(own(record, "reply")) ? parseMessage(record.reply) : null;
    if (fields.message !== null) taken.push("reply");
  }
  if (kind === "spawn") {
    if (fields.status === null) bad("status");
    for (const name of ["runId", "childSessionKey"]) {
      fields[name] = isText(own(record, name)) ? record[name] : null;
      if (fields[name] !== null) taken.push(name);
      else if (fields.status === null || fields.status === "accepted") bad(name);
    }
  }
  if (kind === "list") {
    const sessions = own(record, "sessions");
    fields.sessionKeys = [];
    if (Array.isArray(sessions)) {
      taken.push("sessions");
      fields.sessionKeys = sessions.map((item) => (isRecord(item) ? [own(item, "key"), own(item, "sessionKey")].find(isText) : item)).filter(isText);
    } else if (fields.status === null || ["accepted", "ok"].includes(fields.status)) bad("sessions");
  }
  const extra = others(record, taken);
  const promised = { send: ["reply"], spawn: ["runId", "childSessionKey"] }[kind] ?? [];
  for (const name of ["status", ...promised]) if (isAbsent(own(extra, name)) || own(extra, name) === "") delete extra[name];
  return { kind, ...fields, extra, diagnostics };
}

/** Diagnostics as the oracle has them. */
export const pairsOf = (diagnostics) => diagnostics.map((fault) => (Array.isArray(fault) ? fault : [fault.code, fault.field]));

export function callBubbleOf(call, language = "zh") {
  const { kind, tool, mode, caller, message, task } = readCall(call);
  if (message?.kind === "control") return null;
  const action = LABELS[`${tool} ${mode}`]?.[language] ?? tool;
  return { role: caller, action, content: { send: message?.content, spawn: task }[kind] ?? "" };
}

// ----------------------------------------------------------- conversations

export class ConversationOracle {
  constructor(options) {
    this.viewer = options?.viewer || null;
    this.main = options?.main || LEADER;
    this.entries = [];
  }

  add(input, options) {
    const sender = options?.sender ?? null;
    const message = typeof input === "string" ? parseMessage(input, { sender }) : sender === null ? input : { ...input, role: sender };
    const { kind, role, action, id, content } = message;
    const first = this.entries.find(
      (entry) => entry.call === null && entry.duplicateOf === null && id !== null && entry.message.kind === kind && entry.message.role === role && entry.message.id === id && entry.message.content === content,
    );
    const questions = kind === "answer" ? this.questions().filter((entry) => entry.message.id === nameOfQuestion(message)) : [];
    return this.join({
      message, call: null, result: null, channel: options?.channel ?? "user", role,
      bubble: kind === "control" ? null : { role, action, content },
      duplicateOf: first?.index ?? null,
      question: questions.at(-1)?.index ?? null,
    });
  }

  addCall(call, result) {
    const known = readCall(call);
    const read = { ...known, caller: known.caller ?? this.viewer };
    const bubble = callBubbleOf(call);
    return this.join({
      message: read.kind === "send" ? read.message : null, call: read, result: isAbsent(result) ? null : readResult(read, result), channel: null, role: read.caller,
      bubble: bubble && { ...bubble, role: read.caller }, duplicateOf: null, question: null,
    });
  }

  join(entry) {
    const index = this.entries.length;
    const last = this.entries.findLast(isShown);
    const startsGroup = isShown(entry) && (last === undefined || last.role !== entry.role);
    this.entries.push({ index, startsGroup, answers: [], ...entry });
    if (entry.question !== null && entry.duplicateOf === null) this.entries[entry.question].answers.push(index);
    return this.entry(index);
  }

  /** The entry as the package gives it. */
  entry(index) {
    const { role, ...entry } = this.entries[index];
    return structuredClone(entry);
  }

  questions() {
    return this.entries.filter(({ call, message, duplicateOf }) => call === null && duplicateOf === null && message.kind === "ask");
  }

  groups() {
    const groups = [];
    for (const { index, role, startsGroup } of this.entries.filter(isShown)) {
      if (startsGroup) groups.push({ role, entries: [] });
      groups.at(-1).entries.push(index);
    }
    return groups;
  }

  openQuestions() {
    return this.questions().filter(({ answers }) => answers.length === 0).map(({ index }) => index);
  }

  nextId(kind, role) {
    const abbreviation = kind === "task" ? "" : abbreviate(role);
    const stem = PREFIX[kind] + (abbreviation === "" ? "" : `${abbreviation}_`);
    let most = 0;
    for (const { message } of this.entries) {
      const number = message?.id?.startsWith(stem) ? message.id.slice(stem.length) : "";
      if (/^[0-9]{1,15}$/.test(number)) most = Math.max(most, Number(number));
    }
    const ids = new Set(this.entries.map(({ call, message }) => (call === null ? message.id : null)));
    for (let number = most + 1; ; number += 1) {
      const id = stem + String(number).padStart(3, "0");
      if (!ids.has(id)) return id;
    }
  }

  check() {
    const faults = new Set();
    const entries = this.entries.filter(({ duplicateOf }) => duplicateOf === null);
    for (const entry of entries) {
      const codes = entry.call === null ? this.messageFaults(entry, entries) : this.callFaults(entry, entries);
      for (const code of codes) faults.add(`${String(entry.index).padStart(9, "0")} ${code}`);
    }
    for (const { index, message, channel, duplicateOf } of this.entries) {
      const isInserted = channel === "user" && duplicateOf !== null && this.entries[duplicateOf].channel !== "user";
      if (isInserted && message.kind === "answer") faults.add(`${String(index).padStart(9, "0")} answer-as-message`);
    }
    for (const index of this.longTalks(entries)) faults.add(`${String(index).padStart(9, "0")} too-many-rounds`);
    return [...faults].sort().map((fault) => {
      const [entry, code] = fault.split(" ");
      return { code, severity: SEVERITIES[code], entry: Number(entry) };
    });
  }

  *messageFaults(entry, entries) {
    const { index, message, channel, question } = entry;
    const { kind, role, id, protocol } = message;
    const asked = question === null ? null : this.entries[question];
    const messages = entries.filter(({ call }) => call === null);
    if (id !== null && asked?.message.id !== id && messages.some((other) => other.index < index && other.message.id === id)) yield "duplicate-id";
    if (protocol === "envelope" && id !== null && !id.startsWith(PREFIX[kind])) yield "id-prefix";
    if (Object.hasOwn(DIRECTIONS, kind) && !this.isRightDirection(message, asked)) yield "wrong-direction";
    if (kind === "answer" && channel === "user") yield "answer-as-message";
    if (kind === "ask" && this.isUnreported(entry, messages)) yield "unreported-question";
    if (kind === "answer" && question === null && this.viewer === null) yield "unknown-question";
    if (kind === "plain" && channel === "user" && role !== null) yield "unwrapped-message";
    yield* ownFaults(message);
  }

  isRightDirection(message, asked) {
    const to = this.receiverOf(message);
    const asIfAsked = asked !== null && to?.name === asked.message.role ? { party: WORKER } : to;
    if (asked !== null && to?.isNamed && to.name !== asked.message.role) return false;
    return DIRECTIONS[message.kind].some((row) => row[0] === partyOf(message.role) && (to === null || row[1] === asIfAsked.party));
  }

  /** The party and, where it is known, the name. */
  receiverOf({ kind, role, target, subtype }) {
    if (target !== null) return { party: partyOf(target), name: target, isNamed: true };
    if (kind === "ask" && subtype === "ask_master") return { party: LEADER, isNamed: false };
    if (kind === "ask" && subtype === "ask_other") return { party: WORKER, isNamed: false };
    if (this.viewer !== null && role !== this.viewer) return { party: partyOf(this.viewer), name: this.viewer, isNamed: true };
    return null;
  }

  isUnreported({ index, message, answers }, messages) {
    if (this.viewer !== null || message.role === LEADER) return false;
    const to = this.receiverOf(message);
    const isBetweenWorkers = to === null ? answers.some((answer) => this.entries[answer].message.role !== LEADER) : to.party === WORKER;
    const later = messages.filter((other) => other.index > index && other.message.role === message.role);
    const next = later.findIndex((other) => other.message.kind === "ask");
    const between = next < 0 ? later : later.slice(0, next);
    return isBetweenWorkers && !between.some((other) => ["progress", "completion"].includes(other.message.kind));
  }

  *callFaults({ index, call }, entries) {
    const caller = call.caller ?? this.viewer;
    if (["report_progress", "finish_task"].includes(call.tool) && caller !== this.main) yield "forbidden-tool";
    if (call.tool === "message" && caller !== null && caller !== this.main) yield "forbidden-tool";
    if (call.kind !== "send") return;
    const { sessionKey, message, timeoutSeconds } = call;
    const isListed = entries.some(({ index: at, result }) => at < index && result?.kind === "list" && result.sessionKeys.includes(sessionKey));
    if (sessionKey !== null && !isListed) yield "unlisted-session-key";
    if (message === null) return;
    if (message.kind !== "request" && message.kind !== "control") yield "unformatted-request";
    yield* ownFaults(message);
    if (message.kind !== "request" || timeoutSeconds === null) return;
    const { expects, timeoutSeconds: written } = message;
    if ((expects === "blocking" && timeoutSeconds === 0) || (expects === "fire-and-forget" && timeoutSeconds > 0)) yield "timeout-mismatch";
    if (written !== null && written !== timeoutSeconds) yield "timeout-mismatch";
  }

  /** The sends that are one round too many. */
  *longTalks(entries) {
    const talks = [];
    for (const { index, call, result } of entries) {
      if (call?.kind !== "send" || call.sessionKey === null) continue;
      const { message, mode, sessionKey: to } = call;
      const from = (message?.kind === "request" ? message.sessionKey : null) ?? call.caller ?? this.viewer;
      if (from === null) continue;
      let talk = talks.find(({ ends: [a, b] }) => (a === from && b === to) || (a === to && b === from));
      if (talk === undefined) talks.push((talk = { ends: [from, to], ...SILENCE }));
      const text = result?.message ?? null;
      const reply = text?.kind === "notice" || mode === "fire-and-forget" ? null : text;
      if (message?.directive === "REPLY_SKIP") {
        Object.assign(talk, SILENCE);
        continue;
      }
      if (talk.waiting !== null && talk.waiting.key === to) {
        talk.rounds += 1;
        talk.waiting = null;
      } else if (reply === null && mode !== "fire-and-forget" && from !== to) {
        talk.waiting = { key: from };
      }
      if (text?.directive === "REPLY_SKIP") {
        Object.assign(talk, SILENCE);
        continue;
      }
      if (reply !== null) {
        talk.rounds += 1;
        talk.waiting = null;
      }
      if (talk.rounds > MAX_ROUNDS && !talk.isReported) {
        talk.isReported = true;
        yield index;
      }
    }
  }
}

const SILENCE = { rounds: 0, waiting: null, isReported: false };

const isShown = ({ bubble, duplicateOf }) => bubble !== null && duplicateOf === null;
const partyOf = (role) => (role === LEADER ? LEADER : WORKER);

/** The id that an answer names; `undefined`, which no question has, where it names none. */
const nameOfQuestion = ({ questionId, id }) => questionId ?? id ?? undefined;

function* ownFaults({ diagnostics }) {
  for (const { code } of diagnostics) if (code === "retired-prefix" || code === "timeout-mismatch") yield code;
}

export function abbreviate(role) {
  const words = role.split(/[\p{White_Space}\uFEFF\-_\u2010\u2011]/u).filter((word) => word !== "");
  if (words.length > 1 && /^[0-9]+$/.test(words.at(-1))) words.pop();
  const letters = words.map((word) => (/\p{Lowercase}/u.test(word) ? /\p{Alphabetic}/u.exec(word)[0] : word));
  return letters.join("").toLowerCase().replace(/[\p{Cc}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu, "");
}
