// node --expose-gc tests/bench/conversations.mjs: what one message more costs, as ratios.

import { random } from "../js/generate.mjs";
import { esm } from "../js/package.mjs";

const { Conversation, formatMessage, parseMessage } = esm;

const LENGTH = 100_000;
const SHORT = 100;
const TAIL = 1_000;
const RUNS = 7;
const ROLES = ["Team Leader", "UI Operator_1", "Full-Stack Engineer_1", "Researcher_2"];

/** Questions with their answers, progress, and now and then a row that came twice. */
function rows(length) {
  const rnd = random(5);
  const texts = [];
  while (texts.length < length) {
    const number = String(texts.length).padStart(3, "0");
    const role = ROLES[1 + Math.floor(rnd() * 3)];
    const content = `第 ${number} 步：现有设计风格和用户需求已经分析完，见 api.md。`;
    texts.push(formatMessage({ kind: "progress", role, id: `out_x_${number}`, content }));
    texts.push(formatMessage({ kind: "ask", role, id: `ask_x_${number}`, target: ROLES[0], content }));
    texts.push(formatMessage({ kind: "answer", role: ROLES[0], id: `ans_tl_${number}`, questionId: `ask_x_${number}`, content }));
    if (rnd() < 0.1) texts.push(texts.at(-2));
  }
  return texts.slice(0, length);
}

const fill = (texts) => {
  const conversation = new Conversation();
  for (const text of texts) conversation.add(text);
  return conversation;
};

/** The least milliseconds of `work`, each time with what `prepare` made. */
function least(prepare, work) {
  let shortest = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const prepared = prepare();
    globalThis.gc?.();
    const start = performance.now();
    work(prepared);
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

const texts = rows(LENGTH + TAIL);
const tail = texts.slice(LENGTH);
const nanoseconds = (milliseconds, count) => (milliseconds / count) * 1e6;

const added = (length) => nanoseconds(least(() => fill(texts.slice(0, length)), (conversation) => tail.forEach((text) => conversation.add(text))), TAIL);

fill(texts.slice(0, 10_000)); // warm
const [inShort, inLong] = [added(SHORT), added(LENGTH)];
const parsing = nanoseconds(least(() => tail, (all) => all.forEach((text) => parseMessage(text))), TAIL);
console.log(`adding a message to ${LENGTH} takes ${(inLong / inShort).toFixed(2)} times as long as to ${SHORT} (${inLong.toFixed(0)} and ${inShort.toFixed(0)} ns; reading it alone ${parsing.toFixed(0)} ns)`);

const loads = [1_000, 10_000, LENGTH].map((length) => [length, nanoseconds(least(() => texts.slice(0, length), fill), length)]);
const [[, first]] = loads;
for (const [length, each] of loads) console.log(`loading ${length}: ${each.toFixed(0)} ns each, ${(each / first).toFixed(2)} times the shortest`);

const checks = [1_000, 10_000, LENGTH].map((length) => [length, nanoseconds(least(() => fill(texts.slice(0, length)), (conversation) => conversation.check()), length)]);
for (const [length, each] of checks) console.log(`checking ${length}: ${each.toFixed(0)} ns each, ${(each / checks[0][1]).toFixed(2)} times the shortest`);
