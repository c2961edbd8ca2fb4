// Conversations: what belongs together, and what breaks the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CHECK_CODES, ConversationOracle, pairsOf } from "./conversation-oracle.mjs";
import { KINDS, ROLES, frame, generateConversations, request } from "./generate-conversation.mjs";
import { cjs, esm, readJson } from "./package.mjs";

const { Conversation, parseCall, parseMessage, parseResult, toBubble } = esm;

const LEADER = "Team Leader";
const COUNT = process.env.FULL ? 20_000 : 2_000;
const SEED = Number(process.env.SEED ?? 5);
const ENTRY_KEYS = ["answers", "bubble", "call", "channel", "duplicateOf", "index", "message", "question", "result", "startsGroup"];
const TOOL_RESULT = { channel: "tool-result" };

/** An entry as the oracle has it. */
function plain(entry) {
  const fields = Object.fromEntries(ENTRY_KEYS.map((key) => [key, entry[key]]));
  const read = (value) => value && { ...value, diagnostics: pairsOf(value.diagnostics) };
  return { ...fields, call: read(entry.call), result: read(entry.result), answers: [...entry.answers] };
}

const codes = (conversation) => conversation.check().map(({ code, entry }) => [code, entry]);

/** A conversation of texts, `[text, options]` and calls. */
function conversationOf(options, ...steps) {
  const conversation = new Conversation(options);
  for (const step of steps) {
    if (step.tool) conversation.addCall(step, step.result);
    else conversation.add(...[step].flat());
  }
  return conversation;
}

function withContext(context, check) {
  try {
    check();
  } catch (error) {
    error.message = `${context()}: ${error.message}`;
    throw error;
  }
}

// ----------------------------------------------------------------- vectors

const vectors = readJson("tests/vectors/conversations.json");

function assertVector({ Conversation }, vector) {
  const { viewer, main, entries, findings, groups, open, duplicates, answers, questions, next = [] } = vector;
  const conversation = new Conversation({ viewer, main });
  for (const { text, sender, channel, call, result } of entries) {
    if (call) conversation.addCall(call, result);
    else conversation.add(text, { sender, channel });
  }
  assert.equal(conversation.length, entries.length);
  const all = entries.map((_, at) => conversation.entry(at));
  const present = (pick) => Object.fromEntries(all.flatMap((entry) => (pick(entry) === null ? [] : [[entry.index, pick(entry)]])));
  assert.deepEqual(codes(conversation), findings);
  if (groups) assert.deepEqual(conversation.groups().map((group) => [group.role, group.entries]), groups);
  if (open) assert.deepEqual(conversation.openQuestions(), open);
  if (duplicates) assert.deepEqual(present(({ duplicateOf }) => duplicateOf), duplicates);
  if (questions) assert.deepEqual(present(({ question }) => question), questions);
  if (answers) assert.deepEqual(present((entry) => (entry.answers.length > 0 ? [...entry.answers] : null)), answers);
  for (const [kind, role, id] of next) assert.equal(conversation.nextId(kind, role), id, `${kind} of ${JSON.stringify(role)}`);
}

for (const [format, api] of Object.entries({ esm, cjs })) {
  test(`conversations.json read by the ${format} package gives its answers`, () => {
    for (const vector of vectors) withContext(() => vector.name, () => assertVector(api, vector));
  });
}

test("every vector of conversations.json is judged so by the oracle", () => {
  for (const { name, viewer, main, entries, findings } of vectors) {
    const oracle = new ConversationOracle({ viewer, main });
    for (const entry of entries) entry.call ? oracle.addCall(entry.call, entry.result) : oracle.add(entry.text, entry);
    assert.deepEqual(codes(oracle), findings, name);
  }
});

test("every code of the check has a vector that gives it alone, a near miss without findings, and a title for the table", () => {
  const byName = new Map(vectors.map((vector) => [vector.name, vector]));
  assert.equal(byName.size, vectors.length);
  for (const code of CHECK_CODES) {
    const given = byName.get(`code-${code}`).findings;
    assert.deepEqual(given.map(([name]) => name), [code]);
    assert.deepEqual(byName.get(`near-${code}`).findings, []);
  }
  for (const { name, title } of vectors) assert.ok(title.length > 0 && title.length <= 60, name);
});

