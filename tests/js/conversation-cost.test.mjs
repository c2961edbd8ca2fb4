// What conversations cost, as ratios: in a process of their own, whose heap is small.

import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { frame, request } from "./generate-conversation.mjs";
import { assertLinear } from "./linear.mjs";
import { esm } from "./package.mjs";

const { Conversation, parseCall, parseMessage, parseResult } = esm;

const LEADER = "Team Leader";
const TOOL_RESULT = { channel: "tool-result" };
const ASK = frame("A_1", "ask", "ask_1");
const SIZE = 1_024;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** What earlier conversations held is given back before the next is measured. */
async function assertLinearAlone(read, make, size) {
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assertLinear(read, make, size);
}

const listed = (n) => ({ tool: "sessions_list", result: Array.from({ length: n }, (_, at) => `k${at}`) });
const sent = (key, result) => ({ tool: "sessions_send", arguments: { sessionKey: key, message: request({ key: "me" }), timeoutSeconds: 120 }, result });
const many = (n, make) => Array.from({ length: n }, (_, at) => make(at));
const answerTo = (id, at, role = "B_1") => [frame(role, "answer", `ans_${at}`, "x", { attributes: ` question_id="${id}"` }), TOOL_RESULT];

const LONG = {
  "messages of many roles": (n) => many(n, (at) => frame(`A_${at}`, "progress", `out_${at}`)),
  "messages of one role": (n) => many(n, (at) => frame("A_1", "progress", `out_${at}`)),
  "the same message": (n) => many(n, () => ASK),
  "one id with many contents": (n) => many(n, (at) => frame("A_1", "progress", "out_1", `${"x".repeat(1_000)}${at}`)),
  "one id of many roles": (n) => many(n, (at) => frame(`A_${at}`, "progress", "out_1")),
  "questions of one role that are not reported": (n) => many(n, (at) => frame("A_1", "ask", `ask_${at}`, "x", { target: "B_1" })),
  "questions of many roles that are not reported": (n) => many(n, (at) => frame(`A_${at}`, "ask", `ask_${at}`, "x", { target: "B_1" })),
  "questions with one id": (n) => many(n, (at) => frame("A_1", "ask", "ask_1", `${at}`)),
  "answers to one question": (n) => [ASK, ...many(n, (at) => answerTo("ask_1", at, LEADER))],
  "answers to the first of many questions": (n) => [...many(n / 2, (at) => frame("A_1", "ask", `ask_${at}`)), ...many(n / 2, (at) => answerTo("ask_0", at))],
  "answers to the latest question": (n) => many(n / 2, (at) => [frame("A_1", "ask", `ask_${at}`), answerTo(`ask_${at}`, at)]).flat(),
  "answers to no question": (n) => many(n, (at) => answerTo("ask_1", at)),
  "duplicates of an answer": (n) => [ASK, ...many(n, () => answerTo("ask_1", 1))],
  "sends to one session": (n) => [listed(1), ...many(n, () => sent("k0", "好"))],
  "sends to many sessions": (n) => [listed(n), ...many(n, (at) => sent(`k${at}`))],
  "lists of sessions": (n) => many(n / 2, (at) => [{ tool: "sessions_list", result: [`k${at}`] }, sent("k0")]).flat(),
  "directives": (n) => many(n, () => "REPLY_SKIP"),
  "directives between bubbles of one role": (n) => many(n / 2, (at) => [frame("A_1", "progress", `out_${at}`), "REPLY_SKIP"]).flat(),
};

/** Steps whose reading costs nothing any more, so that all that is measured is the conversation. */
function readBefore(step) {
  if (step.tool) return { ...parseCall(step), result: parseResult(step, step.result) };
  const [text, options] = [step].flat();
  return [parseMessage(text), options];
}

for (const [name, make] of Object.entries(LONG)) {
  test(`a conversation of ${name} takes linear time`, () => {
    const read = (steps) => {
      const conversation = new Conversation();
      for (const step of steps) step.tool ? conversation.addCall(step, step.result) : conversation.add(...step);
      conversation.check();
      conversation.groups();
      conversation.openQuestions();
    };
    return assertLinearAlone(read, (n) => make(n).map(readBefore), SIZE);
  });
}

/** Engines hash strings beyond 16,383 units by their length alone. */
test("long contents, roles and ids that differ at their end take linear time", async () => {
  const long = "x".repeat(17_000);
  const read = (messages) => {
    const conversation = new Conversation();
    for (const message of messages) conversation.add(message);
  };
  const message = parseMessage(frame("A_1", "progress", "out_1"));
  for (const name of ["content", "role", "id"]) {
    await assertLinearAlone(read, (n) => many(n, (at) => ({ ...message, [name]: `${long}${at + 1e6}` })), 128);
  }
});

test("the next id and an entry cost the same however many there are", async () => {
  const read = (steps) => {
    const conversation = new Conversation();
    for (const step of steps) {
      conversation.entry(conversation.add(...step).index);
      conversation.nextId("progress", "A_1");
      conversation.nextId("ask", "前端_1");
    }
  };
  for (const idOf of [(at) => `out_a_${at}`, (at) => `out_${at}_1`, () => "out_a_1"]) {
    await assertLinearAlone(read, (n) => many(n, (at) => readBefore(frame("A_1", "progress", idOf(at)))), SIZE);
  }
});

test("long roles and ids cost what they are long", () => {
  const read = (text) => {
    const conversation = new Conversation();
    for (const sender of [null, null, "B_1"]) conversation.add(text, { sender });
    conversation.check();
  };
  assertLinear(read, (n) => frame("A_1", "ask", `ask_${"1".repeat(n)}`));
  assertLinear((role) => new Conversation().nextId("ask", role), (n) => "a-b_ ".repeat(n));
  assertLinear((role) => new Conversation().nextId("ask", role), (n) => "A".repeat(n));
});
