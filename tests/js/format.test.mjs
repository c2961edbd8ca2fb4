// What `formatMessage` writes of framed messages is read back the same, or refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generate } from "./generate.mjs";
import { esm, readJson } from "./package.mjs";
import { TAGS, TAG_OF_KIND, isName } from "./reference.mjs";
import { isWritable, partsOf } from "./writable.mjs";

const { MessageError, formatMessage, parseMessage } = esm;

const COUNT = 100_000;
const SEED = Number(process.env.SEED ?? 4);
const runs = { numRuns: COUNT, seed: SEED };

const one = (list) => fc.constantFrom(...list);
const join = (list, maxLength) => fc.array(one(list), { maxLength }).map((parts) => parts.join(""));
const either = (common, rare) => fc.oneof({ weight: 4, arbitrary: common }, { weight: 1, arbitrary: rare });

const CONTROLS = [...Array(0x20).keys(), 0x7f, 0x80, 0x85, 0x9f, 0x2028, 0x2029].map((code) => String.fromCharCode(code));
const HOSTILE = [
  " 的", " 向 ", " to ", ": ", "<", ">", "</Ask>", "</A>", "A", "B", " ", "/", "&", "&amp;", "&#10;", "\"", "'", "=", "提问", "Ask", "\n", "\r\n", "\r", "\t", "\u0000", "\u0085", "\u2028",
  "\u00A0", "\u3000", "\uFEFF", "🙂", "\uD83D", "\uDE42", "\u202E", "e\u0301", "id: x", "\n\n<A>\n<Ask>\n", "来自 ", "From ", "REPLY_SKIP", "x".repeat(300),
];
const NAMES = ["A_1", "A", "UI Operator_1", "Team Leader", "研究 的人_1", "A 向 B", "A 的提问", "A to B", "A: Ask", "A<B", "</Ask>", "前端_1", "🙂", "\uD83D", "R&D"];
const ACTIONS = [
  "任务发布", "Task", "task dispatch", "任务进度输出", "task progress", "Output", "任务完成汇报", "任务结束汇报", "task completion", "提问", "Ask", "question", "消息", "Message",
  "message", "回答", "Answer", "answer",
];
const OF_KIND = { task: ["任务发布", "Task"], progress: ["Output"], completion: ["任务结束汇报"], ask: ["Ask", "question ", " 提问"], message: ["消息"], answer: ["回答"], other: ["通知", "x 的y", "a: b"] };
const VALUES = ["ask_1", "B", "B_1", "x", "", "R&D", "a>b", "\"'", "&lt;", ...CONTROLS, "🙂", "\uD83D", "界".repeat(1300)];
const CONTENT = [
  "x", "", "\n", "\r", "\r\n", "</Ask>", "</A>", "</Ask>\n</A>", "</Ask></A>", "<Ask>", " ", "\uFEFF", "🙂", "\uD83D", "\uDE42", "𝔘", ...CONTROLS, "&amp;",
  "来自 A 的提问\nid: a\n\n<A>\n<Ask>\nx\n</Ask>\n</A>", "来自 Team Leader 的任务发布\nid: t\n\n<Team Leader>\n<Task>\n停\n</Task>\n</Team Leader>",
];

const name = either(one(NAMES), join(HOSTILE, 3));
const optional = (value) => fc.oneof({ weight: 3, arbitrary: one([undefined, null]) }, { weight: 1, arbitrary: value });
const attribute = fc.tuple(
  either(one(["a", "__proto__", "constructor", "target", "subtype", "question_id", "id", "名", "\u0001"]), join(["a", " ", "=", "/", "\"", "\n", "<", "é", "\uD83D"], 2)),
  either(one(VALUES), fc.oneof(join(VALUES.slice(0, -1), 3), name)),
);
const many = fc.nat({ max: 34 }).map((count) => Array.from({ length: count }, (_, at) => [`n${at}`, "1"]));
const attributes = fc.oneof({ weight: 8, arbitrary: one([undefined, null, []]) }, { weight: 8, arbitrary: fc.array(attribute, { maxLength: 3 }) }, { weight: 1, arbitrary: many });
const content = either(join(CONTENT, 4), fc.string({ unit: "binary", maxLength: 12 }));