// ------------------------------------------------------------------ oracle

test(`${COUNT} random conversations are what the oracle says, after every entry`, (t) => {
  const counts = new Map(CHECK_CODES.map((code) => [code, 0]));
  let turn = 0;
  for (const { options, steps } of generateConversations(SEED, COUNT)) {
    const conversation = new Conversation(options);
    const oracle = new ConversationOracle(options);
    let added = 0;
    const compareChecks = () => {
      const findings = conversation.check();
      assert.deepEqual(findings.map(({ code, severity, entry }) => ({ code, severity, entry })), oracle.check());
      return findings;
    };
    withContext(() => JSON.stringify({ options, steps: steps.slice(0, added) }), () => {
      for (const { add, addCall } of steps) {
        added += 1;
        const entry = add ? conversation.add(...add) : conversation.addCall(...addCall);
        const right = add ? oracle.add(...add) : oracle.addCall(...addCall);
        assert.deepEqual(plain(entry), right);
        assert.equal(conversation.length, added);
        assert.deepEqual(conversation.groups(), oracle.groups());
        assert.deepEqual(conversation.openQuestions(), oracle.openQuestions());
        const [kind, role] = [KINDS[turn % KINDS.length], ROLES[turn % ROLES.length]];
        assert.equal(conversation.nextId(kind, role), oracle.nextId(kind, role));
        if (turn % 16 === 0) compareChecks();
        turn += 1;
      }
      for (const { code, message } of compareChecks()) {
        assert.ok(typeof message === "string" && message.length > 0);
        counts.set(code, counts.get(code) + 1);
      }
      for (let at = 0; at < added; at += 1) assert.deepEqual(plain(conversation.entry(at)), oracle.entry(at));
    });
  }
  t.diagnostic([...counts].map(([code, count]) => `${code} ${count}`).join(", "));
  for (const [code, count] of counts) assert.ok(count > COUNT / 50, code);
});

test("two conversations at once know nothing of each other", () => {
  const [{ options, steps }, other] = [...generateConversations(SEED + 1, 40)].sort((a, b) => b.steps.length - a.steps.length);
  const play = (conversation, { add, addCall }) => (add ? conversation.add(...add) : conversation.addCall(...addCall));
  const [first, second, alone] = [new Conversation(options), new Conversation(other.options), new Conversation(options)];
  steps.forEach((step, at) => {
    play(first, step);
    if (other.steps[at]) play(second, other.steps[at]);
  });
  for (const step of steps) play(alone, step);
  assert.deepEqual(first.check(), alone.check());
  assert.deepEqual(first.groups(), alone.groups());
});

// --------------------------------------------------------------- arguments

const ASK = frame("A_1", "ask", "ask_1");

test("a conversation without options, with none, and with null is the same", () => {
  const steps = [ASK, frame("A_1", "message", "msg_1", "x", { target: LEADER }), { tool: "message", caller: LEADER }];
  for (const options of [undefined, {}, { viewer: undefined, main: undefined }, { viewer: null, main: null }]) {
    assert.deepEqual(codes(conversationOf(options, ...steps)), [["wrong-direction", 1]]);
  }
});

test("an empty conversation has no entries", () => {
  const conversation = new Conversation();
  assert.deepEqual([conversation.length, conversation.groups(), conversation.openQuestions(), conversation.check()], [0, [], [], []]);
});

test("options of a wrong type are a TypeError", () => {
  for (const options of ["A_1", 5, true, { viewer: 5 }, { viewer: {} }, { main: 5 }, { main: ["A_1"] }]) assert.throws(() => new Conversation(options), TypeError, JSON.stringify(options));
});

