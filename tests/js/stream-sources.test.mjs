// Where chunks come from, and how they stop: loops, pipes, aborts, errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { test } from "node:test";
import { random } from "./generate.mjs";
import { cjs, esm, madeForNode } from "./package.mjs";
import { randomCuts } from "./stream-oracle.mjs";

const { messageTransform, parseMessage, streamMessage } = esm;

const HEAD = "来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n";
const TEXT = `${HEAD}若 5 < 6 🙂\r\n</Ask>\n</A_2>\n好了吗？\n</Ask>\n</A_1>\n`;
const REQUEST = "【Agent 间通信】\n发件方: 主控 (main)\n收件方: 研究\n---\n用户需求: x\n---\n上下文摘要: 无";
const TEXTS = [TEXT, "你好，世界", "REPLY_SKIP", REQUEST, `${HEAD}x\n</As`, ""];

function chunksOf(whole, most, rnd = random(5)) {
  const cuts = randomCuts(whole.length, rnd, most);
  return [...cuts, whole.length].map((to, at) => whole.slice(cuts[at - 1] ?? 0, to)).filter((chunk) => chunk.length > 0);
}
const bytesOf = (text) => new TextEncoder().encode(text);

async function* slowly(chunks) {
  for (const chunk of chunks) {
    await null;
    yield chunk;
  }
}

async function stepsOf(source, options) {
  const steps = [];
  for await (const step of streamMessage(source, options)) steps.push(step);
  return steps;
}

/** All but the last step bear no message; what they add is the content. */
function assertSteps(steps, whole) {
  const { message, bubble } = steps.at(-1);
  assert.deepEqual(message, whole);
  assert.ok(steps.slice(0, -1).every((step) => step.message === null));
  const shown = steps.map(({ added }) => added).join("");
  assert.equal(shown, whole.kind === "control" ? "" : whole.content);
  assert.deepEqual(bubble, whole.kind === "control" ? null : { role: whole.role, action: whole.action, content: whole.content });
}

const webStream = (chunks) => new ReadableStream({
  start(controller) {
    for (const chunk of chunks) controller.enqueue(chunk);
    controller.close();
  },
});
const SOURCES = {
  "a string": (text) => text,
  "a list": (text) => chunksOf(text, 9),
  "a generator": (text) => chunksOf(text, 9).values(),
  "an async generator": (text) => slowly(chunksOf(text, 9)),
  "a list of bytes": (text) => chunksOf(bytesOf(text), 5),
  "buffers of Node": (text) => chunksOf(Buffer.from(text), 5),
  "a web stream of strings": (text) => webStream(chunksOf(text, 9)),
  "a web stream of bytes": (text) => webStream(chunksOf(bytesOf(text), 1)),
  "a response": (text) => new Response(webStream(chunksOf(bytesOf(text), 4))),
  "a response of text": (text) => new Response(text),
  "a reader's object": (text) => ({ getReader: () => webStream(chunksOf(text, 9)).getReader() }),
  "a readable of Node": (text) => Readable.from(chunksOf(text, 9)),
  "a readable of bytes": (text) => Readable.from(chunksOf(Buffer.from(text), 3)),
  "a decoded pipe": (text) => webStream(chunksOf(bytesOf(text), 3)).pipeThrough(new TextDecoderStream()),
};

for (const [name, make] of Object.entries(SOURCES)) {
  test(`${name} gives the message of the whole`, async () => {
    for (const text of TEXTS) {
      for (const sender of [undefined, "B_1"]) assertSteps(await stepsOf(make(text), { sender }), parseMessage(text, { sender }));
    }
  });
}

test("the required package reads streams too", async () => {
  const steps = [];
  for await (const step of cjs.streamMessage(slowly(chunksOf(TEXT, 9)))) steps.push(step);
  assertSteps(steps, parseMessage(TEXT));
});

test("a response without a body is an empty text", async () => {
  const steps = await stepsOf(new Response(null, { status: 204 }));
  assert.deepEqual(steps.map(({ message }) => message), [parseMessage("")]);
});

test("each chunk is one step, and one more is the last", async () => {
  const steps = await stepsOf(["你", "", "好"]);
  assert.deepEqual(steps.map(({ added }) => added), ["你", "", "好", ""]);
});

const decoded = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

