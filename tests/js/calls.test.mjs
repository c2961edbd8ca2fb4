// Calls of session tools, and what they give.

import assert from "node:assert/strict";
import { test } from "node:test";
import { callBubbleOf, pairsOf, readCall, readResult } from "./conversation-oracle.mjs";
import { request } from "./generate-conversation.mjs";
import { random } from "./generate.mjs";
import { cjs, esm, readJson } from "./package.mjs";

const { CALLS, callBubble, parseCall, parseMessage, parseResult } = esm;

const COUNT = process.env.FULL ? 100_000 : 20_000;
const SEED = Number(process.env.SEED ?? 6);

const vectors = readJson("tests/vectors/calls.json");
const plain = (read) => ({ ...read, diagnostics: pairsOf(read.diagnostics) });

/** What is there of the fields that are expected, those of a message too. */
function narrow(expected, actual) {
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, key === "message" && value !== null ? narrow(value, actual[key]) : actual[key]]));
}

function assertVector({ parseCall, parseResult, callBubble }, vector) {
  const { call, expected, expectedResult, codes, bubble } = vector;
  const read = parseCall(call);
  const result = "result" in vector ? parseResult(call, vector.result) : { diagnostics: [] };
  assert.deepEqual(narrow(expected, read), expected);
  if (expectedResult) assert.deepEqual(narrow(expectedResult, result), expectedResult);
  assert.deepEqual(pairsOf([...read.diagnostics, ...result.diagnostics]), codes);
  assert.deepEqual(callBubble(call), bubble);
  assert.deepEqual(callBubble(read), bubble);
  if ("result" in vector) assert.deepEqual(parseResult(read, vector.result), result);
}

for (const [format, api] of Object.entries({ esm, cjs })) {
  test(`calls.json read by the ${format} package gives its answers`, () => {
    for (const vector of vectors) {
      try {
        assertVector(api, vector);
      } catch (error) {
        error.message = `${vector.name}: ${error.message}`;
        throw error;
      }
    }
  });
}

test("every code of a call has a vector that gives it alone, and a near miss", () => {
  const byName = new Map(vectors.map((vector) => [vector.name, vector]));
  assert.equal(byName.size, vectors.length);
  for (const code of ["missing-argument", "bad-argument", "negative-timeout", "bad-result"]) {
    assert.deepEqual(byName.get(`code-${code}`).codes.map(([name]) => name), [code]);
    assert.deepEqual(byName.get(`near-${code}`).codes, []);
  }
  for (const { name, title } of vectors) assert.ok(title.length > 0 && title.length <= 60, name);
});

// ------------------------------------------------------------------ oracle

const TOOLS = ["sessions_send", "sessions_send", "sessions_spawn", "sessions_spawn", "sessions_list", "message", "__proto__"];
const NAMES = ["sessionKey", "message", "timeoutSeconds", "task", "label", "agentId", "runTimeoutSeconds", "cleanup", "timeout", "__proto__", "constructor"];
const VALUES = ["x", "", " ", request(), "REPLY_SKIP", "A\uD83D", 0, 120, -1, 0.5, NaN, Infinity, -Infinity, 2 ** 60, true, false, null, undefined, [], ["x"], {}, { a: 1 }];
const RESULT_NAMES = ["status", "reply", "runId", "childSessionKey", "sessions", "key", "__proto__", "error"];
const RESULT_VALUES = ["x", "accepted", "ok", "error", "REPLY_SKIP", ["k", { key: "l" }], [{ sessionKey: "m" }, 5]];

function record(names, values, pick, chance) {
  const fields = {};
  for (const name of names) if (chance(0.5)) Object.defineProperty(fields, name, { value: pick(values), enumerable: true, configurable: true, writable: true });
  return fields;
}

