// What reading costs, as ratios: never as times.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear, cost } from "./linear.mjs";
import { esm } from "./package.mjs";

const { parseMessage, toBubble } = esm;

const frame = (content, role = "A_1") => `来自 ${role} 的提问\nid: a\n\n<${role}>\n<Ask>\n${content}\n</Ask>\n</${role}>`;

function repeated(text, read, times) {
  return () => {
    for (let time = 0; time < times; time += 1) read(text);
  };
}

test("reading a closed frame costs the same whatever the length of its content", () => {
  const [short, long] = [frame("x".repeat(1_000)), frame("x".repeat(10_000_000))];
  for (const read of [parseMessage, toBubble]) {
    repeated(short, read, 20_000)();
    const ratio = cost(repeated(long, read, 5_000)) / cost(repeated(short, read, 5_000));
    assert.ok(ratio < 3, `10,000 times the content costs ${ratio.toFixed(1)} times as much`);
  }
});

const role = "</A>".repeat(120);

/** A tag of as many attributes as are read of the longest text. */
function repeatedTag(n, attribute) {
  let attributes = "";
  for (let at = 0; attributes.length < Math.min(n / 32, 4_000); at += 1) attributes += attribute(at);
  return frame("x").replace("<Ask>", `<Ask${attributes}>`);
}
const HOSTILE = {
  "closing type tags": (n) => frame("</Ask>\n".repeat(n)).slice(0, -1),
  "closing pairs": (n) => `${frame("</Ask>\n</A_1>\n".repeat(n))}x`,
  "white space between tags": (n) => frame(`</Ask>${" ".repeat(n * 8)}`).slice(0, -8),
  "almost closing name tags": (n) => `${frame(`</Ask>\n</${role}`.repeat(n / 64), role)}x`,
  "overlapping closing name tags": (n) => `${frame("</A>".repeat(n), role)}x`,
  "open ends": (n) => `${frame("<".repeat(n * 8)).slice(0, -14)}`,
  "quotes in the tag": (n) => frame("x").replace("<Ask>", `<Ask ${"'\"".repeat(n * 4)}>`),
  "references in the tag": (n) => frame("x").replace("<Ask>", `<Ask a="${"&".repeat(n * 8)}">`),
  "attributes of one name": (n) => repeatedTag(n, () => ' a=""'),
  "attributes of many names": (n) => repeatedTag(n, (at) => ` ${at.toString(36)}=""`),
  "blank lines": (n) => `来自 A_1 的提问${"\n \t\r".repeat(n)}\nid: a\n${"\n".repeat(n)}<A_1>\n<Ask>\nx\n</Ask>\n</A_1>`,
  "rules in a request": (n) => `【Agent 间通信】\n---\n${"---\n上下文摘要\n".repeat(n)}`,
  "white space in front": (n) => " \uFEFF".repeat(n * 4),
  "white space after a directive": (n) => `REPLY_SKIP${" ".repeat(n * 8)}x`,
};

for (const [name, make] of Object.entries(HOSTILE)) {
  test(`reading ${name} takes linear time`, () => assertLinear(parseMessage, make, 16_384));
}