test("bytes are decoded as a decoder of the whole does", async () => {
  const odd = [[0xff, 0x61, 0x62], [0xe4, 0xbd, 0x61], [0xc0, 0x80, 0x62], [0xef, 0xbb, 0xbf, 0x61], [0xed, 0xa0, 0xbd, 0x62], [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x78]];
  for (const bytes of odd.map((list) => Uint8Array.from(list))) {
    for (const most of [1, 2, 9]) assertSteps(await stepsOf(chunksOf(bytes, most)), parseMessage(decoded(bytes)));
  }
  const rnd = random(6);
  for (let count = 0; count < 300; count += 1) {
    const bytes = bytesOf(TEXT);
    for (let time = 0; time < 4; time += 1) bytes[Math.floor(rnd() * bytes.length)] = rnd() * 256;
    assert.deepEqual((await stepsOf(chunksOf(bytes, 7, rnd))).at(-1).message, parseMessage(decoded(bytes)));
  }
});

test("bytes that end inside a character show what is left of it", async () => {
  for (const text of ["a", `${HEAD}a`]) {
    const bytes = Uint8Array.from([...bytesOf(text), 0xf0, 0x9f]);
    assertSteps(await stepsOf([bytes]), parseMessage(decoded(bytes)));
  }
});

test("strings and bytes can take turns", async () => {
  const [step] = (await stepsOf([Uint8Array.of(0xf0, 0x9f), "x", bytesOf("你").subarray(0, 2), bytesOf("你").subarray(2), "好"])).slice(-1);
  assert.equal(step.message.content, "\uFFFDx你好");
});

test("what is neither a source nor a chunk is a TypeError", async () => {
  for (const source of [undefined, null, 5, {}, { body: 5 }, { body: {} }]) await assert.rejects(stepsOf(source), TypeError);
  await assert.rejects(stepsOf(["x"], "A_1"), TypeError);
  await assert.rejects(stepsOf(["x"], { sender: 5 }), TypeError);
  for (const chunk of [5, null, undefined, {}, ["x"]]) {
    const source = new Source(["x", chunk, "y"]);
    await assert.rejects(stepsOf(source), TypeError);
    assert.equal(source.cancels.length, 1);
  }
});

/** A reader that says what is asked of it. Behind its chunks it ends, fails or hangs. */
class Source {
  reads = 0;
  cancels = [];

  constructor(chunks, { error, hangs = false } = {}) {
    this.chunks = [...chunks];
    this.behind = () => (hangs ? new Promise(() => {}) : error ? Promise.reject(error) : Promise.resolve({ done: true, value: undefined }));
  }

  getReader() {
    return this;
  }

  read() {
    this.reads += 1;
    return this.chunks.length > 0 ? Promise.resolve({ done: false, value: this.chunks.shift() }) : this.behind();
  }

  async cancel(reason) {
    this.cancels.push(reason);
  }

  releaseLock() {}
}

/** A signal that counts its listeners. */
class Signal extends EventTarget {
  listeners = 0;
  aborted = false;
  reason = undefined;

  addEventListener(...parameters) {
    this.listeners += 1;
    super.addEventListener(...parameters);
  }

  removeEventListener(...parameters) {
    this.listeners -= 1;
    super.removeEventListener(...parameters);
  }

  abort(reason) {
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event("abort"));
  }
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test("an abort before the first chunk ends at once and reads nothing", async () => {
  const source = new Source([TEXT]);
  const signal = AbortSignal.abort("enough");
  const steps = await stepsOf(source, { signal });
  assert.equal(steps.length, 1);
  assert.deepEqual(steps[0].message, { ...parseMessage(""), complete: false, endedBy: "abort", cause: "enough" });
  assert.deepEqual([source.reads, source.cancels], [0, ["enough"]]);
});

test("an abort in the middle keeps what was shown, and cancels once with its reason", async () => {
  const signal = new Signal();
  const source = new Source([HEAD, "一二", "三四", "五"]);
  const steps = [];
  for await (const step of streamMessage(source, { signal })) {
    steps.push(step);
    if (step.added === "一二") signal.abort("enough");
  }
  await tick();
  const { added, bubble, message } = steps.at(-1);
  assert.deepEqual([added, bubble.content, steps.length], ["", "一二", 3]);
  assert.deepEqual(message, { ...parseMessage(`${HEAD}一二`), complete: false, endedBy: "abort", cause: "enough" });
  assert.deepEqual([source.reads, source.cancels, signal.listeners], [2, ["enough"], 0]);
});

