// What is no message to be written, and the texts of tests/vectors/format.json.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cjs, esm, readJson } from "./package.mjs";

const { MessageError, formatMessage, parseMessage } = esm;

const ASK = { kind: "ask", role: "A_1", id: "ask_1", content: "好了吗？" };
const TEXT = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>";
const REQUEST = { kind: "request", role: "主控" };
const NOTICE = { kind: "notice", reason: "failure" };
const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

const works = () => assert.equal(formatMessage(ASK), TEXT);

test("a wrong type is a TypeError that names the field, and the next call works", () => {
  const wrong = [5, {}, true, [], new String("x"), () => "x", Symbol("x"), 1n];
  const strings = ["role", "id", "content", "action", "target", "tag", "subtype", "questionId", "language", "kind"];
  const cases = strings.flatMap((field) => wrong.map((value) => [ASK, field, value]));
  for (const value of wrong.filter((value) => !Array.isArray(value))) cases.push([ASK, "attributes", value], [REQUEST, "extra", value], [NOTICE, "available", value]);
  for (const field of ["role", "agentId", "target", "sessionKey", "action", "expects", "userNeed", "body", "content", "summary"]) cases.push([REQUEST, field, 5], [REQUEST, field, {}]);
  for (const value of [[5], [["a"]], [["a", 5]], [[5, "a"]], [null], ["ab"], [{ 0: "a", 1: "b" }], [[]]]) cases.push([ASK, "attributes", value]);
  for (const value of ["5", {}, true, 5n]) cases.push([REQUEST, "timeoutSeconds", value], [NOTICE, "timeoutSeconds", value]);
  cases.push([REQUEST, "extra", [5]], [NOTICE, "available", [null]], [NOTICE, "reason", "gone"], [NOTICE, "reason", undefined], [NOTICE, "error", 5], [NOTICE, "target", {}]);
  cases.push([{ kind: "control" }, "directive", undefined], [{ kind: "control" }, "directive", "SKIP"], [{ kind: "plain" }, "content", undefined], [{ kind: "plain" }, "content", null]);
  cases.push([ASK, "kind", "Ask"], [ASK, "kind", ""], [ASK, "kind", null], [ASK, "language", "fr"], [ASK, "content", null], [ASK, "content", undefined], [REQUEST, "expects", "waiting"]);
  for (const [message, field, value] of cases) {
    const named = (error) => error instanceof TypeError && error.message.includes(field);
    assert.throws(() => formatMessage({ ...message, [field]: value }), named, `${field}: ${typeof value}`);
    works();
  }
  for (const message of [undefined, null, 5, "x", TEXT, true, Symbol("x"), [], {}, () => ASK]) {
    assert.throws(() => formatMessage(message), TypeError);
    works();
  }
});

test("a number that is no whole count of seconds is refused", () => {
  for (const timeoutSeconds of [-1, 1.5, NaN, Infinity, 2 ** 32]) {
    for (const message of [REQUEST, { kind: "notice", reason: "timeout" }]) {
      assert.throws(() => formatMessage({ ...message, timeoutSeconds }), (error) => error.code === "unwritable" && error.field === "timeoutSeconds");
      works();
    }
  }
});

test("what a getter throws comes out, and the next call works", () => {
  for (const field of ["kind", "role", "id", "content", "action", "target", "tag", "subtype", "questionId", "attributes", "language"]) {
    const thrown = new Error(field);
    const message = Object.defineProperty({ ...ASK }, field, { get: () => { throw thrown; } });
    assert.throws(() => formatMessage(message), (error) => error === thrown, field);
    works();
  }
  const thrown = new RangeError("pair");
  const attributes = [Object.defineProperty(["a", "b"], 1, { get: () => { throw thrown; } })];
  assert.throws(() => formatMessage({ ...ASK, attributes }), (error) => error === thrown);
  works();
});

test("a getter that writes another message disturbs neither", () => {
  const message = { ...ASK, get target() { return formatMessage({ ...ASK, role: "B_1" }).length > 0 ? "C_1" : null; } };
  assert.equal(parseMessage(formatMessage(message)).target, "C_1");
  const reading = { ...ASK, get action() { return parseMessage(TEXT.replace("id:", "ID:")).action; } };
  assert.equal(formatMessage(reading), TEXT);
});

test("frozen, bare and inherited messages, and ones with more keys, are written", () => {
  const bare = Object.assign(Object.create(null), ASK);
  const messages = [Object.freeze({ ...ASK, attributes: Object.freeze([]) }), bare, Object.create(ASK), { ...ASK, x: 1, protocol: 5, diagnostics: null, complete: false, claimedRole: 5 }, new Proxy(ASK, {})];
  for (const message of messages) assert.equal(formatMessage(message), TEXT);
  const before = JSON.stringify(ASK);
  works();
  assert.equal(JSON.stringify(ASK), before);
});

test("an absent id is refused as id", () => {
  for (const id of [null, undefined, ""]) {
    assert.throws(() => formatMessage({ ...ASK, id }), (error) => error instanceof MessageError && error.field === "id" && error.start === 0 && error.end === 0);
  }
});

test("the error tells field, place and sentence", () => {
  const role = "A_1\nid: x";
  assert.throws(() => formatMessage({ ...ASK, role }), (error) => {
    assert.deepEqual([error.name, error.code, error.field, error.start, error.end, error.line, error.column], ["MessageError", "unwritable", "role", 3, 4, 1, 4]);
    assert.match(error.message, /^unwritable at line 1, column 4 of role: /);
    return true;
  });
});

test("a text at the limit is written, one unit more is refused as content", () => {
  const frame = TEXT.length - ASK.content.length;
  const text = formatMessage({ ...ASK, content: "x".repeat(MAX_TEXT_LENGTH - frame) });
  assert.deepEqual([text.length, parseMessage(text).kind], [MAX_TEXT_LENGTH, "ask"]);
  for (const message of [{ ...ASK, content: "x".repeat(MAX_TEXT_LENGTH - frame + 1) }, { ...ASK, content: "x".repeat(MAX_TEXT_LENGTH) }, { kind: "plain", content: "x".repeat(MAX_TEXT_LENGTH + 1) }]) {
    assert.throws(() => formatMessage(message), (error) => error.code === "unwritable" && error.field === "content");
    works();
  }
  assert.equal(formatMessage({ kind: "plain", content: "x".repeat(MAX_TEXT_LENGTH) }).length, MAX_TEXT_LENGTH);
});

test("every vector of format.json is written, or refused with its field", () => {
  const vectors = readJson("tests/vectors/format.json");
  const names = vectors.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok("field" in vectors.find(({ name }) => name === "code-unwritable"));
  assert.ok("text" in vectors.find(({ name }) => name === "near-unwritable"));
  for (const api of [esm, cjs]) {
    for (const { name, message, text, field } of vectors) {
      if (field === undefined) assert.equal(api.formatMessage(message), text, name);
      else assert.throws(() => api.formatMessage(message), (error) => error.code === "unwritable" && error.field === field, name);
    }
  }
});
