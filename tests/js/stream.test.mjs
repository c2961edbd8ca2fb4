// One message in chunks, against the message of the whole and against the specification.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generate, random } from "./generate.mjs";
import { cost } from "./linear.mjs";
import { esm, freshCopy, readJson } from "./package.mjs";
import { checkChunks, everyCut, randomCuts } from "./stream-oracle.mjs";

const { MessageStream, parseMessage } = esm;

const HEAD = "来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n";
const SENDERS = [undefined, "Team Leader", "A_1"];
const check = (text, cuts, sender) => checkChunks(esm, text, sender, cuts);

/** A text in single units, and in chunks of up to 5 and of up to 64. */
function checkInChunks(text, rnd, sender) {
  check(text, everyCut(text.length), sender);
  check(text, randomCuts(text.length, rnd, 5), sender);
  check(text, randomCuts(text.length, rnd, 64), sender);
}

for (const name of ["messages", "codes", "roles", "surrogates"]) {
  test(`vectors of ${name}, split at every place, give the message of the whole`, () => {
    const rnd = random(1);
    for (const { input, sender } of readJson(`tests/vectors/${name}.json`)) {
      for (let at = 0; at <= input.length; at += 1) check(input, [at], sender);
      for (const each of new Set([sender, ...SENDERS])) checkInChunks(input, rnd, each);
    }
  });
}

test("20,000 generated texts in random chunks give the message of the whole", () => {
  const rnd = random(2);
  let count = 0;
  for (const { text, sender } of generate(808, 20_000)) {
    count += 1;
    check(text, randomCuts(text.length, rnd, 1 + (count % 64)), sender ?? SENDERS[count % 3]);
    if (count % 20 === 0) check(text, everyCut(text.length), sender);
  }
});

const ROLES = ["A_1", "</Ask>", "</</</", "Ask", "a</Ask></b", "A> </Ask> </A", "Ask>\u00A0x", "<", ">", "A<B", "</", "🙂", "\uD83D", "A 的 B", "x\uDE42"];
const PIECES = [
  "</", "<", ">", "</Ask", "</Ask>", "</As", "k>", "\n", "\r\n", "\r", " ", "\t", "\n ", "\r\n\t", "x", "若 5 <", "</ask>", "<Ask>", "🙂", "\uD83D", "\uDE42", "\uFEFF", "\u00A0",
  "</Ask>\n", "</Ask>\r\n \n", "</Ask>\n</", " \n\n ", "id: b", "---", "REPLY_SKIP",
];

/** A frame whose content is made of pieces of its end, and perhaps an end. */
function hostileFrame(rnd) {
  const pick = (list) => list[Math.floor(rnd() * list.length)];
  const role = pick(ROLES);
  const roles = [`</${role}>`, `</${role}`, `${role}>`, `</Ask>\n</${role}>`, `</Ask></${role}>`, `\n</${role}>`];
  const some = (most) => Array.from({ length: Math.floor(rnd() * most) }, () => pick(rnd() < 0.4 ? roles : PIECES)).join("");
  const oneLine = rnd() < 0.3;
  const head = `来自 ${role} 的提问\nid: a\n\n<${role}>${rnd() < 0.2 ? "" : "\n"}<Ask>${oneLine ? "" : "\n"}`;
  const end = pick(["", "\n</Ask>\n", "</Ask>", `\n</Ask>\n</${role}>`, `</Ask> \t</${role}> \n\n`]);
  return (rnd() < 0.4 ? head.replaceAll("\n", "\r\n") : head) + some(14) + end + some(3);
}

test("5,000 frames full of pieces of their end show nothing of it", () => {
  const rnd = random(3);
  for (let count = 0; count < 5_000; count += 1) {
    const text = hostileFrame(rnd);
    if (count % 4 === 0) check(text, everyCut(text.length), SENDERS[count % 3]);
    check(text, randomCuts(text.length, rnd, 1 + (count % 24)), SENDERS[count % 3]);
  }
});

