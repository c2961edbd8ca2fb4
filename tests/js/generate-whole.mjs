// Adversarial texts whose contents matter: messages in messages, and transcripts.

import { generate, random } from "./generate.mjs";

const DIRECTIONS = ["\u202A", "\u202B", "\u202C", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069", "\n", "\r", "\x1c", "\u0085", "\u2029", "x", "🙂", "\uD83D"];
const WORDS = ["REPLY_SKIP", " ANNOUNCE_SKIP\n", "\uFEFFREPLY_SKIP", "REPLY_SKIP."];
const ROLES = ["A_1", "A_1", "B_1", "A", "UI Operator_1", "研究 的人_1", "x</Ask></A_1", "A</Ask", "A>", "🙂", "\uD83D"];
const TAGS = ["Ask", "Ask", "Output", "Message", "A_1"];
const PROSE = [
  "好的。", "x", "  缩进", "REPLY_SKIP", " ANNOUNCE_SKIP ", "来自 A_1 的提问", "来自 A_1 的提问\nid: a", "来自 A_1 的提问\nid: a\n\n<B_1>", "<A_1>", "</Ask>\n</A_1>", "</Ask></A_1>", "</Ask>",
  "</A_1>", "---", "- x", "> 来自 A_1 的提问\n> id: a\n> <A_1>", "[系统通知|x]", "【Agent 间通信】x", "⚠️ 与目标 Agent 通信失败。", "\uFEFF", "\u00A0", "\uD83D", "\r", "错误: x",
];
const BLANK = ["\n", "\n", "\n\n", "\r\n", "\r\n\r\n", " \n", "\n \t\r\n", "\n\uFEFF", "\n  ", "\uFEFF\n", " ", ""];
const SESSION = [
  "【Agent 间通信】\n发件方: A (a)\n---\n用户需求: x\n---\n上下文摘要: y", "【Agent 间通信】", " 【Agent 间通信】 \r\n---\n来自 A_1 的提问", "❌ 目标 Agent \"A_1\" 不存在或不可用\n- B_1",
  "⚠️ 与目标 Agent 通信超时（5秒未响应）\n请重试", "⚠ 与目标 Agent 通信失败\n错误: x",
];

function tools(seed) {
  const rnd = random(seed);
  const int = (n) => Math.floor(rnd() * n);
  const pick = (list) => list[int(list.length)];
  const chance = (p) => rnd() < p;
  const some = (max, f) => Array.from({ length: int(max + 1) }, f).join("");
  return { int, pick, chance, some };
}

/** Generated inputs, half of them with what misleads in their middle. */
export function* generateQuoting(seed, count) {
  const { int, pick, chance, some } = tools(seed);
  let before = "";
  for (const input of generate(seed, count)) {
    const { text } = input;
    const lines = text.split("\n");
    const at = lines.slice(0, int(lines.length + 1)).join("\n").length;
    const quoted = () => [
      () => `\n${before}\n`, () => pick(["\n", "\n \uFEFF", "\n> "]) + before.split("\n").slice(0, 3 + int(4)).join("\n"), () => some(6, () => pick(DIRECTIONS)),
      () => pick(WORDS), () => text.slice(int(text.length)), () => lines.slice(-2).join("\n") + pick(["", "\n", "x"]),
    ][int(6)]();
    yield chance(0.5) ? input : { ...input, text: text.slice(0, at) + quoted() + text.slice(at) };
    before = text;
  }
}

/** Transcripts: frames that quote frames of few roles and tags, damaged and whole, session messages, prose. */
export function* generateTranscripts(seed, count) {
  const { int, pick, chance, some } = tools(seed);
  const odd = generate(seed, Infinity);

  const frame = (depth) => {
    const nl = chance(0.85) ? "\n" : "\r\n";
    const role = pick(ROLES);
    const tag = pick(TAGS);
    const indent = chance(0.08) ? pick([" ", "\uFEFF", "\t\uFEFF", "\u00A0", "\r"]) : "";
    let text = `${indent}来自 ${role}${chance(0.1) ? " 向 B_1" : ""} 的${pick(["提问", "消息", "x", "x</Ask></A_1>"])}${nl}${chance(0.95) ? `id: ${pick(["a", ""])}` : ""}${nl}${chance(0.7) ? nl : ""}`;
    text += `${indent}<${chance(0.97) ? role : pick(ROLES)}${chance(0.95) ? ">" : ""}${chance(0.9) ? nl : ""}`;
    text += `${chance(0.97) ? "" : pick([nl, "<", "x"])}<${tag}${chance(0.05) ? ' a=">"' : ""}>${chance(0.9) ? nl : ""}`;
    text += some(3, () => (depth > 0 && chance(0.35) ? frame(depth - 1) : pick([...PROSE, ...SESSION, `</${tag}>${nl}</${role}>`, `</${tag}></${role}> `])) + pick(["\n", "\n", nl, "\n\n", "", " "]));
    if (chance(0.85)) text += `${chance(0.9) ? nl : ""}</${tag}>${chance(0.85) ? nl : pick(["", " ", "\n\n"])}</${role}>`;
    return text + (chance(0.9) ? "" : pick([" ", "x", "\uFEFF", "\r", "\t"]));
  };
  const piece = () => {
    if (chance(0.55)) return frame(2);
    if (chance(0.3)) return odd.next().value.text;
    return pick(chance(0.4) ? SESSION : PROSE);
  };
  for (let made = 0; made < count; made += 1) {
    let text = some(1, () => pick(BLANK)) + some(4, () => piece() + some(2, () => pick(BLANK)) + (chance(0.9) ? "\n" : "")) + piece();
    if (chance(0.1)) text = text.replace(/\n/g, "\r\n");
    if (chance(0.1)) text = text.slice(0, int(text.length + 1));
    yield text + (chance(0.3) ? pick(BLANK) : "");
  }
}