test("an abort shows what was held back, unless it is a piece of the frame", async () => {
  for (const [chunk, expected] of [["x\n  <b", "x\n  <b"], ["x\n  ", "x\n  "], ["x\n  </A", "x"], ["x\n</Ask>\n</A_1>", "x"]]) {
    const signal = new Signal();
    let shown = "";
    for await (const { added, message } of streamMessage(new Source([HEAD, chunk, "y"]), { signal })) {
      shown += added;
      if (shown !== "") signal.abort();
      if (message) assert.deepEqual([message.content, message.endedBy, message.complete], [expected, "abort", false]);
    }
    assert.equal(shown, expected);
  }
});

for (const [name, make] of Object.entries({
  "a reader": (source) => source,
  "a web stream": (source) => new ReadableStream({ pull: (controller) => source.read().then(({ value }) => controller.enqueue(value)), cancel: (reason) => source.cancel(reason) }, { highWaterMark: 0 }),
  "an iterator": (source) => ({ [Symbol.asyncIterator]: () => ({ next: () => source.read(), return: () => source.cancel("enough") }) }),
})) {
  test(`an abort while a read of ${name} hangs ends at once`, { timeout: 5_000 }, async () => {
    const signal = new Signal();
    const source = new Source([HEAD, "一"], { hangs: true });
    setTimeout(() => signal.abort("enough"), 20);
    const { message } = (await stepsOf(make(source), { signal })).at(-1);
    await tick();
    assert.deepEqual([message.content, message.endedBy, message.cause], ["一", "abort", "enough"]);
    assert.deepEqual([source.reads, source.cancels, signal.listeners], [3, ["enough"], 0]);
  });
}

test("an abort cancels the source before its last step is asked past", async () => {
  const signal = new Signal();
  const source = new Source([HEAD, "一"], { hangs: true });
  const steps = streamMessage(source, { signal });
  await steps.next();
  await steps.next();
  setTimeout(() => signal.abort("enough"), 5);
  assert.equal((await steps.next()).value.message.endedBy, "abort");
  await tick();
  assert.deepEqual([source.cancels, signal.listeners], [["enough"], 0]);
});

test("an abort after the end changes nothing", async () => {
  const signal = new Signal();
  const source = new Source([TEXT]);
  const steps = await stepsOf(source, { signal });
  assert.equal(signal.listeners, 0);
  signal.abort("late");
  await tick();
  assertSteps(steps, parseMessage(TEXT));
  assert.deepEqual(source.cancels, []);
});

test("a consumer that leaves the loop cancels the source", async () => {
  for (const leave of ["break", "throw"]) {
    const signal = new Signal();
    const source = new Source([HEAD, "一", "二"]);
    const loop = async () => {
      for await (const { added } of streamMessage(source, { signal })) {
        if (added === "一" && leave === "throw") throw new Error("mine");
        if (added === "一") break;
      }
    };
    if (leave === "throw") await assert.rejects(loop(), /mine/);
    else await loop();
    await tick();
    assert.deepEqual([source.reads, source.cancels, signal.listeners], [2, [undefined], 0]);
  }
});

test("a generator is returned when the consumer leaves", async () => {
  for (const isAsync of [true, false]) {
    let returned = 0;
    const body = { sync: function* () { try { yield "a"; yield "b"; } finally { returned += 1; } } };
    const source = isAsync ? slowly(body.sync()) : body.sync();
    for await (const step of streamMessage(source)) if (step.added === "a") break;
    await tick();
    assert.equal(returned, 1);
  }
});

test("an error of the source ends the message and keeps what was shown", async () => {
  const error = new Error("gone");
  const signal = new Signal();
  for (const source of [new Source([HEAD, "一\n</"], { error }), new ReadableStream(failing([HEAD, "一\n</"], error)), throwing([HEAD, "一\n</"], error)]) {
    const steps = await stepsOf(source, { signal });
    assert.deepEqual(steps.map(({ added }) => added), ["", "一", ""]);
    assert.deepEqual(steps.at(-1).message, { ...parseMessage(`${HEAD}一\n</`), complete: false, endedBy: "error", cause: error });
    assert.deepEqual([signal.listeners, source.cancels ?? []], [0, []]);
  }
});

const failing = (chunks, error) => ({
  pull(controller) {
    if (chunks.length > 0) controller.enqueue(chunks.shift());
    else controller.error(error);
  },
});

function* throwing(chunks, error) {
  yield* chunks;
  throw error;
}

test("a source that cannot be cancelled is no error", async () => {
  for (const cancel of [() => Promise.reject(new Error("no")), () => { throw new Error("no"); }]) {
    const source = Object.assign(new Source(["a", "b"]), { cancel });
    for await (const step of streamMessage(source)) if (step.added === "a") break;
    await tick();
  }
});

