// What a trap leaves, and what many calls leave: nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
  const hands = { copy, instances: 0, exports: undefined, armed: undefined, arm: (name) => (hands.armed = name) };
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
    return exports.scan(-1, 2 ** 30, 0, 2 ** 30);
  };
  return { scan: door("scan"), takeMessage: door("takeMessage") };
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

/** The module's memory, the table of what it holds of JavaScript, and JavaScript's own heap. */
function measure({ memory, __wbindgen_externrefs: references }) {
  collectGarbage();
  return { wasm: memory.buffer.byteLength, references: references.length, heap: process.memoryUsage().heapUsed };
}