const LONG = {
  "closing pairs": `${HEAD}${"</Ask>\n</A_1>\n".repeat(1_000)}x\n</Ask>\n</A_1>\n`,
  "almost closing pairs": `${HEAD}${"\n  </Ask>\n\t</A_2>".repeat(1_000)}</Ask></A_1>`,
  "beginnings of a tag": `${HEAD}${"</As".repeat(3_000)}\n</Ask>\n</A_1>`,
  "open ends": `${HEAD}${"<".repeat(5_000)}\n</Ask>\n</A_1>`,
  "white space behind a tag": `${HEAD}x\n</Ask>${" \n\r\t".repeat(1_500)}</A_2>${" ".repeat(3_000)}\n</Ask>\n\n</A_1>`,
  "white space at the end": `${HEAD}x\n</Ask>\n</A_1>${" \n".repeat(2_000)}`,
  "indented blank lines of CR LF": HEAD.replaceAll("\n", "\r\n") + "\r\n   ".repeat(1_500),
  "a role that holds the tag": `来自 ${"</Ask>".repeat(40)} 的提问\nid: a\n\n<${"</Ask>".repeat(40)}>\n<Ask>\n${"</".repeat(20)}${"</Ask>".repeat(500)}\n</Ask>\n</${"</Ask>".repeat(40)}>`,
  "a line without an end": `${HEAD}${"x".repeat(20_000)}🙂`,
  "a first line that is too long": `来自 ${"界".repeat(600)} 的提问\nid: a\n\n<A_1>\n<Ask>\nx`,
  "an English first line that is too long": `From ${"a".repeat(2_000)}: question\nid: a`,
};

for (const [name, text] of Object.entries(LONG)) {
  test(`${name} in chunks give the message of the whole`, () => {
    const rnd = random(4);
    for (const most of [64, 1_500]) check(text, randomCuts(text.length, rnd, most), undefined);
  });
}

const REQUEST = "【Agent 间通信】\n发件方: 主控 (main)\n收件方: 研究\n---\n用户需求: x\n\n正文\n---\n上下文摘要: 无\n";
const LATE = {
  directive: "\uFEFF\n REPLY_SKIP \n",
  "other directive": "ANNOUNCE_SKIP",
  "agent that is not found": '❌ 目标 Agent "A_1" 不存在或不可用\n- B_1\n',
  timeout: "⚠️ 与目标 Agent 通信超时（5秒未响应）\n请重试",
  failure: "⚠ 与目标 Agent 通信失败\n错误: x",
  request: REQUEST,
  "request of CR LF lines": REQUEST.replaceAll("\n", "\r\n"),
};

for (const [name, text] of Object.entries(LATE)) {
  test(`${name} is known at the end, wherever it is cut`, () => {
    for (const sender of SENDERS) {
      for (const at of everyCut(text.length)) check(text, [at], sender);
      check(text, everyCut(text.length), sender);
      const stream = new MessageStream({ sender });
      const update = { kind: null, role: sender ?? null, action: null, added: "", bubble: null };
      for (const unit of text) assert.deepEqual(stream.push(unit), update);
      assert.notEqual(stream.end().kind, "plain");
    }
  });
}

/** What each of the chunks adds. */
const added = (chunks) => {
  const stream = new MessageStream();
  return chunks.map((chunk) => stream.push(chunk).added);
};

test("plain text flows as soon as it can be nothing else", () => {
  for (const [chunks, expected] of [
    [["你", "好"], ["你", "好"]],
    [["", "x"], ["", "x"]],
    [["F", "r", "i", "end"], ["", "", "Fri", "end"]],
    [[" \n\uFEFF", "x"], ["", " \n\uFEFFx"]],
    [["REPLY_SKIP", " \n", ".", "x"], ["", "", "REPLY_SKIP \n.", "x"]],
    [["❌ 目标", "不"], ["", "❌ 目标不"]],
    [["【Agent 间通信】", "x", "\n"], ["", "【Agent 间通信】x", "\n"]],
    [["来自 A_1\n", "x"], ["来自 A_1\n", "x"]],
    [["来自 A_1 的话\n", "x", "y"], ["", "来自 A_1 的话\nx", "y"]],
    [["From A_1: q\nid: a\n<A_", "2", ">"], ["", "From A_1: q\nid: a\n<A_2", ">"]],
    [["来自 A_1 的话\nid: a\n<A_1>\n", "x", "y"], ["", "来自 A_1 的话\nid: a\n<A_1>\nx", "y"]],
    [["[", "系"], ["[", "系"]],
  ]) assert.deepEqual(added(chunks), expected);
});