test("no chunk is read before the consumer asks", async () => {
  const source = new Source(["a", "b", "c"]);
  const steps = streamMessage(source);
  await tick();
  assert.equal(source.reads, 0);
  for (const reads of [1, 2, 3]) {
    await steps.next();
    await tick();
    assert.equal(source.reads, reads);
  }
  assert.equal((await steps.next()).value.message.content, "abc");
  assert.deepEqual(await steps.next(), { done: true, value: undefined });
});

test("a transform in a pipe gives the steps of the whole", async () => {
  for (const text of TEXTS) {
    for (const chunks of [chunksOf(text, 5), chunksOf(bytesOf(text), 3)]) {
      const steps = [];
      for await (const step of webStream(chunks).pipeThrough(messageTransform({ sender: "B_1" }))) steps.push(step);
      assert.equal(steps.length, chunks.length + 1);
      assertSteps(steps, parseMessage(text, { sender: "B_1" }));
    }
  }
});

test("a transform asks for no more than is read of it, and hands a cancel on", async () => {
  let pulls = 0;
  const cancels = [];
  const source = new ReadableStream({ pull: (controller) => controller.enqueue(`${(pulls += 1)} `), cancel: (reason) => cancels.push(reason) }, { highWaterMark: 0 });
  const reader = source.pipeThrough(messageTransform()).getReader();
  await tick();
  assert.ok(pulls <= 1, `${pulls} chunks read before the first is asked for`);
  for (let count = 1; count <= 3; count += 1) assert.equal((await reader.read()).value.added, `${count} `);
  await tick();
  assert.ok(pulls <= 4, `${pulls} chunks read for 3`);
  await reader.cancel("enough");
  await tick();
  assert.deepEqual(cancels, ["enough"]);
});

test("a transform hands errors on, and takes no wrong chunk or option", async () => {
  const read = async (stream) => { for await (const _ of stream); };
  await assert.rejects(read(new ReadableStream(failing(["a"], new Error("gone"))).pipeThrough(messageTransform())), /gone/);
  await assert.rejects(read(webStream(["a", 5]).pipeThrough(messageTransform())), TypeError);
  assert.throws(() => messageTransform({ sender: 5 }), TypeError);
});

/** In a process of its own, whose garbage can be collected: what 10,000 streams leave behind. */
const LEAKS = `
  import { setImmediate as tick } from "node:timers/promises";
  const { streamMessage } = await import(process.argv[1]);
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (...input) {
    const instance = new Instance(...input);
    memories.push(instance.exports.memory);
    return instance;
  };
  let alive = 0;
  const registry = new FinalizationRegistry(() => { alive -= 1; });
  const watched = (object) => { alive += 1; registry.register(object); return object; };
  const chunks = [${JSON.stringify(HEAD)}, "x".repeat(1_000), "\\n</Ask"];
  function source() {
    const left = [...chunks];
    const read = () => (left.length > 0 ? Promise.resolve({ done: false, value: left.shift() }) : new Promise(() => {}));
    return watched({ getReader: () => watched({ read, cancel: async () => {} }) });
  }
  const page = new AbortController();
  async function aborted() {
    const own = new AbortController();
    setImmediate(() => own.abort(watched(new Error("enough"))));
    for await (const step of streamMessage(source(), { signal: own.signal })) watched(step);
  }
  async function left() {
    for await (const step of streamMessage(source(), { signal: page.signal })) if (watched(step).added !== "") break;
  }
  async function many(count) {
    for (let done = 0; done < count; done += 100) await Promise.all(Array.from({ length: 100 }, (_, at) => (at % 4 ? aborted() : left())));
    for (let time = 0; time < 8; time += 1) { gc(); await tick(); }
    return { alive, heap: process.memoryUsage().heapUsed, memory: memories.map(({ buffer }) => buffer.byteLength) };
  }
  console.log(JSON.stringify([await many(500), await many(10_000)]));
`;

test("10,000 aborted streams leave nothing", () => {
  const output = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", LEAKS, madeForNode], { encoding: "utf8" });
  const [before, after] = JSON.parse(output);
  assert.ok(after.alive < 20, `${after.alive} objects are still there`);
  assert.ok(after.heap - before.heap < 1_000_000, `the heap has grown from ${before.heap} to ${after.heap} bytes`);
  assert.deepEqual([after.memory.length, after.memory], [1, before.memory]);
});
