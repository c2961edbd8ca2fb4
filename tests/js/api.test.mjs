import assert from "node:assert/strict";
import { test } from "node:test";
import { cjs, esm, freshCopy, madeForNode, resolved } from "./package.mjs";

const { MessageError, init, parseMessage, position, renderBubble, toBubble } = esm;

const ASK = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>";
const MAX_TEXT_LENGTH = 16 * 1024 * 1024;

test("both formats export the same names", () => {
  const names = [
    "CALLS", "Conversation", "KINDS", "MessageError", "MessageStream", "SCENARIOS", "callBubble", "checkMessage", "formatBubble", "formatMessage", "init", "messageTransform", "parseCall",
    "parseMessage", "parseResult", "parseTranscript", "position", "renderBubble", "renderStream", "streamMessage", "toBubble",
  ];
  assert.deepEqual(Object.keys(esm).sort(), names);
  assert.deepEqual(Object.keys(cjs).sort(), names);
});

test("Node imports what is made for Node", () => assert.equal(resolved, madeForNode));

test("a message has its keys and null where a value is absent", () => {
  assert.deepEqual(parseMessage(ASK), {
    protocol: "envelope",
    kind: "ask",
    role: "A_1",
    claimedRole: "A_1",
    action: "提问",
    id: "ask_1",
    target: null,
    content: "好了吗？",
    complete: true,
    diagnostics: [],
    tag: "Ask",
    subtype: null,
    questionId: null,
    attributes: [],
  });
  assert.deepEqual(parseMessage("你好"), {
    protocol: null,
    kind: "plain",
    role: null,
    claimedRole: null,
    action: null,
    id: null,
    target: null,
    content: "你好",
    complete: true,
    diagnostics: [],
  });
});

test("a wrong argument is a TypeError", () => {
  for (const text of [5, undefined, null, {}, new String("x")]) {
    assert.throws(() => parseMessage(text), TypeError);
    assert.throws(() => position(text, 0), TypeError);
  }
  for (const message of [5, undefined, null, {}, { kind: "plain" }]) assert.throws(() => toBubble(message), TypeError);
  assert.throws(() => toBubble({ kind: "ask", role: 5, content: "" }), TypeError);
  assert.throws(() => parseMessage("x", "A_1"), TypeError);
  for (const sender of [5, {}, true]) {
    assert.throws(() => parseMessage("x", { sender }), TypeError);
    assert.throws(() => toBubble("x", { sender }), TypeError);
  }
  for (const bubble of [null, undefined, "x", { role: null }]) assert.throws(() => renderBubble(bubble), TypeError);
  assert.throws(() => renderBubble({ role: null, action: null, content: "" }), /document/);
  assert.throws(() => position("x", "0"), TypeError);
});

test("absent options and an absent sender are no misuse", () => {
  for (const options of [undefined, {}, { sender: undefined }, { sender: null }]) {
    assert.equal(parseMessage(ASK, options).role, "A_1");
    assert.equal(toBubble(ASK, options).role, "A_1");
  }
});

test("strict throws the first error with its place", () => {
  const text = "来自 A_1 的提问\nid: a\n\n<A_1\n<Ask>\nx";
  assert.throws(
    () => parseMessage(text, { strict: true }),
    (error) => {
      assert.ok(error instanceof MessageError && error instanceof Error);
      assert.equal(error.name, "MessageError");
      assert.deepEqual([error.code, error.field], ["malformed-name-tag", null]);
      assert.deepEqual([error.line, error.column], [4, 1]);
      assert.equal(text.slice(error.start, error.end), "<A_1");
      assert.match(error.message, /malformed-name-tag at line 4, column 1: /);
      return true;
    },
  );
  assert.equal(parseMessage(ASK, { strict: true }).kind, "ask");
  const warned = ASK.replace("id:", "ID:");
  assert.equal(parseMessage(warned, { strict: true }).diagnostics[0].code, "id-case");
});

test("a sender is the role of every kind and beats what the text claims", () => {
  assert.equal(toBubble("你好", { sender: "X_1" }).role, "X_1");
  assert.equal(parseMessage("REPLY_SKIP", { sender: "X_1" }).role, "X_1");
  const message = parseMessage(ASK, { sender: "X_1" });
  assert.deepEqual([message.role, message.claimedRole], ["X_1", "A_1"]);
  assert.deepEqual(toBubble(parseMessage(ASK), { sender: "X_1" }), { role: "X_1", action: "提问", content: "好了吗？" });
  assert.deepEqual(parseMessage(ASK, { sender: "A_1" }).diagnostics, []);
  const long = "A_1".repeat(100_000);
  assert.equal(parseMessage(ASK, { sender: long }).diagnostics[0].code, "sender-mismatch");
});

test("position counts lines of LF and CR LF and columns of code units", () => {
  const text = "ab\r\n🙂c\n\nd";
  const places = [0, 2, 4, 6, 8, 9, 10, 99, -1, NaN].map((offset) => {
    const { line, column } = position(text, offset);
    return [line, column];
  });
  assert.deepEqual(places, [[1, 1], [1, 3], [2, 1], [2, 3], [3, 1], [4, 1], [4, 2], [4, 2], [1, 1], [1, 1]]);
});

test("a text over the limit is plain and not copied", () => {
  const fits = ASK.replace("好了吗？", "x".repeat(MAX_TEXT_LENGTH - ASK.length + "好了吗？".length));
  assert.equal(fits.length, MAX_TEXT_LENGTH);
  assert.equal(parseMessage(fits).kind, "ask");
  const message = parseMessage(`${fits}\n`);
  assert.deepEqual([message.kind, message.diagnostics[0].code], ["plain", "too-large"]);
  assert.equal(message.content, `${fits}\n`);
  assert.equal(parseMessage("x".repeat(MAX_TEXT_LENGTH + 1)).diagnostics[0].code, "too-large");
});

test("init is optional, and can come twice and late", async () => {
  const copy = await freshCopy("init");
  await Promise.all([copy.init(), copy.init()]);
  assert.equal(copy.parseMessage(ASK).kind, "ask");
  await init();
});

test("after a stack overflow the next call answers", () => {
  const warned = ASK.replace("id:", "ID:");
  const overflow = () => {
    try {
      return overflow();
    } catch {
      return parseMessage(warned);
    }
  };
  for (let time = 0; time < 200; time += 1) {
    try {
      overflow();
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
    assert.equal(parseMessage(warned).diagnostics.length, 1);
  }
});

test("lists of a million lines are read", () => {
  const lines = "- a\n".repeat(1_000_000);
  assert.equal(parseMessage(`❌ 目标 Agent "A" 不存在或不可用\n${lines}`).available.length, 1_000_000);
});
