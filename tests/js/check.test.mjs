// What `checkMessage` tells of contents, against the reference, places included.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "./linear.mjs";
import { generateQuoting } from "./generate-whole.mjs";
import { codesOf, esm } from "./package.mjs";
import { contentFaults } from "./reference-whole.mjs";

const { checkMessage, parseMessage } = esm;

const COUNT = 100_000;
const SEED = Number(process.env.SEED ?? 2);

const CONTENT_CODES = ["bidi-in-content", "control-in-content", "embedded-close", "embedded-message"];

const frame = (content) => `来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n${content}\n</Ask>\n</A_1>`;
const codes = (text, options) => codesOf({ diagnostics: checkMessage(text, options) });

test("the faults of generated texts are those of their frames and, with places, the reference's of their contents", (t) => {
  const counts = new Map();
  for (const { text, sender } of generateQuoting(SEED, COUNT)) {
    const options = { sender };
    const faults = checkMessage(text, options);
    const isOfContent = ({ code }) => CONTENT_CODES.includes(code);
    const places = faults.filter(isOfContent).map(({ code, start, end }) => ({ code, start, end }));
    const byCode = (a, b) => (a.code < b.code ? -1 : 1);
    assert.deepEqual(places.sort(byCode), contentFaults(text, options).sort(byCode), JSON.stringify({ text, sender }));
    const { diagnostics } = parseMessage(text, options);
    assert.deepEqual(faults.filter((fault) => !isOfContent(fault)), diagnostics, JSON.stringify({ text, sender }));
    faults.forEach(({ start, severity, code, message }, at) => {
      assert.ok(at === 0 || faults[at - 1].start <= start, JSON.stringify(text));
      if (CONTENT_CODES.includes(code)) assert.ok(severity === "warning" && message.length > 0);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    });
  }
  t.diagnostic(CONTENT_CODES.map((code) => `${code} ${counts.get(code)}`).join(", "));
  for (const code of CONTENT_CODES) assert.ok(counts.get(code) > 200, code);
});

test("a content without any of it has no fault", () => {
  for (const content of ["", "好了吗？", "</Ask>", "</A_1>", "a\u2066b\u2069", "\u202Ea\u202C", "REPLY_SKIP!", "来自 B_1 的提问\nid: b"]) {
    assert.deepEqual(checkMessage(frame(content)), [], JSON.stringify(content));
  }
});

test("a fault of the content is told once, at its first place", () => {
  const pair = "</Ask>\n</A_1>";
  const [fault, ...others] = checkMessage(frame(`x ${pair}\ny\n${pair}\nz`));
  assert.deepEqual(others, []);
  const start = frame("x ").indexOf("x ") + 2;
  assert.deepEqual([fault.code, fault.start, fault.end], ["embedded-close", start, start + pair.length]);
});

test("a direction ends with its paragraph, its PDI or its own PDF", () => {
  const open = ["\u202E", "\u2066", "\u202E\u2066\u202C\u2069", "\u2066\u202E\u202C", "\u202A\u202B\u202C", "\u2069\u2067", "\u2066\u202E\u2029\u2069"];
  const closed = ["\u202E\u202C", "\u2066\u2069", "\u2066\u202E\u2069", "\u202D\u2068\u2069\u202C", "\u200E", "\u061C", "\u202C\u2069"];
  for (const content of open) assert.deepEqual(codes(frame(content)), ["bidi-in-content"], JSON.stringify(content));
  for (const content of closed) assert.deepEqual(codes(frame(content)), [], JSON.stringify(content));
  for (const end of ["\n", "\r", "\x1c", "\x1d", "\x1e", "\x85", "\u2029"]) {
    const text = frame(`a\u202Eb${end}c\u202C`);
    const [{ code, start, end: stop }] = checkMessage(text);
    assert.deepEqual([code, start, stop], ["bidi-in-content", text.indexOf("\u202E"), text.indexOf("\u202E") + 1]);
  }
});

test("a directive alone in a content is told, and its bubble is shown", () => {
  const text = frame(" REPLY_SKIP\n");
  const at = text.indexOf("REPLY_SKIP");
  const [{ code, start, end }] = checkMessage(text);
  assert.deepEqual([code, start, end], ["control-in-content", at, at + "REPLY_SKIP".length]);
  assert.equal(esm.toBubble(text).content, " REPLY_SKIP\n");
  assert.deepEqual(checkMessage("REPLY_SKIP"), []);
});

test("a sender is checked too", () => {
  assert.deepEqual(codes(frame("x"), { sender: "B_1" }), ["sender-mismatch"]);
  assert.deepEqual(codes(frame("x"), { sender: "A_1" }), []);
  for (const text of [5, null, undefined, {}]) assert.throws(() => checkMessage(text), TypeError);
  assert.throws(() => checkMessage("x", { sender: 5 }), TypeError);
});

test("a text over the limit is not looked into", () => {
  assert.deepEqual(codes(`${frame("\u202E")}${" ".repeat(16 * 1024 * 1024)}`), ["too-large"]);
});

const HOSTILE = {
  "closing pairs": (n) => frame("</Ask>\n</A_1>\n".repeat(n)),
  "closing type tags": (n) => frame("</Ask>\n".repeat(n)),
  "closing type tags with white space": (n) => frame(`</Ask>${" ".repeat(n * 8)}x`.repeat(2)),
  "almost closing name tags": (n) => {
    const role = "</A>".repeat(120);
    return frame(`</Ask>\n</${role}`.repeat(n / 64)).replaceAll("A_1", role);
  },
  "headers": (n) => frame("来自 B_1 的提问\n".repeat(n)),
  "headers with id lines": (n) => frame("来自 B_1 的提问\nid: b\n".repeat(n)),
  "headers before blank lines": (n) => frame(`来自 B_1 的提问\n${"\n".repeat(n * 8)}`),
  "many headers, each before many blank lines": (n) => frame(`来自 B_1 的提问\nid: b\n${"\n".repeat(500)}`.repeat(n / 64)),
  "headers with long name tags": (n) => frame(`来自 ${"B".repeat(400)} 的x\nid: b\n<${"B".repeat(399)}\n`.repeat(n / 64)),
  "a line of marks": (n) => frame("\uFEFF ".repeat(n * 4)),
  "open directions": (n) => frame("\u2066\u202E".repeat(n * 4)),
  "directions that are closed": (n) => frame(`${"\u2066\u202E".repeat(n * 2)}${"\u2069".repeat(n * 2)}`),
  "ends of directions": (n) => frame(`\u2066\u2069${"\u202E".repeat(n * 2)}${"\u2069".repeat(n * 2)}`),
  "white space around a directive": (n) => frame(`${" ".repeat(n * 4)}REPLY_SKIP${" ".repeat(n * 4)}`),
};

for (const [name, make] of Object.entries(HOSTILE)) {
  test(`checking ${name} takes linear time`, () => assertLinear(checkMessage, make));
}
