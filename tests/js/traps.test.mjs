// What a trap leaves, and what many calls leave: nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { frame, generateConversations, request } from "./generate-conversation.mjs";
import { esm, freshCopy, readJson } from "./package.mjs";

const isFull = Boolean(process.env.FULL);
const TRAPS = isFull ? 20_000 : 200;
const CALLS = isFull ? 1_000_000 : 10_000;
const WARM_CALLS = 1_000;

const ASK = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>";
const WARNED = ASK.replace("id:", "ID:");

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/**
 * Runs `use` with a copy of the package whose instances are in our hands:
 * `arm(name)` makes the next call of an export trap inside the module, which
 * is asked to read more than the memory that it reserved.
 */
async function withInstances(name, use) {
  const copy = await freshCopy(name);
  const { Instance } = WebAssembly;
  const hands = { copy, instances: 0, traps: 0, exports: undefined, armed: undefined, arm: (name) => (hands.armed = name) };
  WebAssembly.Instance = function (...input) {
    const { exports } = new Instance(...input);
    hands.instances += 1;
    hands.exports = exports;
    return { exports: { ...exports, ...trapdoors(exports, hands) } };
  };
  try {
    await use(hands);
  } finally {
    WebAssembly.Instance = Instance;
  }
}

function trapdoors(exports, hands) {
  const door = (name) => (...values) => {
    if (hands.armed !== name) return exports[name](...values);
    hands.armed = undefined;
    hands.traps += 1;
    return exports.scan(-1, 2 ** 30, 0, 2 ** 30);
  };
  const names = Object.keys(exports).filter((name) => typeof exports[name] === "function");
  return Object.fromEntries(names.map((name) => [name, door(name)]));
}

for (const name of ["scan", "takeMessage"]) {
  test(`after each of ${TRAPS} traps in ${name} the next call answers`, () =>
    withInstances(name, ({ copy, arm }) => {
      const right = esm.parseMessage(WARNED);
      for (let time = 0; time < TRAPS; time += 1) {
        arm(name);
        assert.throws(() => copy.parseMessage(WARNED), WebAssembly.RuntimeError);
        assert.deepEqual(copy.parseMessage(WARNED), right);
        assert.equal(copy.toBubble(ASK).content, "好了吗？");
      }
    }));
}

test("a trap makes one new instance, a call without one makes none", () =>
  withInstances("count", (hands) => {
    const { copy } = hands;
    copy.parseMessage(WARNED);
    copy.parseMessage(WARNED);
    assert.equal(hands.instances, 1);
    hands.arm("scan");
    assert.throws(() => copy.parseMessage(WARNED), /unreachable|out of bounds/);
    assert.equal(hands.instances, 1);
    copy.parseMessage(WARNED);
    copy.parseMessage(WARNED);
    assert.equal(hands.instances, 2);
  }));

test(`memory is the same after ${WARM_CALLS} and after ${CALLS} calls`, () =>
  withInstances("memory", (hands) => {
    const { copy } = hands;
    const vectors = ["messages", "codes", "roles", "surrogates"].flatMap((name) => readJson(`tests/vectors/${name}.json`));
    let calls = 0;
    const callUntil = (count) => {
      for (; calls < count; calls += 1) {
        const { input, sender } = vectors[calls % vectors.length];
        copy.toBubble(copy.parseMessage(input, { sender }));
        copy.toBubble(input, { sender });
      }
      return measure(hands.exports);
    };
    assert.ok(vectors.length < WARM_CALLS);
    const warm = callUntil(WARM_CALLS);
    const late = callUntil(CALLS);
    assert.deepEqual([late.wasm, late.references], [warm.wasm, warm.references]);
    assert.ok(late.heap - warm.heap < 2 ** 20, `JavaScript's heap grew by ${late.heap - warm.heap} bytes`);
  }));

// ------------------------------------------------------------ conversations

const CONVERSATIONS = isFull ? 500 : 50;
const DROPPED = 10_000;

/** The exports that a conversation calls. */
const CALLED = [
  "scan", "takeMessage", "openConversation", "addMessage", "addCall", "findings", "openQuestions", "idStem", "contradicts", "checkArguments", "checkResult", "modeOf",
];