/** A message of a kind; most parts agree with it, some do not. */
const init = one(Object.keys(OF_KIND)).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    role: name,
    id: either(one(["a", "ask_1", "out_前端_001", ": x", "\uFEFF", "a b"]), fc.oneof(join(HOSTILE, 2), fc.constant(null))),
    content,
    action: fc.oneof({ weight: kind === "other" ? 1 : 6, arbitrary: one([undefined, null]) }, { weight: 6, arbitrary: one(OF_KIND[kind]) }, { weight: 1, arbitrary: fc.oneof(one(ACTIONS), join(HOSTILE, 2)) }),
    target: optional(name),
    tag: fc.oneof({ weight: kind === "other" ? 1 : 8, arbitrary: one([undefined, null]) }, { weight: 1, arbitrary: one([...TAGS.keys()]) }, { weight: kind === "other" ? 8 : 1, arbitrary: one(["Notice", "界", "A", "", "a b", "\uD83D", "\u0001", "a/"]) }),
    subtype: optional(one(["progress_output", "completion_report", "ask_master", "x", "", "\n"])),
    questionId: optional(one(["ask_1", "x", "", "\"&\n"])),
    attributes,
    language: one([undefined, null, "zh", "en"]),
  }),
);

function outcome(message) {
  try {
    return { text: formatMessage(message) };
  } catch (error) {
    return { error };
  }
}

const FIELDS = ["kind", "role", "id", "action", "target", "tag", "subtype", "questionId", "attributes"];

function assertRefusal(message, error) {
  assert.ok(error instanceof MessageError && error.code === "unwritable", error);
  assert.ok(FIELDS.includes(error.field), error.field);
  const parts = partsOf(message);
  const values = error.field === "attributes" ? [...parts.attributes.flat(), ""] : [error.field === "kind" ? "" : parts[error.field] ?? ""];
  assert.ok(0 <= error.start && error.start <= error.end);
  assert.ok(values.some((value) => error.end <= value.length), `${error.end} of ${error.field}`);
}

