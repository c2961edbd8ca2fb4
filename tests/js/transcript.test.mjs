// How `parseTranscript` splits, against the reference.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generateTranscripts } from "./generate-whole.mjs";
import { assertLinear } from "./linear.mjs";
import { esm, readJson } from "./package.mjs";
import { splitTranscript } from "./reference-whole.mjs";

const { parseMessage, parseTranscript } = esm;

const COUNT = 100_000;
const SEED = Number(process.env.SEED ?? 3);

const frame = (content, role = "A_1", tag = "Ask") => `来自 ${role} 的提问\nid: a\n\n<${role}>\n<${tag}>\n${content}\n</${tag}>\n</${role}>`;
const contents = (text) => parseTranscript(text).map(({ content }) => content);

/** What `parseMessage` gives of a part, with its places in the whole. */
function readPart(text, { start, end }) {
  const message = parseMessage(text.slice(start, end));
  for (const diagnostic of message.diagnostics) {
    diagnostic.start += start;
    diagnostic.end += start;
  }
  return message;
}

test("generated transcripts are split as the reference splits them", (t) => {
  const counts = new Map();
  let most = 0;
  for (const text of generateTranscripts(SEED, COUNT)) {
    const messages = parseTranscript(text);
    assert.deepEqual(messages, splitTranscript(text).map((part) => readPart(text, part)), JSON.stringify(text));
    for (const { kind } of messages) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    most = Math.max(most, messages.length);
  }
  t.diagnostic(`${[...counts].map(([kind, count]) => `${kind} ${count}`).join(", ")}; at most ${most} in one text`);
  for (const kind of ["ask", "message", "progress", "other", "request", "notice", "control", "plain"]) assert.ok(counts.get(kind) > 100, kind);
});

test("nothing but white space and byte-order marks is lost between the messages", () => {
  for (const text of generateTranscripts(SEED + 1, 20_000)) {
    const parts = splitTranscript(text);
    let at = 0;
    for (const { start, end } of [...parts, { start: text.length, end: text.length }]) {
      assert.match(text.slice(at, start), /^[ \t\r\n\uFEFF]*$/u, JSON.stringify(text));
      at = end;
    }
  }
});

test("well-formed messages one after the other come back as parseMessage reads each", () => {
  const pieces = [
    frame("一"), frame("二", "UI Operator_1", "Output"), frame("", "研究 的人_1"), frame("x\r\n\u202Ey\n\n"), frame("</Ask>", "B_1"), frame(`引用：\n${frame("里面")}\n完`), "REPLY_SKIP", "只是文字\n\n两段",
    "【Agent 间通信】\n发件方: A (a)\n收件方: B\nsource sessionKey: k\n通信目的: 查询\n期望响应: 阻塞等待\ntimeout: 120\n\n---\n用户需求: x\n\ny\n\n---\n上下文摘要: 无",
    "⚠️ 与目标 Agent 通信失败\n错误: boom",
  ];
  const isProse = (piece) => /^[R只]/u.test(piece);
  for (const first of pieces) {
    for (const second of pieces) {
      if (isProse(second) && (isProse(first) || /^[【⚠]/u.test(first))) continue; // one piece by the rules
      for (const separator of ["\n", "\n\n", "\r\n", "\n \n\t\n"]) {
        const messages = parseTranscript(first + separator + second);
        const places = messages.map((message) => ({ ...message, diagnostics: [] }));
        assert.deepEqual(places, [first, second].map((piece) => ({ ...parseMessage(piece), diagnostics: [] })), first + separator + second);
      }
    }
  }
});

test("a message that quotes one of its own kind is one message", () => {
  const inner = frame("里面");
  const content = `前\n${inner}\n后`;
  assert.deepEqual(contents(`${frame(content)}\n${frame("x")}`), [content, "x"]);
  assert.deepEqual(contents(frame(inner)), [inner]);
});

test("a message behind a byte-order mark begins there, of whatever protocol", () => {
  for (const second of [frame("x"), "【Agent 间通信】\n---\n用户需求: x", "⚠️ 与目标 Agent 通信失败\n错误: x"]) {
    const [first, message] = parseTranscript(`${frame("y")}\n\uFEFF${second}`);
    assert.deepEqual([first.content, message.content], ["y", parseMessage(second).content]);
    assert.equal(parseTranscript(`⚠️ 与目标 Agent 通信失败\n错误: x\n\uFEFF${second}`).length, 2, second);
  }
});

test("a closing pair in a head closes nothing", () => {
  const odd = frame(frame("里面")).replace("的提问", "的x</Ask></A_1>");
  for (const text of [odd, frame(odd)]) {
    assert.deepEqual(contents(`${text}\n\n${frame("y")}`), [parseMessage(text).content, "y"], text);
  }
});

