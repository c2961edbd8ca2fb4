// Bubbles as boxes of text.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { eastAsianWidth } from "get-east-asian-width";
import { assertLinear } from "./linear.mjs";
import { esm } from "./package.mjs";

const { formatBubble, parseMessage, toBubble } = esm;

const COUNT = 100_000;
const runs = { numRuns: COUNT, seed: Number(process.env.SEED ?? 6) };

const one = (list) => fc.constantFrom(...list);
const join = (list, maxLength) => fc.array(one(list), { maxLength }).map((parts) => parts.join(""));
const boxOf = (content, width) => formatBubble({ role: null, action: null, content }, { width });
const rowsOf = (box) => box.split("\n").slice(1, -1).map((row) => row.slice(2, -2));

/** Terminal cells, one code point after the other. */
const cells = (text) => [...text].reduce((sum, c) => sum + (/^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]$/u.test(c) ? 0 : eastAsianWidth(c.codePointAt(0))), 0);

// Without joiners, skin tones and U+FE0F: by code points they have cells of their own, in a terminal they have not.
const VISIBLE = [
  "x", "word", "a-b", "longer_word_without_end", "我现在开始", "界", "。", "，", "（", "）", "「」", "한글", "ＡＢ", "ｶﾅ", "é", "e\u0301", "ก็", "שלום", "🙂", "🇨", "…", "│", "─", "┌", "⟨", "\u00A0", "\u3000", "\u200B", "\u00AD",
];
const HARMFUL = ["\t", "\r", "\u0000", "\u001B[31m", "\u007F", "\u0085", "\u009B", "\u2028", "\u2029", "\u202E", "\u2066", "\u2069", "\u200F", "\u061C", "\uD83D", "\uDE42"];
const content = join([...VISIBLE, " ", " ", " ", "  ", "\n", "\r\n", ...HARMFUL], 14);
const width = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 6, max: 60 }) }, { weight: 1, arbitrary: one([-5, 0, 5, 5.9, 6.5, 9.99, -Infinity]) });