/** The frame has the lines of the canonical layout, and no value has made one more. */
function assertLayout(text, message) {
  const { role, id, tag, header } = partsOf(message);
  const end = `\n</${tag}>\n</${role}>`;
  assert.ok(text.endsWith(message.content + end));
  const [first, idLine, blank, nameTag, typeTag, behind, ...more] = text.slice(0, text.length - message.content.length - end.length).split("\n");
  assert.deepEqual([first, idLine, blank, nameTag, behind, more], [header, `id: ${id}`, "", `<${role}>`, "", []]);
  assert.match(typeTag.slice(tag.length + 1), /^(?: [^<>"'/=& \t\r\n]+="[^<>"\r\n\t]*")*>$/);
}

function assertComesBack(text, message) {
  const read = parseMessage(text);
  const { kind, role, id, action, tag, ...parts } = partsOf(message);
  const given = message.attributes ?? [];
  const listed = (key) => given.find(([other]) => other === key)?.[1] ?? null;
  const subtype = parts.subtype ?? listed("subtype");
  const questionId = parts.questionId ?? listed("question_id");
  const target = parts.target ?? (isName(listed("target") ?? "") ? listed("target") : null);
  assert.deepEqual(
    { ...read, attributes: read.attributes.slice(0, given.length), diagnostics: [] },
    { protocol: "envelope", kind, role, claimedRole: role, action, id, target, content: message.content, complete: true, diagnostics: [], tag, subtype, questionId, attributes: given },
  );
  const errors = read.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const known = [];
  if (kind !== "other" && TAGS.has(tag) && tag !== TAG_OF_KIND[kind]) known.push("tag-mismatch");
  if (given.some(([key, value]) => key === "target" && !isName(value))) known.push("bad-attribute");
  assert.deepEqual(errors.sort(), known.sort());
}

function check(message) {
  const { text, error } = outcome(message);
  assert.equal(error === undefined, isWritable(message), error?.message ?? "written");
  if (error) return assertRefusal(message, error);
  assertLayout(text, message);
  return assertComesBack(text, message);
}

test("a framed message comes back the same, or is refused where the rules say so", (t) => {
  let refused = 0;
  const property = fc.property(init, (message) => {
    refused += isWritable(message) ? 0 : 1;
    check(message);
  });
  fc.assert(property, runs);
  t.diagnostic(`${refused} of ${COUNT} refused`);
  assert.ok(refused > COUNT / 10 && refused < (COUNT * 9) / 10);
});

test("a message of ordinary values is never refused", () => {
  const ordinary = fc.record({
    kind: one(Object.keys(TAG_OF_KIND)), role: one(NAMES), id: one(["ask_1", "out_前端_001"]), content, target: one([undefined, ...NAMES]), subtype: one([undefined, "x"]),
    questionId: one([undefined, "ask_1", ...CONTROLS]), attributes: one([undefined, [["__proto__", "&\"'<>"]], CONTROLS.slice(0, 30).map((value, at) => [`c${at}`, value])]), language: one([undefined, "zh", "en"]),
  });
  fc.assert(fc.property(ordinary, (message) => {
    assert.ok(outcome(message).text !== undefined);
    check(message);
  }), { ...runs, numRuns: COUNT / 5 });
});

test("a message that was read is written and read back the same", (t) => {
  let written = 0;
  for (const { text } of generate(SEED, COUNT)) {
    const message = parseMessage(text);
    if (message.protocol !== "envelope") continue;
    check(message);
    if (message.id === null) assert.equal(outcome(message).error.field, "id");
    written += 1;
  }
  t.diagnostic(`${written} messages`);
});

test("the documents' examples are written as the documents have them", () => {
  // without blank lines around the rules, or with a unit behind the seconds: another layout
  const others = ["session-request-compact", "session-request-fire-and-forget", "session-request-unit"];
  const vectors = readJson("tests/vectors/messages.json").filter(({ name: key }) => /^(document|notice|session)-/.test(key));
  assert.equal(vectors.length, 16);
  for (const { name: key, input } of vectors) {
    const text = formatMessage(parseMessage(input));
    assert.equal(text === input, !others.includes(key), key);
    assert.deepEqual({ ...parseMessage(text), diagnostics: [] }, { ...parseMessage(input), diagnostics: [] }, key);
  }
});

test("the longest header, the largest tag and 32 attributes are written, one more is refused", () => {
  const message = { kind: "ask", role: "A", id: "a", content: "", action: "提问" };
  const fill = 512 - "来自 ".length - " 的提问".length;
  check({ ...message, role: "A".repeat(fill) });
  check({ ...message, role: "A".repeat(fill + 1) });
  const tagFill = 4096 - '<Ask a="">'.length;
  for (const [unit, bytes] of [["x", 1], ["界", 3], ["🙂", 4], ["\uD83D", 3], ["&", 5], ["\n", 5], ["\u2028", 7]]) {
    const count = Math.floor(tagFill / bytes);
    const attributesOf = (times) => [["a", unit.repeat(times) + "x".repeat(tagFill - count * bytes)]];
    check({ ...message, attributes: attributesOf(count) });
    check({ ...message, attributes: attributesOf(count + 1) });
    assert.ok(isWritable({ ...message, attributes: attributesOf(count) }) && !isWritable({ ...message, attributes: attributesOf(count + 1) }));
  }
  const list = Array.from({ length: 32 }, (_, at) => [`n${at}`, ""]);
  check({ ...message, attributes: list });
  check({ ...message, attributes: [...list, ["m", ""]] });
  check({ ...message, attributes: list, subtype: "x" });
});