test("what is no text, message or call is a TypeError, and nothing is added", () => {
  const conversation = conversationOf({}, ASK);
  const before = plain(conversation.entry(0));
  const wrong = [
    ...[5, undefined, null, {}, [], true, new String("x"), { kind: "ask" }, { kind: "ask", role: 5, content: "" }, { kind: "plain" }].map((input) => () => conversation.add(input)),
    ...["A_1", 5, true, { sender: 5 }, { sender: {} }, { channel: 5 }, { channel: "x" }, { channel: "" }, { channel: "User" }].map((options) => () => conversation.add(frame("B_1", "answer", "ask_1"), options)),
    ...["A_1", { sender: 5 }, { channel: "x" }].map((options) => () => conversation.add(parseMessage(frame("B_1", "answer", "ask_1")), options)),
    ...[5, undefined, null, {}, "sessions_send", { tool: 5 }, { tool: null }, { arguments: {} }, { tool: "message", caller: 5 }, { tool: "message", caller: {} }].map((call) => () => conversation.addCall(call)),
  ];
  for (const call of wrong) {
    assert.throws(call, TypeError, String(call));
    assert.equal(conversation.length, 1);
  }
  assert.deepEqual(plain(conversation.entry(0)), before);
  assert.deepEqual([conversation.openQuestions(), conversation.groups(), conversation.check()], [[0], [{ role: "A_1", entries: [0] }], []]);
  assert.equal(conversation.nextId("ask", "A_1"), "ask_a_001");
  assert.equal(conversation.add(frame("B_1", "answer", "ask_1"), TOOL_RESULT).question, 0);
});

test("options of an entry that are absent are no misuse", () => {
  for (const options of [undefined, {}, { sender: null }, { sender: undefined, channel: undefined }, { channel: "user" }]) {
    const entry = new Conversation().add(ASK, options);
    assert.deepEqual([entry.channel, entry.message.role], ["user", "A_1"]);
  }
});

test("an entry that is not there is a RangeError", () => {
  for (const index of ["length", "push", "0", 0.5, null]) assert.throws(() => conversationOf({}, ASK).entry(index), RangeError);
  const conversation = conversationOf({}, ASK);
  for (const index of [1, -1, 0.5, NaN, Infinity, 2 ** 32]) assert.throws(() => conversation.entry(index), RangeError, String(index));
  assert.throws(() => new Conversation().entry(0), RangeError);
  assert.equal(conversation.entry(0).index, 0);
});

test("an id for a kind without ids, or for a role that is no string, is a TypeError", () => {
  const conversation = new Conversation();
  for (const kind of ["request", "notice", "control", "plain", "", "Ask", "__proto__", "toString", null, undefined, 5]) assert.throws(() => conversation.nextId(kind, "A_1"), TypeError, String(kind));
  for (const role of [null, undefined, 5, {}]) assert.throws(() => conversation.nextId("ask", role), TypeError, String(role));
});

test("a message that was read, stored and loaded is added as its text is", () => {
  const texts = [ASK, frame("B_1", "answer", "ans_1", "y", { attributes: ' question_id="ask_1"' }), "你好", "REPLY_SKIP", request({ timeout: "0" }), "⚠️ 与目标 Agent 通信失败", "[系统通知|x", ASK];
  const copies = [(message) => message, (message) => JSON.parse(JSON.stringify(message)), structuredClone, (message) => Object.freeze({ ...message })];
  const right = conversationOf({}, ...texts);
  for (const copy of copies) {
    const conversation = conversationOf({}, ...texts.map((text) => [copy(parseMessage(text))]));
    texts.forEach((_, at) => assert.deepEqual(plain(conversation.entry(at)), plain(right.entry(at))));
    assert.deepEqual(conversation.check(), right.check());
    assert.deepEqual(conversation.groups(), right.groups());
  }
});

test("a call that was read, stored and loaded is added as the call is", () => {
  const call = { tool: "sessions_send", arguments: { sessionKey: "k", message: request(), timeoutSeconds: 0, note: 5 } };
  const right = conversationOf({}, call);
  for (const copy of [(read) => read, (read) => JSON.parse(JSON.stringify(read))]) {
    const conversation = conversationOf({}, copy(parseCall(call)));
    assert.deepEqual(plain(conversation.entry(0)), plain(right.entry(0)));
    assert.deepEqual(conversation.check(), right.check());
  }
});