const drawn = (text) => {
  const lines = text.toWellFormed().replace(/\r\n/g, "\n").replace(/[\n\t ]/g, "");
  const name = (c) => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  return lines.replace(/[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, name);
};

function assertBox(box, asked) {
  const inner = Math.max(6, Math.trunc(asked)) - 2;
  const rows = box.split("\n");
  assert.equal(rows[0], `┌${"─".repeat(inner)}┐`);
  assert.equal(rows.at(-1), `└${"─".repeat(inner)}┘`);
  for (const row of rows.slice(1, -1)) {
    assert.ok(row.startsWith("│ ") && row.endsWith(" │"), row);
    assert.equal(cells(row), inner + 2, JSON.stringify(row));
  }
  assert.doesNotMatch(box.replaceAll("\n", ""), /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
  assert.ok(box.isWellFormed());
}

test("the box of the document, with its widths right", () => {
  const text = "来自 UI Operator_1 的任务进度输出\nid: out_uio_001\n\n<UI Operator_1>\n<Output>\n我现在开始分析现有设计风格...\n</Output>\n</UI Operator_1>";
  const box = [
    "┌──────────────────────────────────────┐",
    "│ UI Operator_1 任务进度输出           │",
    "│                                      │",
    "│ 我现在开始分析现有设计风格...        │",
    "└──────────────────────────────────────┘",
  ].join("\n");
  for (const bubble of [toBubble(text), parseMessage(text)]) {
    for (const options of [undefined, {}, { width: undefined }, { width: 40 }]) assert.equal(formatBubble(bubble, options), box);
  }
});

test("every row has the width that was asked for, and holds the content in order", () => {
  fc.assert(fc.property(content, width, (text, asked) => {
    const box = boxOf(text, asked);
    assertBox(box, asked);
    assert.equal(rowsOf(box).join("").replaceAll(" ", ""), drawn(text));
  }), runs);
});

test("role and action stand above the content, with an empty row between", () => {
  const visible = join(["A_1", "UI Operator_1", "研究 的人", "x", "Я", "🙂"], 4);
  fc.assert(fc.property(fc.option(visible), fc.option(visible), fc.integer({ min: 6, max: 60 }), (role, action, asked) => {
    const box = formatBubble({ role, action, content: "!" }, { width: asked });
    assertBox(box, asked);
    const rows = rowsOf(box);
    assert.equal(rows.pop().trim(), "!");
    if (role === null && action === null) return assert.deepEqual(rows, []);
    assert.equal(rows.pop().trim(), "");
    return assert.equal(rows.join("").replaceAll(" ", ""), `${role ?? ""}${action ?? ""}`.replaceAll(" ", ""));
  }), { ...runs, numRuns: COUNT / 5 });
});

test("lines are wrapped between words, and as late as they can be", () => {
  const words = fc.array(one(["a", "to", "word", "wrapped", "terminal", "x1"]), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(words, fc.integer({ min: 12, max: 40 }), (list, asked) => {
    const rows = rowsOf(boxOf(list.join(" "), asked)).map((row) => row.trimEnd());
    assert.deepEqual(rows.join(" ").split(" "), list);
    rows.slice(1).forEach((row, at) => assert.ok(`${rows[at]} ${row.split(" ")[0]}`.length > asked - 4, rows.join("|")));
  }), { ...runs, numRuns: COUNT / 5 });
});

test("a long word is broken, wide characters are broken anywhere, a closing mark begins no row", () => {
  assert.deepEqual(rowsOf(boxOf("x".repeat(20), 12)), ["xxxxxxxx", "xxxxxxxx", "xxxx    "]);
  assert.deepEqual(rowsOf(boxOf("我现在开始分析", 12)), ["我现在开", "始分析  "]);
  assert.deepEqual(rowsOf(boxOf("我现在。开始", 10)), ["我现  ", "在。开", "始    "]);
  assert.deepEqual(rowsOf(boxOf("界x", 6)), ["界", "x "]);
});

test("what does not fit behind the last place to part stays inside all the same", () => {
  for (const [text, asked] of [[" x，", 6], ["\u00ADxxx", 6], [" xxxxx，", 10], [`a ${"b".repeat(34)}。`, 40]]) assertBox(boxOf(text, asked), asked);
});

test("lines, blank lines and an empty content keep their rows", () => {
  const rows = (text) => rowsOf(boxOf(text, 7)).map((row) => row.trimEnd());
  assert.deepEqual(rows(""), [""]);
  assert.deepEqual(rows("a\n\r\nb\n"), ["a", "", "b", ""]);
  assert.deepEqual(rows("  a"), ["  a"]);
  assert.deepEqual(rowsOf(boxOf("a\tb", 12)), ["a   b   "]);
});

test("a sequence of emoji takes two cells", () => {
  for (const emoji of ["👩‍💻", "👨‍👩‍👧", "👍🏽", "❤️", "🙂"]) assert.deepEqual(rowsOf(boxOf(emoji, 12)), [`${emoji}      `], emoji);
});

test("what cannot be seen in a role is written out", () => {
  const box = formatBubble({ role: "A\u202E\u200B\u3164_1", action: "x\u001B[2J", content: "" }, { width: 60 });
  assert.equal(rowsOf(box)[0].trimEnd(), "A⟨U+202E⟩⟨U+200B⟩⟨U+3164⟩_1 x⟨U+001B⟩[2J");
});

test("every width is taken, from 6 to 10,000", () => {
  for (const [asked, taken] of [[-5, 6], [-Infinity, 6], [0, 6], [6, 6], [6.99, 6], [7, 7], [10_000, 10_000], [10_001, 10_000], [1e9, 10_000], [2 ** 32 + 7, 10_000], [Infinity, 10_000]]) {
    assert.equal(boxOf("x", asked).split("\n")[0].length, taken, String(asked));
  }
});

test("what is no width and no bubble is a TypeError", () => {
  const bubble = { role: null, action: null, content: "x" };
  for (const asked of [NaN, "40", "", {}, true, 40n]) assert.throws(() => formatBubble(bubble, { width: asked }), TypeError);
  const no = [undefined, null, 5, "x", {}, { ...bubble, content: 5 }, { ...bubble, role: 5 }, { ...bubble, action: {} }, parseMessage("REPLY_SKIP"), toBubble("REPLY_SKIP")];
  for (const input of no) assert.throws(() => formatBubble(input), TypeError);
  assert.equal(boxOf("x", 6), "┌────┐\n│ x  │\n└────┘");
});

const HOSTILE = {
  "one word": (n) => "x".repeat(n),
  "spaces": (n) => " ".repeat(n),
  "words": (n) => "word ".repeat(n / 5),
  "wide characters": (n) => "界".repeat(n),
  "closing marks": (n) => "。".repeat(n),
  "combining marks": (n) => `x${"\u0301".repeat(n)}`,
  "joiners": (n) => "👩\u200D".repeat(n / 3),
  "skin tones": (n) => "🏽".repeat(n / 2),
  "control characters": (n) => "\u0000".repeat(n / 8),
  "tabs": (n) => "\t".repeat(n / 4),
  "line ends": (n) => "\n".repeat(n / 40),
  "lone surrogates": (n) => "\uD83D".repeat(n),
};

for (const [name, make] of Object.entries(HOSTILE)) {
  test(`drawing ${name} takes linear time`, () => assertLinear((text) => boxOf(text, 40), make, 131_072));
}