const play = (conversation, { add, addCall }) => (add ? conversation.add(...add) : conversation.addCall(...addCall));
const answersOf = (conversation) => ({
  length: conversation.length,
  entries: Array.from({ length: conversation.length }, (_, at) => conversation.entry(at)),
  groups: conversation.groups(),
  open: conversation.openQuestions(),
  next: ["A_1", "前端_1", "A\uD83D_1"].map((role) => conversation.nextId("ask", role)),
  findings: conversation.check(),
});

/** What a call gives though the export traps in it: at once, or, after it has thrown, the next time. */
function despiteTrap(hands, name, call) {
  hands.arm(name);
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof WebAssembly.RuntimeError, String(error));
    return call();
  } finally {
    hands.arm(undefined);
  }
}

for (const name of CALLED) {
  test(`a trap in ${name} in the middle of a conversation loses nothing`, () =>
    withInstances(`conversation-${name}`, (hands) => {
      for (const { options, steps } of generateConversations(7, CONVERSATIONS)) {
        const conversation = new hands.copy.Conversation(options);
        const sound = new esm.Conversation(options);
        for (const step of steps) {
          const entry = despiteTrap(hands, name, () => play(conversation, step));
          assert.deepEqual(entry, play(sound, step));
          assert.equal(conversation.length, sound.length);
          assert.deepEqual(despiteTrap(hands, name, () => conversation.openQuestions()), sound.openQuestions());
        }
        assert.deepEqual(despiteTrap(hands, name, () => conversation.check()), sound.check());
        assert.equal(despiteTrap(hands, name, () => conversation.nextId("ask", "A_1")), sound.nextId("ask", "A_1"));
        assert.deepEqual(answersOf(conversation), answersOf(sound));
      }
      assert.ok(hands.traps >= CONVERSATIONS, `${hands.traps} traps`);
    }));
}

test("a trap in one conversation, or outside of all, disturbs no other", () =>
  withInstances("conversations", (hands) => {
    const { copy, arm } = hands;
    const all = [...generateConversations(8, CONVERSATIONS)].map(({ options, steps }) => ({ steps, mine: new copy.Conversation(options), sound: new esm.Conversation(options) }));
    for (let turn = 0; turn < 40; turn += 1) {
      for (const { steps, mine, sound } of all) {
        if (steps[turn] === undefined) continue;
        assert.deepEqual(play(mine, steps[turn]), play(sound, steps[turn]));
      }
      const { mine, sound } = all[turn % all.length];
      if (turn % 2 === 0) assert.deepEqual(despiteTrap(hands, "findings", () => mine.check()), sound.check());
      arm("scan");
      assert.throws(() => copy.parseMessage(WARNED), WebAssembly.RuntimeError);
    }
    for (const { mine, sound } of all) assert.deepEqual(answersOf(mine), answersOf(sound));
  }));

test("a TypeError or a RangeError between the entries of a conversation changes nothing", () => {
  for (const { options, steps } of generateConversations(9, CONVERSATIONS)) {
    const conversation = new esm.Conversation(options);
    const sound = new esm.Conversation(options);
    for (const step of steps) {
      assert.throws(() => conversation.add(5), TypeError);
      assert.throws(() => conversation.add("x", { channel: "x" }), TypeError);
      assert.throws(() => conversation.addCall({}), TypeError);
      assert.throws(() => conversation.nextId("plain", "A_1"), TypeError);
      assert.throws(() => conversation.entry(conversation.length), RangeError);
      assert.deepEqual(play(conversation, step), play(sound, step));
    }
    assert.deepEqual(answersOf(conversation), answersOf(sound));
  }
});

test("arguments that throw when they are read leave the conversation as it was", () => {
  const conversation = new esm.Conversation();
  conversation.add(ASK);
  const before = answersOf(conversation);
  const thrown = new Error("mine");
  const hostile = { get sessionKey() { throw thrown; } };
  assert.throws(() => conversation.addCall({ tool: "sessions_send", arguments: hostile }), thrown);
  assert.throws(() => conversation.addCall({ tool: "sessions_list" }, { get sessions() { throw thrown; } }), thrown);
  assert.deepEqual(answersOf(conversation), before);
  conversation.addCall({ tool: "sessions_list" }, ["k"]);
  assert.deepEqual(conversation.check(), []);
});

