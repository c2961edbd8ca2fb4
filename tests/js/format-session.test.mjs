// Requests, notices, directives and plain texts come back the same, or are refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generate } from "./generate.mjs";
import { esm } from "./package.mjs";
import { parseMessage as readByReference } from "./reference.mjs";

const { MessageError, formatMessage, parseMessage } = esm;

const COUNT = 100_000;
const SEED = Number(process.env.SEED ?? 5);
const runs = { numRuns: COUNT, seed: SEED };

const one = (list) => fc.constantFrom(...list);
const absent = one([undefined, null]);
const optional = (value) => fc.oneof({ weight: 1, arbitrary: absent }, { weight: 3, arbitrary: value });
const join = (list, maxLength, separator = "") => fc.array(one(list), { maxLength }).map((parts) => parts.join(separator));

const WORDS = ["主控", "分析员", "agent:main:main", "运维: 夜班", "A_1", "a b", "研究 的人", "🙂", "R&D", "</A>"];
const LINES = ["请总结。", "  缩进", "第二段", "---", "上下文", "a: b", "- x", "来自 A_1 的提问", "id: a", "🙂", "REPLY_SKIP"];
const HOSTILE = [
  "主控", "A", "x", " ", "(", ")", "（", "）", ":", "：", "\n", "\r\n", "\r", "\t", "---", "\n---\n", "\n---\n上下文摘要: y", "用户需求: z", "\n用户需求: z\n", "发件方: q", "timeout: 5", "错误: e", "- ", "\n- x", "\"",
  "\" 不存在或不可用", "秒未响应）", "\u0000", "\u2028", "\u00A0", "\uFEFF", "🙂", "\uD83D", "【Agent 间通信】", "【Agent 间通信】\n---\n", "⚠️ 与目标 Agent 通信失败", "REPLY_SKIP", "[系统通知|", "来自 A 的提问\nid: a\n\n<A>\n<Ask>\n",
];
const hostile = fc.oneof({ weight: 8, arbitrary: one(WORDS) }, { weight: 1, arbitrary: join(HOSTILE, 4) });
const EXPECTS = ["blocking", "fire-and-forget", "background"];

const request = (word, lines, summary, rare) => fc.record({
  kind: fc.constant("request"), role: optional(word), agentId: optional(word), target: optional(word), sessionKey: optional(word), action: optional(word),
  expects: optional(one(EXPECTS)), timeoutSeconds: optional(one([0, 5, 120, 4294967295, ...rare])), userNeed: optional(word), body: optional(lines), summary: optional(summary),
  extra: optional(fc.array(rare.length > 0 ? word : one(["备注: x", "其他", "a"]), { maxLength: 2 })),
}).chain((init) => (rare.length > 0 ? fc.record({ complete: one([undefined, true, false]), content: optional(word) }).map((more) => ({ ...init, ...more })) : fc.constant(init)));

const notice = (word, rare) => one(["agent-not-found", "timeout", "failure"]).chain((reason) => {
  const only = (mine, value) => (mine === reason ? value : rare ? fc.oneof({ weight: 9, arbitrary: absent }, { weight: 1, arbitrary: value }) : absent);
  return fc.record({
    kind: fc.constant("notice"), reason: fc.constant(reason), target: only("agent-not-found", word), available: only("agent-not-found", optional(fc.array(word, { maxLength: 3 }))),
    timeoutSeconds: only("timeout", one([0, 5, 120, 4294967295])), error: only("failure", optional(word)), ...(rare ? { action: optional(word), content: optional(word) } : {}),
  });
});

/** What is read back of a message that is to be written; content and headline are words around the fields. */
function fieldsOf(message) {
  const get = (name) => message[name] ?? null;
  if (message.kind === "request") {
    const names = ["role", "agentId", "target", "sessionKey", "action", "expects", "timeoutSeconds", "userNeed", "summary"];
    const all = Object.fromEntries(names.map((name) => [name, get(name)]));
    return { ...all, body: message.body ?? "", extra: message.extra ?? [], complete: message.complete ?? true };
  }
  if (message.kind === "notice") {
    return { reason: message.reason, target: get("target"), available: message.available ?? [], timeoutSeconds: get("timeoutSeconds"), error: get("error") };
  }
  return message.kind === "control" ? { directive: message.directive } : { content: message.content };
}