test("prose between messages is plain, a directive between them a control", () => {
  const messages = parseTranscript(`  你好\n\n${frame("x")}\n\n  稍等 \n\n再等\n\n${frame("y")}\nREPLY_SKIP\n`);
  assert.deepEqual(messages.map(({ kind, content }) => [kind, content]), [
    ["plain", "  你好"], ["ask", "x"], ["plain", "  稍等 \n\n再等"], ["ask", "y"], ["control", "REPLY_SKIP"],
  ]);
});

test("places count in the whole text", () => {
  const before = `${frame("x")}\n\n`;
  const text = `${before}${frame("y").replace("id:", "ID:")}`;
  const [, { diagnostics }] = parseTranscript(text);
  assert.deepEqual(diagnostics.map(({ code, start, end }) => [code, text.slice(start, end)]), [["id-case", "ID"]]);
  assert.equal(diagnostics[0].start, before.length + frame("y").indexOf("id:"));
});

test("an empty text, white space and byte-order marks are no message", () => {
  for (const text of ["", " ", "\n\n", "\uFEFF", " \uFEFF\r\n\uFEFF "]) assert.deepEqual(parseTranscript(text), [], JSON.stringify(text));
});

test("a text over the limit is one plain message", () => {
  const text = `${frame("x")}\n`.padEnd(16 * 1024 * 1024 + 1);
  const [message, ...others] = parseTranscript(text);
  assert.deepEqual([others.length, message.kind, message.diagnostics[0].code], [0, "plain", "too-large"]);
  assert.equal(message.content, text);
});

test("a text that is no string is a TypeError", () => {
  for (const text of [5, null, undefined, {}, [frame("x")]]) assert.throws(() => parseTranscript(text), TypeError);
});

const open = (role) => `来自 ${role} 的提问\nid: a\n<${role}>\n<Ask>\n`;
const HOSTILE = {
  "unclosed frames of one role": (n) => open("A_1").repeat(n / 8),
  "unclosed frames of many roles": (n) => Array.from({ length: n / 8 }, (_, at) => open(`A_${at}`)).join(""),
  "frames in frames": (n) => open("A_1").repeat(n / 8) + "</Ask>\n</A_1>\n".repeat(n / 8),
  "frames of many roles in frames": (n) => {
    const roles = Array.from({ length: n / 8 }, (_, at) => `A_${at}`);
    return roles.map(open).join("") + roles.reverse().map((role) => `</Ask>\n</${role}>\n`).join("");
  },
  "closed frames": (n) => `${frame("x")}\n`.repeat(n / 16),
  "pairs after one frame": (n) => open("A_1") + "</Ask>\n</A_1>\nx\n".repeat(n),
  "pairs after many unclosed frames": (n) => open("A_1").repeat(n / 16) + "</Ask>\n</A_1>\nx\n".repeat(n / 2),
  "headings behind tags, and spaces at the end": (n) => "> ❌".repeat(n / 4) + " ".repeat(n / 4),
  "headings": (n) => "【Agent 间通信】\n".repeat(n / 4),
  "headings and rules": (n) => "【Agent 间通信】\n---\n".repeat(n / 16),
  "notices": (n) => "⚠️ 与目标 Agent 通信失败\n".repeat(n / 16),
  "closing beginnings on one line": (n) => `${open("A_1")}${"</".repeat(n * 4)}>`,
  "closing beginnings on many lines": (n) => open("A_1") + `${"</".repeat(200)}>\n`.repeat(n / 64),
  "closing tags on one line": (n) => open("A_1") + "</Ask></A_1>".repeat(n),
  "long names of tags": (n) => `${open("A_1")}</${"x".repeat(n * 4)}>\n</A_1>\n</${"x".repeat(n * 4)}>`,
  "headers alone": (n) => "来自 A_1 的提问\n".repeat(n),
  "headers with id lines": (n) => "来自 A_1 的提问\nid: a\n".repeat(n),
  "headers before blank lines": (n) => `来自 A_1 的提问\nid: a\n${"\n".repeat(300)}`.repeat(n / 64),
  "blank lines": (n) => `x${"\n \t\r".repeat(n * 2)}`,
  "blank lines between tags": (n) => open("A_1") + `</Ask>${"\n".repeat(300)}</A_1>x\n`.repeat(n / 64),
  "blank lines after pairs": (n) => open("A_1") + `</Ask>\n</A_1>\n${"\n".repeat(300)}`.repeat(n / 64),
  "marks": (n) => `${open("A_1")}${" \uFEFF\n".repeat(n * 2)}`,
  "prose": (n) => "你好 x\n".repeat(n * 2),
};

for (const [name, make] of Object.entries(HOSTILE)) {
  test(`splitting ${name} takes linear time`, () => assertLinear(parseTranscript, make));
}

test("every vector of transcripts.json gives its messages", () => {
  for (const { name, input, messages } of readJson("tests/vectors/transcripts.json")) {
    assert.deepEqual(parseTranscript(input).map(({ kind, role, content }) => ({ kind, role, content })), messages, name);
    assert.deepEqual(splitTranscript(input).map((part) => readPart(input, part).content), messages.map(({ content }) => content), name);
  }
});