const CALLS_WITH_RESULTS = [
  [{ tool: "sessions_send", arguments: { sessionKey: "k", message: request(), timeoutSeconds: 120 } }, { status: "ok", reply: "好", note: 5 }],
  [{ tool: "sessions_spawn", arguments: { task: "x" } }, { status: "accepted", runId: "r", childSessionKey: "k" }],
  [{ tool: "sessions_list" }, ["k", "l"]],
  [{ tool: "weather" }, { degrees: 20 }],
];

test("a result that was read, stored and loaded is added as the result is", () => {
  for (const [call, result] of CALLS_WITH_RESULTS) {
    const right = new Conversation().addCall(call, result);
    for (const read of [parseResult(call, result), JSON.parse(JSON.stringify(right.result))]) {
      assert.deepEqual(new Conversation().addCall(call, read), right);
    }
  }
});

test("a result that only looks as if it had been read is read, and nothing of it is lost", () => {
  const fields = [{}, { message: 5 }, { message: "x" }, { message: {} }, { sessionKeys: 5 }, { sessionKeys: [5] }, { status: 5 }, { runId: 5, childSessionKey: null, status: null }];
  for (const [call] of CALLS_WITH_RESULTS) {
    for (const more of fields) {
      const { kind } = parseCall(call);
      const result = { kind, extra: { a: 1 }, diagnostics: [], ...more };
      if (kind === "other" && typeof more.status !== "number") result.status = 5;
      assert.deepEqual(new Conversation().addCall(call, result).result, parseResult(call, result), JSON.stringify(result));
    }
  }
});

test("a trusted sender is the role of a text and of a message", () => {
  for (const input of [ASK, parseMessage(ASK)]) {
    const conversation = new Conversation();
    const { bubble } = conversation.add(input, { sender: "B_1" });
    assert.deepEqual(bubble, toBubble(input, { sender: "B_1" }));
    assert.deepEqual(conversation.groups(), [{ role: "B_1", entries: [0] }]);
    assert.equal(conversation.entry(0).message.role, "B_1");
  }
});

test("a message that is changed after it was added changes nothing", () => {
  const message = parseMessage(ASK);
  const conversation = conversationOf({}, [message]);
  message.role = "B_1";
  message.id = "ask_2";
  conversation.add(ASK);
  assert.equal(conversation.entry(1).duplicateOf, 0);
  assert.deepEqual(conversation.groups(), [{ role: "A_1", entries: [0] }]);
});

test("what a conversation gives is its reader's own: changing it changes nothing", () => {
  const conversation = conversationOf({}, ASK, frame("B_1", "progress", "out_1"));
  conversation.groups()[0].entries.push(9);
  conversation.groups().length = 0;
  conversation.openQuestions().push(9);
  conversation.check().length = 0;
  assert.deepEqual(conversation.groups(), [{ role: "A_1", entries: [0] }, { role: "B_1", entries: [1] }]);
  assert.deepEqual(conversation.openQuestions(), [0]);
});

// ------------------------------------------------------------ exact strings

const LOOK_ALIKES = [
  ["A_1", "A_10"], ["A_1", "a_1"], ["A_1", "Α_1"], ["é_1", "e\u0301_1"], ["A\u200D_1", "A_1"], ["A  1", "A 1"], ["A\uD83D_1", "A\uD83E_1"], ["A\uD83D_1", "A\uFFFD_1"],
  ["A\uD83D_1", "A_1"], ["😀_1", "\uD83D_1"], ["__proto__", "constructor"], ["\uDE00_1", "\uDE01_1"],
];