test("after a stack overflow in an entry a conversation goes on", () => {
  const conversation = new esm.Conversation();
  const sound = new esm.Conversation();
  const text = (time) => frame("A_1", "ask", `ask_${time % 7}`, `${time % 3}`, { target: "B_1" });
  const overflow = (time) => {
    try {
      return overflow(time);
    } catch {
      return conversation.add(text(time));
    }
  };
  for (let time = 0; time < 100; time += 1) {
    try {
      overflow(time);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
      conversation.add(text(time));
    }
    sound.add(text(time));
    assert.equal(conversation.length, sound.length);
  }
  assert.deepEqual(answersOf(conversation), answersOf(sound));
});

/** A conversation of every kind of entry, with a list of its own. */
function converse({ Conversation }, at) {
  const conversation = new Conversation();
  conversation.add(frame(`A_${at}`, "ask", "ask_1"));
  conversation.add(frame("Team Leader", "answer", "ans_1", `${at}`, { attributes: ' question_id="ask_1"' }), { channel: "tool-result" });
  conversation.addCall({ tool: "sessions_list" }, [`k${at}`]);
  conversation.addCall({ tool: "sessions_send", arguments: { sessionKey: `k${at}`, message: request(), timeoutSeconds: 120 } }, "好");
  assert.deepEqual(conversation.check(), []);
  return conversation;
}

/** Lets finalizers run. */
async function collect() {
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test(`${DROPPED} conversations that nobody has any more leave no memory behind`, () =>
  withInstances("dropped", async (hands) => {
    const drop = async (count) => {
      for (let at = 0; at < count; at += 1) {
        converse(hands.copy, at);
        if (at % 500 === 499) await collect();
      }
      await collect();
      return measure(hands.exports);
    };
    const kept = converse(hands.copy, "kept");
    const warm = await drop(DROPPED / 5);
    const late = await drop(DROPPED);
    assert.deepEqual([late.wasm, late.references], [warm.wasm, warm.references]);
    assert.ok(late.heap - warm.heap < 2 ** 20, `JavaScript's heap grew by ${late.heap - warm.heap} bytes`);
    assert.deepEqual(kept.check(), []);
    assert.equal(hands.instances, 1);
  }));

test(`${DROPPED} conversations at once are each their own`, () => {
  const all = Array.from({ length: DROPPED }, (_, at) => converse(esm, at));
  all.forEach((conversation, at) => {
    if (at % 100 === 0) assert.deepEqual([conversation.groups()[0].role, conversation.add(frame(`A_${at}`, "ask", "ask_1")).duplicateOf], [`A_${at}`, 0]);
  });
});

test("a trap while a dropped conversation is forgotten disturbs nobody", () =>
  withInstances("forgotten", async (hands) => {
    const kept = converse(hands.copy, "kept");
    for (let at = 0; at < 10; at += 1) converse(hands.copy, at);
    hands.arm("closeConversation");
    await collect();
    assert.deepEqual([hands.armed, hands.traps], [undefined, 1]);
    assert.deepEqual(kept.check(), []);
    assert.equal(kept.add(frame("A_kept", "ask", "ask_1")).duplicateOf, 0);
  }));

test("conversations that are dropped with their instance disturb nobody", () =>
  withInstances("lost", async (hands) => {
    for (let at = 0; at < 10; at += 1) converse(hands.copy, at);
    hands.arm("scan");
    assert.throws(() => hands.copy.parseMessage(WARNED), WebAssembly.RuntimeError);
    await collect();
    assert.deepEqual(converse(hands.copy, 0).check(), []);
  }));

test("a conversation of an earlier instance that is dropped takes no other's place", () =>
  withInstances("earlier", async (hands) => {
    const kept = converse(hands.copy, "kept");
    for (let at = 0; at < 10; at += 1) converse(hands.copy, at);
    hands.arm("scan");
    assert.throws(() => hands.copy.parseMessage(WARNED), WebAssembly.RuntimeError);
    assert.deepEqual(kept.check(), []);
    const others = Array.from({ length: 10 }, (_, at) => converse(hands.copy, at));
    await collect();
    converse(hands.copy, "x");
    assert.deepEqual([kept, ...others].map((conversation) => conversation.check()), Array(11).fill([]));
    assert.equal(others[3].add(frame("A_3", "ask", "ask_1")).duplicateOf, 0);
  }));

/** The module's memory, the table of what it holds of JavaScript, and JavaScript's own heap. */
function measure({ memory, __wbindgen_externrefs: references }) {
  collectGarbage();
  return { wasm: memory.buffer.byteLength, references: references.length, heap: process.memoryUsage().heapUsed };
}