test(`${COUNT} random calls and results are read as the oracle reads them`, () => {
  const next = random(SEED);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const chance = (share) => next() < share;
  for (let turn = 0; turn < COUNT; turn += 1) {
    const fields = record(NAMES, VALUES, pick, chance);
    const call = { tool: pick(TOOLS), arguments: chance(0.8) ? fields : pick([JSON.stringify(fields), undefined, null, "x", "[]", 5, true, ["x"]]), caller: pick([undefined, null, "A_1", "\uD83D"]) };
    const given = record(RESULT_NAMES, RESULT_VALUES, pick, chance);
    const result = chance(0.7) ? given : pick([JSON.stringify(given), undefined, null, "好", "5", ["k", { key: "l" }], '["k"]']);
    const context = JSON.stringify({ call, result });
    const read = parseCall(call);
    const language = pick(["zh", "en"]);
    assert.deepEqual(plain(read), readCall(call), context);
    assert.deepEqual(callBubble(call, { language }), callBubbleOf(call, language), context);
    assert.deepEqual(callBubble(read, { language }), callBubbleOf(call, language), context);
    if (Array.isArray(result) && read.kind !== "list") continue;
    assert.deepEqual(plain(parseResult(call, result)), readResult(read, result), context);
    for (const { severity, message } of [...read.diagnostics, ...parseResult(call, result).diagnostics]) {
      assert.ok(["error", "warning"].includes(severity) && message.length > 0);
    }
  }
});

// --------------------------------------------------------------- arguments

test("a call can have the names of chat interfaces", () => {
  const given = { task: "写周报" };
  const right = parseCall({ tool: "sessions_spawn", arguments: given });
  for (const call of [{ arguments: given }, { arguments: JSON.stringify(given) }, { input: given }]) {
    const named = { ...call, name: "sessions_spawn" };
    assert.deepEqual(parseCall(named), right);
    assert.deepEqual(callBubble(named), callBubble(right));
    assert.deepEqual(parseResult(named, { status: "accepted" }), parseResult(right, { status: "accepted" }));
  }
  assert.equal(parseCall({ tool: "sessions_list", name: "x" }).tool, "sessions_list");
});

test("what is no call is a TypeError", () => {
  for (const call of [undefined, null, 5, "sessions_list", true, [], {}, { tool: 5 }, { tool: null }, { arguments: {} }]) {
    const text = JSON.stringify(call);
    assert.throws(() => parseCall(call), TypeError, text);
    assert.throws(() => parseResult(call, {}), TypeError, text);
    assert.throws(() => callBubble(call), TypeError, text);
  }
  for (const caller of [5, {}, true]) {
    assert.throws(() => parseCall({ tool: "sessions_list", caller }), TypeError);
    assert.throws(() => callBubble({ tool: "sessions_list", caller }), TypeError);
  }
});

test("a language is zh or en", () => {
  const call = { tool: "sessions_list" };
  for (const options of [{ language: "de" }, { language: 5 }, "en", 5]) assert.throws(() => callBubble(call, options), TypeError, JSON.stringify(options));
  for (const options of [undefined, {}, { language: undefined }]) assert.equal(callBubble(call, options).action, "获取实时 sessionKey");
});

test("the bubble of a call has the label of its row in both languages", () => {
  for (const { tool, mode, label, timeoutSeconds } of CALLS) {
    const call = { tool, arguments: tool === "sessions_list" ? {} : { timeoutSeconds } };
    assert.equal(parseCall(call).mode, mode);
    for (const language of ["zh", "en"]) assert.equal(callBubble(call, { language }).action, label[language]);
  }
});

test("the severities: what is missing, bad or did not come is an error", () => {
  const severities = (read) => read.diagnostics.map(({ code, severity }) => [code, severity]);
  assert.deepEqual(severities(parseCall({ tool: "sessions_send", arguments: { message: 5, timeoutSeconds: 0 } })), [["missing-argument", "error"], ["bad-argument", "error"]]);
  assert.deepEqual(severities(parseResult({ tool: "sessions_list" }, {})), [["bad-result", "error"]]);
});

test("numbers that no JSON has are bad timeouts", () => {
  for (const timeoutSeconds of [NaN, Infinity, -Infinity, "120", [], {}, true, 120n, new Number(5), Symbol.iterator]) {
    const { mode, timeoutSeconds: read, extra, diagnostics } = parseCall({ tool: "sessions_send", arguments: { sessionKey: "k", message: "x", timeoutSeconds } });
    assert.deepEqual([mode, read, pairsOf(diagnostics)], [null, null, [["bad-argument", "timeoutSeconds"]]]);
    assert.ok(Object.is(extra.timeoutSeconds, timeoutSeconds));
  }
});

// ------------------------------------------------------------------- JSON