/** Whether it is refused. */
function check(message) {
  let text;
  try {
    text = formatMessage(message);
  } catch (error) {
    assert.ok(error instanceof MessageError && error.code === "unwritable", error);
    assert.ok(["kind", "content", ...Object.keys(message)].includes(error.field), error.field);
    const value = message[error.field] ?? "";
    const longest = Math.max(0, ...[value].flat().map((part) => String(part).length));
    assert.ok(0 <= error.start && error.start <= error.end && error.end <= longest, `${error.end} of ${error.field}`);
    return true;
  }
  const read = parseMessage(text);
  assert.equal(read.kind, message.kind);
  assert.deepEqual(fieldsOf(read), fieldsOf(message));
  return false;
}

const KINDS = {
  request: [
    request(one(WORDS), join(LINES, 4, "\n").map((text) => text.trimEnd()), one(["无", "第一行\n\n第二行", "a: b\n---"]), []),
    request(hostile, hostile, hostile, [-1, 1.5, NaN, 2 ** 32, Infinity]),
  ],
  notice: [notice(one(WORDS), false), notice(hostile, true)],
  plain: [
    join(["好的。", "x", "\n", "  ", "\r\n", "🙂", "\uD83D", "\u0000", "", "<A_1>", "提问"], 6).map((content) => ({ kind: "plain", content })),
    fc.oneof(join(HOSTILE, 4), one([...generate(SEED, 5_000)]).map(({ text }) => text)).map((content) => ({ kind: "plain", content })),
  ],
};

for (const [kind, [ordinary, odd]] of Object.entries(KINDS)) {
  test(`a ${kind} of ordinary values is never refused and comes back the same`, () => {
    fc.assert(fc.property(ordinary, (message) => assert.ok(!check(message))), runs);
  });

  test(`a ${kind} of hostile values comes back the same or is refused`, (t) => {
    let refused = 0;
    fc.assert(fc.property(odd, (message) => {
      refused += check(message) ? 1 : 0;
    }), runs);
    t.diagnostic(`${refused} of ${COUNT} refused`);
  });
}

test("a plain text is refused where it would be read as another kind, and nowhere else", () => {
  for (const { text } of generate(SEED + 1, COUNT)) {
    const isPlain = readByReference(text).kind === "plain";
    assert.equal(check({ kind: "plain", content: text }), !isPlain, JSON.stringify(text));
    if (isPlain) assert.equal(formatMessage({ kind: "plain", content: text }), text);
  }
});

test("a session message that was read comes back the same or is refused", (t) => {
  const counts = {};
  for (const { text } of generate(SEED + 2, COUNT)) {
    const message = parseMessage(text);
    if (message.protocol !== "session") continue;
    const count = (counts[message.kind] ??= { read: 0, refused: 0 });
    count.read += 1;
    if (check(message)) count.refused += 1;
    else if (message.kind !== "control") assert.equal(typeof parseMessage(formatMessage(message)).content, "string");
  }
  t.diagnostic(JSON.stringify(counts));
});

test("a directive is written as it is", () => {
  for (const directive of ["REPLY_SKIP", "ANNOUNCE_SKIP"]) {
    assert.equal(formatMessage({ kind: "control", directive }), directive);
    assert.equal(formatMessage(parseMessage(`\uFEFF ${directive}\n`)), directive);
  }
});

test("a directive and a plain text are refused with fields that they cannot have", () => {
  for (const field of ["action", "id", "target"]) {
    for (const message of [{ kind: "control", directive: "REPLY_SKIP" }, { kind: "plain", content: "x" }]) {
      assert.throws(() => formatMessage({ ...message, [field]: "x" }), (error) => error.code === "unwritable" && error.field === field);
      assert.ok(formatMessage({ ...message, [field]: null }).length > 0);
    }
  }
});