test("plain text flows behind white space of any length", () => {
  assert.deepEqual(added([" ".repeat(9_000), "x", "y"]).map((each) => each.length), [0, 9_001, 1]);
});

test("a content behind a long head flows at once", () => {
  const head = HEAD.replace("id: a", `id: a${"\n".repeat(9_000)}`);
  assert.deepEqual(added([head.slice(0, -8), head.slice(-8), "x", "\n</Ask>\n</A_1>"]), ["", "", "x", ""]);
});

test("a first line flows from its 513th code unit on", () => {
  for (const [front, prefix] of [["", "来自 "], ["", "From "], ["\n\uFEFF", "来自 "]]) {
    const line = prefix + "界".repeat(512 - prefix.length);
    assert.deepEqual(added([front, line, "x", "y"]), ["", "", `${front}${line}x`, "y"]);
  }
});

test("what can become the end of the frame is held back and no more", () => {
  const steps = [
    ["若 5 <", "若 5 "], [" 6", "< 6"], ["\n", ""], ["\n", "\n"], ["  ", ""], ["x", "\n  x"], ["</Ask>\n\n", ""], ["</Ask>", "</Ask>\n"],
    ["\n</A_2", "\n</Ask>\n</A_2"], ["\n</Ask>\n</A_1>\n \n", ""], ["还有", "\n</Ask>\n</A_1>\n \n还有"],
    ["\r", "\r"], ["\n</A", ""], ["_1>", ""], [" <", "\n</A_1> "], ["/", ""], ["/", "<//"],
  ];
  assert.deepEqual(added([HEAD, ...steps.map(([chunk]) => chunk)]), ["", ...steps.map(([, expected]) => expected)]);
});

test("a closed frame is not complete before the stream is ended", () => {
  const stream = new MessageStream();
  assert.equal(stream.push(`${HEAD}x\n</Ask>\n</A_1>`).bubble.content, "x");
  assert.equal(stream.push("还有").bubble.content, "x\n</Ask>\n</A_1>还有");
  assert.equal(stream.end().complete, false);
});

test("an end is the same when asked again, and nothing can follow it", () => {
  const stream = new MessageStream();
  stream.push(HEAD);
  const message = stream.end();
  assert.equal(stream.end(), message);
  assert.equal(stream.end({ endedBy: "abort" }), message);
  assert.throws(() => stream.push("x"), { name: "Error", message: /ended/ });
  assert.deepEqual(new MessageStream().end(), parseMessage(""));
});

test("an interrupted message is not complete and says by what it ended", () => {
  const whole = `${HEAD}x\n</Ask>\n</A_1>`;
  for (const text of [whole, "你好"]) {
    const stream = new MessageStream({ sender: "B_1" });
    stream.push(text);
    const cause = new Error("gone");
    const message = { ...parseMessage(text, { sender: "B_1" }), complete: false, endedBy: "error", cause };
    assert.deepEqual(stream.end({ endedBy: "error", cause }), message);
  }
});

test("a wrong argument is a TypeError and changes nothing", () => {
  const stream = new MessageStream();
  stream.push("a");
  for (const chunk of [undefined, null, 5, {}, ["x"], new String("x"), new Uint8Array(1)]) assert.throws(() => stream.push(chunk), TypeError);
  assert.equal(stream.push("b").bubble.content, "ab");
  for (const options of ["A_1", 5, { sender: 5 }, { sender: {} }]) assert.throws(() => new MessageStream(options), TypeError);
  for (const options of [undefined, {}, { sender: undefined }, { sender: null }]) assert.equal(new MessageStream(options).push("x").role, null);
});