test("roles that look alike are others, lone surrogates included", () => {
  for (const [one, other] of LOOK_ALIKES) {
    const ask = (role) => frame(role, "ask", "ask_1", "x", { target: "C_1" });
    const conversation = conversationOf({}, ask(one), ask(other), frame(other, "progress", "out_1"));
    assert.deepEqual(conversation.groups().map(({ role, entries }) => [role, entries]), [[one, [0]], [other, [1, 2]]], one);
    assert.deepEqual(codes(conversation), [["unreported-question", 0], ["duplicate-id", 1]], one);
    const call = (caller) => ({ tool: "message", caller });
    assert.deepEqual(codes(conversationOf({ main: one }, call(one), call(other))), [["forbidden-tool", 1]], one);
    assert.deepEqual(conversationOf({ viewer: one }, ask(one), frame(one, "progress", "out_1"), frame(other, "progress", "out_2")).check().map(({ entry }) => entry), [2], one);
  }
});

test("ids that look alike are others, lone surrogates included", () => {
  for (const [one, other] of LOOK_ALIKES) {
    const answer = frame("B_1", "answer", "ans_1", "x", { attributes: ` question_id="${`ask_${other}`}"` });
    const conversation = conversationOf({ viewer: LEADER }, frame(LEADER, "ask", `ask_${one}`, "a"), frame(LEADER, "ask", `ask_${other}`, "b"), [answer, TOOL_RESULT]);
    assert.deepEqual(codes(conversation), [], one);
    assert.equal(conversation.entry(2).question, 1, one);
    assert.deepEqual(conversation.openQuestions(), [0], one);
  }
});

test("contents that look alike are others, lone surrogates included", () => {
  for (const [one, other] of [...LOOK_ALIKES, ["x", "x "], ["x\n", "x\r\n"], ["", " "], ["\uD83D\uDE00", "\uD83D \uDE00"]]) {
    const conversation = conversationOf({}, frame("A_1", "progress", "out_1", one), frame("A_1", "progress", "out_1", other));
    assert.deepEqual(codes(conversation), [["duplicate-id", 1]], JSON.stringify(one));
    assert.equal(conversation.add(frame("A_1", "progress", "out_1", other)).duplicateOf, 1);
  }
});

test("role, id and content do not run into each other", () => {
  const conversation = conversationOf({}, frame("A", "progress", "out_1", "2x"), frame("A", "progress", "out_12", "x"), frame("Ao", "progress", "ut_1", "2x"), frame("A", "progress", "out_1\uFFFF", "2x"));
  assert.deepEqual([1, 2, 3].map((at) => conversation.entry(at).duplicateOf), [null, null, null]);
  assert.deepEqual(codes(conversation), [["id-prefix", 2]]);
});

test("session keys that look alike are others, lone surrogates included", () => {
  for (const [one, other] of LOOK_ALIKES) {
    const send = (sessionKey) => ({ tool: "sessions_send", arguments: { sessionKey, message: request({ key: "me" }), timeoutSeconds: 120 }, result: "好" });
    const listed = conversationOf({}, { tool: "sessions_list", result: [one] }, send(one), send(other));
    assert.deepEqual(codes(listed), [["unlisted-session-key", 2]], one);
    const talks = conversationOf({}, { tool: "sessions_list", result: [one, other] }, ...[one, other, one, other, one, other, one, other].map(send));
    assert.deepEqual(codes(talks), [], one);
  }
});

test("an abbreviation keeps lone surrogates", () => {
  const conversation = new Conversation();
  assert.equal(conversation.nextId("ask", "\uD83D_1"), "ask_\uD83D_001");
  conversation.add(frame(LEADER, "ask", "ask_\uD83D_004"));
  assert.deepEqual(["\uD83D_1", "\uD83E_1", "\uFFFD_1"].map((role) => conversation.nextId("ask", role)), ["ask_\uD83D_005", "ask_\uD83E_001", "ask_\uFFFD_001"]);
});