test("arguments in JSON are read as the object is", () => {
  for (const { call } of vectors.filter(({ call }) => typeof call.arguments === "object" && call.arguments !== null && !Array.isArray(call.arguments))) {
    const json = { ...call, arguments: JSON.stringify(call.arguments) };
    assert.deepEqual(parseCall(json), parseCall(call));
    assert.deepEqual(parseCall({ ...json, arguments: ` \n${json.arguments}\n` }), parseCall(call));
    assert.deepEqual(callBubble(json), callBubble(call));
  }
});

test("a result in JSON is read as the object is", () => {
  for (const { call, result } of vectors.filter(({ result }) => typeof result === "object")) {
    assert.deepEqual(parseResult(call, JSON.stringify(result)), parseResult(call, result));
  }
});

test("JSON with lone surrogates is read unit for unit", () => {
  const call = { tool: "sessions_send", arguments: '{"sessionKey":"\\ud83d","message":"\\ude00 x","timeoutSeconds":1}' };
  const { sessionKey, message } = parseCall(call);
  assert.deepEqual([sessionKey, message], ["\uD83D", parseMessage("\uDE00 x")]);
  assert.equal(parseResult(call, "\uD83D").message.content, "\uD83D");
});

test("an absent result is an empty object", () => {
  for (const tool of ["sessions_send", "sessions_spawn", "sessions_list", "x"]) {
    for (const result of [undefined, null]) assert.deepEqual(parseResult({ tool }, result), parseResult({ tool }, {}));
  }
});

// ------------------------------------------------------------ nothing lost

/** Whether a value stands somewhere in another. */
function holds(whole, value) {
  if (Object.is(whole, value)) return true;
  return typeof whole === "object" && whole !== null && Object.values(whole).some((inner) => holds(inner, value));
}

test("no argument and no field of a result is lost, wherever it stands and of whatever type", () => {
  const values = ["lost?", 987, -987, true, { deep: ["lost?"] }, ["lost?"], NaN, "REPLY_SKIP", request()];
  const leaf = (value) => (typeof value === "object" ? "lost?" : value);
  for (const tool of new Set(TOOLS)) {
    for (const value of values) {
      for (const name of NAMES) {
        const read = parseCall({ tool, arguments: JSON.parse(`{"${name}":0}`, (_, inner) => (inner === 0 ? value : inner)) });
        const found = value === request() && name === "message" && tool === "sessions_send" ? read.message.userNeed === "x" : holds(read, leaf(value));
        assert.ok(found, `${tool} ${name} ${String(value)}`);
      }
      for (const name of RESULT_NAMES.filter((name) => name !== "sessions")) {
        const result = parseResult({ tool }, JSON.parse(`{"${name}":0}`, (_, inner) => (inner === 0 ? value : inner)));
        const found = value === request() && name === "reply" && tool === "sessions_send" ? result.message.userNeed === "x" : holds(result, leaf(value));
        assert.ok(found, `${tool} ${name} ${String(value)}`);
      }
      const whole = parseResult({ tool }, value);
      const found = value === request() && tool === "sessions_send" ? whole.message.userNeed === "x" : holds(whole, leaf(value));
      assert.ok(found || (tool === "sessions_list" && Array.isArray(value)), `result of ${tool}: ${String(value)}`);
    }
  }
});

test("what was given is not changed", () => {
  const freeze = (value) => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  for (const { call, result } of vectors) {
    const [frozen, given] = [freeze(structuredClone(call)), freeze(structuredClone(result))];
    assert.deepEqual(parseCall(frozen), parseCall(call));
    assert.deepEqual(parseResult(frozen, given), parseResult(call, result));
  }
});

test("a call that was read is plain data: cloned and stored it is the same", () => {
  for (const { call, result } of vectors) {
    const read = parseCall(call);
    assert.deepEqual(structuredClone(read), read);
    assert.deepEqual(JSON.parse(JSON.stringify(read)), read);
    assert.deepEqual(callBubble(JSON.parse(JSON.stringify(read))), callBubble(call));
    const given = parseResult(call, result);
    assert.deepEqual(structuredClone(given), given);
  }
});

test("inherited fields are no arguments", () => {
  const inherited = Object.create({ task: "x", label: "y" });
  assert.deepEqual(pairsOf(parseCall({ tool: "sessions_spawn", arguments: inherited }).diagnostics), [["missing-argument", "task"]]);
});
