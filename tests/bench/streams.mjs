// node tests/bench/streams.mjs: what a message in chunks costs, as ratios.

import assert from "node:assert/strict";

import { random } from "../js/generate.mjs";
import { esm, readJson } from "../js/package.mjs";
import { PlainStream, claims } from "./plain-stream.mjs";

const { MessageStream, parseMessage } = esm;

const LENGTH = 1 << 20;
/** Reading anew takes the square of the time: it is measured on less. */
const SHORT_LENGTH = 1 << 16;
const RUNS = 25;
const FILES = ["messages", "codes"];

const rnd = random(9);
const HEAD = "来自 UI Operator_1 的任务进度输出\nid: out_uio_001\n\n<UI Operator_1>\n<Output>\n";
const END = "\n</Output>\n</UI Operator_1>";
const WORDS = ["我现在开始分析", "现有设计风格", "the palette ", "is ready, ", "见 api.md。", "a & b ", "🙂", "字段为 id、name；", "const x = 5; "];

function prose(length) {
  let text = "";
  while (text.length < length) text += WORDS[Math.floor(rnd() * WORDS.length)];
  return text.slice(0, length);
}

function lines(length) {
  let text = "";
  while (text.length < length) text += `${prose(20 + Math.floor(rnd() * 61))}\n`;
  return text;
}

const TEXTS = {
  "plain text": prose,
  "frame with lines of 20 to 80": (length) => HEAD + lines(length) + END,
  "frame without line ends": (length) => HEAD + prose(length) + END,
  "frame full of <": (length) => HEAD + "if (a < b) x<y> </Out ".repeat(length / 22) + END,
};

/** Chunks of 4 to 20 units, each a string of its own. */
function chunksOf(text) {
  const chunks = [];
  for (let at = 0; at < text.length; ) {
    const to = at + 4 + Math.floor(rnd() * 17);
    chunks.push(text.slice(at, to));
    at = to;
  }
  return JSON.parse(JSON.stringify(chunks));
}

/** The rival must say what we say, with each chunk and at the end, but for diagnostics. */
function checkRival() {
  let count = 0;
  const vectors = FILES.flatMap((name) => readJson(`tests/vectors/${name}.json`));
  for (const { name, input } of vectors.filter((vector) => /^(document|field)/.test(vector.name) && claims(vector.input))) {
    for (const size of [1, 2, 3, 7, 12, input.length]) {
      const [ours, rival] = [new MessageStream(), new PlainStream()];
      for (let at = 0; at < input.length; at += size) {
        const chunk = input.slice(at, at + size);
        const expected = ours.push(chunk);
        const found = rival.push(chunk);
        // what both know is plain can be known by one of them some units earlier
        if (expected.kind !== "plain" && found.kind !== "plain") assert.deepEqual(found, expected, `${name} at ${at}`);
      }
      const { diagnostics, ...message } = ours.end();
      assert.deepEqual(rival.end(), message, name);
    }
    count += 1;
  }
  const text = TEXTS["frame full of <"](2_000) + lines(2_000) + END;
  const [ours, rival] = [new MessageStream(), new PlainStream()];
  for (const chunk of chunksOf(text)) assert.deepEqual(rival.push(chunk), ours.push(chunk));
  return count;
}

const push = (Stream) => (chunks) => {
  const stream = new Stream();
  let shown = 0;
  for (const chunk of chunks) shown += stream.push(chunk).added.length;
  const message = stream.end();
  // a reader looks at the content, which makes one string of many
  return [message, shown, message.content.charCodeAt(shown >> 1)];
};

function readAnew(chunks) {
  let text = "";
  let message = null;
  for (const chunk of chunks) message = parseMessage((text += chunk));
  return [message];
}

/** The least milliseconds of each, which take turns. */
function compare(rivals, runs = RUNS) {
  const least = Object.fromEntries(Object.keys(rivals).map((name) => [name, Infinity]));
  for (let run = 0; run < runs; run += 1) {
    for (const [name, work] of Object.entries(rivals)) {
      globalThis.gc?.();
      const start = performance.now();
      work();
      least[name] = Math.min(least[name], performance.now() - start);
    }
  }
  return least;
}

console.log(`the rival agrees on ${checkRival()} vectors`);
const ours = push(MessageStream);
const plain = push(PlainStream);
for (const [name, make] of Object.entries(TEXTS)) {
  const chunks = chunksOf(make(LENGTH));
  const short = chunksOf(make(SHORT_LENGTH));
  assert.equal(ours(chunks)[0].content, plain(chunks)[0].content);
  const least = compare({ ours: () => ours(chunks), plain: () => plain(chunks) });
  const shortLeast = compare({ ours: () => ours(short), anew: () => readAnew(short) }, 2);
  const perPush = (ms) => `${((ms / chunks.length) * 1e6).toFixed(0)} ns`;
  const anew = shortLeast.anew / shortLeast.ours;
  console.log(`${name}: ${chunks.length} pushes`);
  console.log(`  ours takes ${(least.ours / least.plain).toFixed(2)} times as long as plain JavaScript (${perPush(least.ours)} and ${perPush(least.plain)} each)`);
  const extrapolated = name === "plain text" ? "" : `, by its square ${(anew * LENGTH / SHORT_LENGTH).toFixed(0)} times for all of the text`;
  console.log(`  reading anew takes ${anew.toFixed(1)} times as long as ours for ${short.length} pushes${extrapolated}`);
}