test("arguments named __proto__ are kept and change no prototype", () => {
  const conversation = new Conversation();
  const call = { tool: "sessions_send", arguments: '{"__proto__":{"sessionKey":"k","message":"REPLY_SKIP","caller":"A_1"},"timeoutSeconds":0}' };
  const { call: read, bubble } = conversation.addCall(call, '{"status":"ok","__proto__":{"reply":"REPLY_SKIP","status":"no"}}');
  assert.deepEqual([read.sessionKey, read.message, read.caller, bubble.content], [null, null, null, ""]);
  assert.deepEqual(Object.keys(read.extra), ["__proto__"]);
  assert.equal(Object.getOwnPropertyDescriptor(read.extra, "__proto__").value.sessionKey, "k");
  assert.equal(read.extra.sessionKey, undefined);
  const { result } = conversation.entry(0);
  assert.deepEqual([result.status, result.message, Object.keys(result.extra)], ["ok", null, ["__proto__"]]);
  assert.equal({}.sessionKey, undefined);
});

// ----------------------------------------------------------------- entries

const answerAsk = (id, content) => [frame("B_1", "answer", id, content, { attributes: ' question_id="ask_1"' }), TOOL_RESULT];

test("an entry that is asked for again has the answers that came meanwhile", () => {
  const conversation = conversationOf({}, ASK, ASK);
  assert.deepEqual([0, 1].map((index) => conversation.entry(index).answers), [[], []]);
  conversation.add(...answerAsk("ans_1", "x"));
  assert.deepEqual(conversation.entry(0).answers, [2]);
  conversation.add(...answerAsk("ans_1", "x"));
  conversation.add(...answerAsk("ans_2", "y"));
  assert.deepEqual([0, 1].map((index) => conversation.entry(index).answers), [[2, 4], []]);
});

test("entries that their reader freezes or changes leave the conversation as it is", () => {
  const conversation = new Conversation();
  const freeze = (value) => Object.values(Object.freeze(value)).forEach((inner) => typeof inner === "object" && inner && freeze(inner));
  freeze(conversation.add(ASK));
  freeze(conversation.entry(0));
  const changed = conversation.add(...answerAsk("ans_1", "x"));
  Object.assign(changed, { startsGroup: false, bubble: null, duplicateOf: 0 });
  changed.answers.push(7);
  assert.deepEqual(conversation.entry(0).answers, [1]);
  assert.deepEqual(conversation.entry(1).answers, []);
  assert.deepEqual(conversation.groups().map(({ entries }) => entries), [[0], [1]]);
});

test("a message whose getter fails adds nothing, and one that changes its mind is asked once", () => {
  for (const name of ["kind", "role", "action", "id", "content", "diagnostics", "questionId"]) {
    for (const good of [0, 1, 2]) {
      const conversation = new Conversation();
      let times = 0;
      const message = { ...parseMessage(ASK) };
      const value = message[name];
      const get = () => {
        if (times++ >= good) throw new Error("gone");
        return value;
      };
      Object.defineProperty(message, name, { enumerable: true, get });
      if (good === 0) assert.throws(() => conversation.add(message), /gone/);
      else conversation.add(message);
      assert.equal(conversation.length, Math.min(good, 1));
      const { index, question } = conversation.add(...answerAsk("ans_1", "x"));
      assert.deepEqual([index, question], good === 0 ? [0, null] : [1, 0]);
    }
  }
});

test("an empty viewer or main is none", () => {
  const conversation = conversationOf({ viewer: "", main: "" }, answerAsk("ans_1", "x"), { tool: "message", caller: LEADER });
  assert.deepEqual(codes(conversation), [["unknown-question", 0]]);
});

test("contents and ids of any length are told apart by their last character", () => {
  const long = "长".repeat(20_000);
  const conversation = conversationOf({}, ...["a", "b", "a", "b", "c"].map((end) => frame("A_1", "progress", "out_1", long + end)));
  assert.deepEqual(conversation.check().map(({ entry }) => entry), [1, 4]);
  assert.deepEqual([0, 1, 2, 3, 4].map((index) => conversation.entry(index).duplicateOf), [null, null, 0, 1, null]);
  const ids = conversationOf({}, ...["a", "b", "a"].map((end) => frame("A_1", "progress", `out_${long}${end}`)));
  assert.deepEqual([0, 1, 2].map((index) => ids.entry(index).duplicateOf), [null, null, 0]);
});