test("a trap in mid-stream loses nothing", async () => {
  const { Instance } = WebAssembly;
  let callsLeft = Infinity;
  WebAssembly.Instance = function (...input) {
    const { exports } = new Instance(...input);
    const trapping = (name) => (...parameters) => {
      callsLeft -= 1;
      if (callsLeft === 0) throw new WebAssembly.RuntimeError("unreachable");
      return exports[name](...parameters);
    };
    return { exports: { ...exports, begin: trapping("begin"), feed: trapping("feed") } };
  };
  try {
    const copy = await freshCopy("stream");
    const text = `${HEAD}若 5 < 6\n</Ask>\n</A_2>\n\n最后\n</Ask>\n</A_1>\n`;
    const chunks = text.match(/[^]{1,3}/g);
    const sound = new copy.MessageStream();
    const bubbles = chunks.map((chunk) => sound.push(chunk).bubble);
    for (let calls = 1, isTrapped = true; isTrapped; calls += 1) {
      const stream = new copy.MessageStream();
      callsLeft = calls;
      isTrapped = false;
      for (const [at, chunk] of chunks.entries()) {
        try {
          assert.deepEqual(stream.push(chunk).bubble, bubbles[at]);
        } catch (error) {
          assert.ok(error instanceof WebAssembly.RuntimeError && !isTrapped, error);
          isTrapped = true;
        }
      }
      assert.deepEqual(stream.end(), copy.parseMessage(text));
      assert.ok(isTrapped || calls > 20, `${calls} calls`);
    }
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("streams that take turns keep their places, also when the module's memory grows between them", async () => {
  const { Instance } = WebAssembly;
  let memory;
  WebAssembly.Instance = function (...input) {
    const instance = new Instance(...input);
    memory = instance.exports.memory;
    return instance;
  };
  try {
    const copy = await freshCopy("turns");
    const content = `若 5 < 6\n  </Ask>\n</A_2>\n\n</As</A_1 </Ask>\n \n${HEAD}x\n</Ask>`;
    const texts = ["A_1", "长".repeat(90), "</Ask>"].flatMap((role) => {
      const text = `${HEAD}${content}\n</A_1>`.replaceAll("A_1", role);
      return [text, text.replaceAll("\n", "\r\n"), text.replaceAll("Ask>", `${"T".repeat(60)}>`)];
    });
    let checks = 0;
    let grown = 0;
    for (const size of [1, 2, 5]) {
      const alone = texts.map(() => new MessageStream());
      const turns = texts.map(() => new copy.MessageStream());
      for (let from = 0; texts.some(({ length }) => from < length); from += size) {
        for (const [at, text] of texts.entries()) {
          const chunk = text.slice(from, from + size);
          assert.deepEqual(turns[at].push(chunk), alone[at].push(chunk), `${from} of ${text}`);
        }
        if (from % 50 !== 0) continue;
        checks += 1;
        const { buffer } = memory;
        copy.checkMessage(HEAD + "x".repeat(checks * 50_000));
        grown += Number(memory.buffer !== buffer);
      }
      for (const [at, text] of texts.entries()) assert.deepEqual(turns[at].end(), parseMessage(text));
    }
    assert.ok(grown > 3, `the memory grew ${grown} times`);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

/** Eight times the text costs less than four times as much for each unit. */
function assertLinear(make, chunkLength, size) {
  const [small, large] = [size, size * 8].map((n) => {
    const text = make(n);
    const work = () => {
      const stream = new MessageStream();
      for (let at = 0; at < text.length; at += chunkLength) stream.push(text.slice(at, at + chunkLength));
      return stream.end();
    };
    return { work, length: text.length };
  });
  const ratio = cost(large.work) / cost(small.work) / (large.length / small.length);
  assert.ok(ratio < 4, `8 times the text costs ${(ratio * 8).toFixed(1)} times as much`);
}

const SIZE = 1 << 14;
const COSTLY = {
  "ordinary lines": [(n) => `${HEAD}${"这是一行普通的文字。ok\n".repeat(n / 16)}</Ask>\n</A_1>`, 12, SIZE],
  "plain text": [(n) => "这是一行普通的文字。ok\n".repeat(n / 16), 12, SIZE * 8],
  "closing pairs": [(n) => HEAD + "</Ask>\n</A_1>\nx\n".repeat(n / 16), 7, SIZE],
  "almost closing name tags": [(n) => `来自 ${"</Ask>".repeat(80)} 的提问\nid: a\n<${"</Ask>".repeat(80)}>\n<Ask>\n${"</".concat("</Ask>".repeat(79)).repeat(n / 480)}`, 16, SIZE],
  "a megabyte of white space after a closing tag": [(n) => `${HEAD}x\n</Ask>${" ".repeat(n)}`, 1, SIZE * 8],
  "mixed white space after a closing tag": [(n) => `${HEAD}x\n</Ask>${"\n \n\r\t".repeat(n / 5)}`, 1, SIZE],
  "white space after closing tags, again and again": [(n) => HEAD + `</Ask>${" ".repeat(1_100)}x`.repeat(n / 1_100), 8, SIZE],
  "indented blank lines": [(n) => HEAD + `\n${" ".repeat(1_000)}`.repeat(n / 1_000), 8, SIZE],
  "an id line of a megabyte": [(n) => `来自 A_1 的提问\nid: ${"a".repeat(n)}`, 8, SIZE * 8],
  "blank lines of a megabyte": [(n) => `来自 A_1 的提问\n${"\n".repeat(n)}`, 8, SIZE * 8],
  "a type tag without an end": [(n) => `${HEAD.slice(0, -2)} ${"a='1' ".repeat(n / 6)}`, 8, SIZE * 4],
  "white space without an end": [(n) => " ".repeat(n), 8, SIZE * 4],
  "a request of a megabyte": [(n) => `${REQUEST}${"---\n上下文摘要\n".repeat(n / 10)}`, 8, SIZE * 8],
  "a notice": [(n) => `❌ 目标 Agent "A" 不存在或不可用\n${"- a\n".repeat(n / 4)}`, 8, SIZE * 4],
};

for (const [name, parameters] of Object.entries(COSTLY)) {
  test(`${name} in small chunks cost linear time`, () => assertLinear(...parameters));
}

test("a head that makes the module's memory grow is read from where it is then", () => {
  for (let pad = 20_000; pad < 36_000; pad += 500) {
    const text = `${"\n".repeat(pad)}来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask a="${"中".repeat(1_300)}">\nhello`;
    const stream = new MessageStream();
    const { role, added } = stream.push(text);
    assert.deepEqual([role, added, stream.end()], ["A_1", "hello", parseMessage(text)], String(pad));
  }
});

test("a type tag of any length shows nothing of the frame", () => {
  for (const length of [4_096, 4_097, 65_534, 70_000]) {
    const tag = "T".repeat(length);
    const text = `来自 A_1 的提问\nid: a\n\n<A_1>\n<${tag}>\nhi\n</${tag}>\n</A_1>`;
    const stream = new MessageStream();
    for (let at = 0; at < text.length; at += 1_000) assert.ok("hi".startsWith(stream.push(text.slice(at, at + 1_000)).bubble?.content ?? ""));
    assert.deepEqual(stream.end(), parseMessage(text));
  }
});

test("a head beyond the limit of a text is plain, and no work for the module", () => {
  const stream = new MessageStream();
  assert.equal(stream.push(`来自 A_1 的提问\nid: a\n\n<A_1>\n<${"T".repeat(2 ** 24)}>\n`).kind, "plain");
  assert.equal(stream.end().diagnostics[0].code, "too-large");
});

test("an interruption says abort or error", () => {
  for (const interruption of ["abort", {}, { endedBy: "x" }, 5]) assert.throws(() => new MessageStream().end(interruption), TypeError);
  const message = new MessageStream().end({ endedBy: "abort", content: "x" });
  assert.deepEqual([message.content, message.endedBy, "cause" in message], ["", "abort", false]);
});