test("an entry can be cloned and stored", () => {
  const conversation = conversationOf({}, ASK, { tool: "sessions_list", result: ["k"] });
  for (const index of [0, 1]) {
    const entry = conversation.entry(index);
    assert.deepEqual(structuredClone(entry), { ...entry });
    assert.deepEqual(JSON.parse(JSON.stringify(entry)), { ...entry });
    assert.deepEqual(Object.keys(entry).sort(), ENTRY_KEYS);
  }
});

// ------------------------------------------------------- the two documents

const many = (n, make) => Array.from({ length: n }, (_, at) => make(at));
const KEY = "agent:analyst:main";
const LIST = { tool: "sessions_list", result: { sessions: [{ key: KEY }] } };
const send = (message, timeoutSeconds = 120, sessionKey = KEY) => ({ tool: "sessions_send", arguments: { sessionKey, message, timeoutSeconds } });
const asked = { attributes: ' question_id="ask_1"' };

/** Each rule: a conversation that breaks it, with the findings, and one that keeps it. */
const RULES = {
  "引言：不使用 [系统通知|xxx] 前缀": {
    broken: [{}, "[系统通知|进度] 开始分析"],
    findings: [["retired-prefix", 0]],
    kept: [{}, frame("A_1", "progress", "out_a_001", "开始分析")],
  },
  "2.3 子智能体的回答返回到 ask_sub_agent 工具结果中，不插入主智能体对话": {
    broken: [{ viewer: LEADER }, frame(LEADER, "ask", "ask_1"), frame("A_1", "answer", "ans_a_001", "x", asked)],
    findings: [["answer-as-message", 1]],
    kept: [{ viewer: LEADER }, frame(LEADER, "ask", "ask_1"), [frame("A_1", "answer", "ans_a_001", "x", asked), TOOL_RESULT]],
  },
  "3.2 注意：子智能体不调用 report_progress 或 finish_task 工具": {
    broken: [{}, { tool: "report_progress", arguments: { text: "x" }, caller: "A_1" }, { tool: "finish_task", caller: "A_1" }],
    findings: [["forbidden-tool", 0], ["forbidden-tool", 1]],
    kept: [{}, frame("A_1", "progress", "out_a_001"), frame("A_1", "completion", "out_a_002")],
  },
  "5 ID 需要保证在多智能体会话内全局唯一": {
    broken: [{}, frame("A_1", "progress", "out_001"), frame("B_1", "progress", "out_001")],
    findings: [["duplicate-id", 1]],
    kept: [{}, frame("A_1", "progress", "out_a_001"), frame("B_1", "progress", "out_b_001")],
  },
  "5 ID 生成规则：前缀": {
    broken: [{}, frame(LEADER, "task", "msg_001")],
    findings: [["id-prefix", 0]],
    kept: [{}, frame(LEADER, "task", "task_001")],
  },
  "1 消息类型与标签对应表：发送方、接收方": {
    broken: [{}, frame("A_1", "task", "task_001"), frame(LEADER, "completion", "out_tl_001")],
    findings: [["wrong-direction", 0], ["wrong-direction", 1]],
    kept: [{}, frame(LEADER, "task", "task_001"), frame("A_1", "completion", "out_a_001")],
  },
  "关键约束 1：所有插入对话的 user 消息都必须包含完整的 XML 包裹": {
    broken: [{}, ["我完成了配色。", { sender: "A_1" }]],
    findings: [["unwrapped-message", 0]],
    kept: [{}, [frame("A_1", "completion", "out_a_001", "我完成了配色。"), { sender: "A_1" }]],
  },
  "关键约束 3：向其他子智能体提问时，必须同时直接向主智能体输出汇报": {
    broken: [{}, frame("A_1", "ask", "ask_1"), [frame("B_1", "answer", "ans_b_001", "x", asked), TOOL_RESULT]],
    findings: [["unreported-question", 0]],
    kept: [{}, frame("A_1", "ask", "ask_1"), frame("A_1", "progress", "out_a_001", "我问了 B_1。"), [frame("B_1", "answer", "ans_b_001", "x", asked), TOOL_RESULT]],
  },
  "关键约束 4：回答类消息不插入 user 消息，只返回到对应 ask 工具的结果中": {
    broken: [{}, frame("A_1", "ask", "ask_1", "x", { target: LEADER }), frame(LEADER, "answer", "ans_tl_001", "x", asked)],
    findings: [["answer-as-message", 1]],
    kept: [{}, frame("A_1", "ask", "ask_1", "x", { target: LEADER }), [frame(LEADER, "answer", "ans_tl_001", "x", asked), TOOL_RESULT]],
  },
  "核心原则 1：先查 sessionKey，禁止使用记忆中的硬编码值": {
    broken: [{}, send(request())],
    findings: [["unlisted-session-key", 0]],
    kept: [{}, LIST, send(request())],
  },
  "核心原则 2：按需选择模式：阻塞 / 非阻塞 / 即发即走": {
    broken: [{}, LIST, send(request(), 0), send(request({ expects: "即发即走", timeout: "0" }), 120)],
    findings: [["timeout-mismatch", 1], ["timeout-mismatch", 2]],
    kept: [{}, LIST, send(request(), 120), send(request({ expects: "即发即走", timeout: "0" }), 0)],
  },
  "核心原则 3：减少目标开销：请求中带上必要信息": {
    broken: [{}, LIST, send("查一下销售额")],
    findings: [["unformatted-request", 1]],
    kept: [{}, LIST, send(request({ content: "查一下销售额" }))],
  },
  "核心原则 4：统一回复归属：下游 Agent 只返回结果": {
    broken: [{ main: "主控" }, { tool: "message", arguments: { text: "报告好了" }, caller: "写手" }],
    findings: [["forbidden-tool", 0]],
    kept: [{ main: "主控" }, ["报告好了", TOOL_RESULT], { tool: "message", arguments: { text: "报告好了" }, caller: "主控" }],
  },
  "模式 A：最多 5 轮 ping-pong": {
    broken: [{}, LIST, ...many(6, () => ({ ...send(request()), result: "好" }))],
    findings: [["too-many-rounds", 6]],
    kept: [{}, LIST, ...many(5, () => ({ ...send(request()), result: "好" })), send("REPLY_SKIP", 0)],
  },
  "请求消息模板：所有 sessions_send 请求统一使用以下格式": {
    broken: [{}, LIST, send(frame(LEADER, "task", "task_001"))],
    findings: [["unformatted-request", 1]],
    kept: [{}, LIST, send(request())],
  },
};

for (const [rule, { broken, findings, kept }] of Object.entries(RULES)) {
  test(rule, () => {
    assert.deepEqual(codes(conversationOf(...broken)), findings);
    assert.deepEqual(codes(conversationOf(...kept)), []);
  });
}

test("关键约束 2：id 放在 XML 外面，不放在 <> 属性中", () => {
  const broken = frame("A_1", "ask", null, "x", { attributes: ' id="ask_1"' });
  const conversation = conversationOf({}, broken, broken);
  const { message } = conversation.entry(0);
  assert.deepEqual([message.id, message.diagnostics.map(({ code }) => code).sort()], [null, ["id-in-attribute", "missing-id"]]);
  assert.equal(conversation.entry(1).duplicateOf, null);
  assert.equal(conversation.add(frame("B_1", "answer", "ans_1", "x", asked), TOOL_RESULT).question, null);
  const kept = conversationOf({}, ASK, ASK);
  assert.deepEqual([kept.entry(0).message.id, kept.entry(0).message.diagnostics, kept.entry(1).duplicateOf], ["ask_1", [], 0]);
  assert.equal(kept.add(frame("B_1", "answer", "ans_1", "x", asked), TOOL_RESULT).question, 0);
});
