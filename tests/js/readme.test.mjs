// The JavaScript of README.md and docs/ runs, and prints what it says; tables and
// templates say what the package does.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { esm, root } from "./package.mjs";

const { KINDS, formatMessage, parseMessage } = esm;

const docs = readdirSync(new URL("docs/", root)).filter((name) => name.endsWith(".md"));
const pages = ["README.md", ...docs.map((name) => `docs/${name}`)].map((name) => {
  const text = readFileSync(new URL(name, root), "utf8");
  return { name, text, samples: fenced(text, "js") };
});

function fenced(text, language) {
  return [...text.matchAll(new RegExp("^```" + language + "\\n(.*?)^```", "gms"))].map(([, inside]) => inside);
}

/** An expression with its value behind it. */
const VALUE = /^(\w[\w.]*); \/\/ (.*)$/;

/** A comment right below a line of code: what is printed there. */
const PRINTED = /^\/\/ ?(.*)$/;

/** What a sample says it prints. */
function said(sample) {
  let isPrinted = false;
  const lines = sample.split("\n").flatMap((line) => {
    const value = VALUE.exec(line)?.[2];
    const printed = isPrinted ? PRINTED.exec(line)?.[1] : undefined;
    isPrinted = printed !== undefined || !(line === "" || line.startsWith("//"));
    return value ?? printed ?? [];
  });
  return lines.join("\n");
}

/** Samples that define a function: for pages, where a directive appends nothing, and for sockets. */
const CALLS = `
const list = { append: () => console.log("appended") };
if (typeof show === "function") show("REPLY_SKIP", list);
if (typeof follow === "function") {
  globalThis.fetch = async () => new Response("REPLY_SKIP");
  await follow("/", list);
}
if (typeof listen === "function") {
  const drawn = [];
  const socket = {};
  listen(socket, (bubble) => drawn.push(bubble?.content));
  for (const data of ["From A_1: question\\nid: a\\n<A_1", ">\\n<Ask>\\nok", "?"]) socket.onmessage({ data });
  socket.onclose({ wasClean: false });
  if (drawn.join() !== ",ok,ok?,ok?") console.log(drawn);
}
`;

/** Writes a sample where it finds the package. */
function toFile(name, sample) {
  const path = new URL(`target/consumer/${name}.mjs`, root);
  writeFileSync(path, sample);
  return path;
}

for (const { name, samples } of pages) {
  test(`${name} has samples in JavaScript`, () => assert.ok(samples.length >= 2));

  samples.forEach((sample, at) => {
    test(`sample ${at + 1} of ${name} runs and prints what its comments say`, () => {
      const values = sample.replace(new RegExp(VALUE, "gm"), "console.log(JSON.stringify($1));");
      const path = toFile(`sample-${name.replace(/\W/g, "-")}-${at + 1}`, values + CALLS);
      const printed = execFileSync("node", [fileURLToPath(path)], { encoding: "utf8" }).trim();
      assert.equal(printed, said(sample));
    });
  });
}

const LISTED = { tool: "sessions_list", result: { sessions: [{ key: "agent:writer:main" }] } };
const ASK = formatMessage({ kind: "ask", role: "A_1", id: "ask_a_001", target: "Team Leader", content: "?" });
const oneLine = (line, code, severity = "error") => new RegExp(`^line ${line}: ${severity}: ${code}: [^\\n]+\\n$`);
const TRAFFIC = {
  "that keeps the rules": { rows: [LISTED, { text: ASK, sender: "A_1" }], code: 0, said: /^$/ },
  "that breaks one": { rows: [{ text: ASK }, "", { text: ASK.replace("?", "!") }], code: 1, said: oneLine(3, "duplicate-id") },
  "with a damaged text": { rows: [{ text: ASK.replace("</Ask>", "") }], code: 1, said: oneLine(1, "unclosed") },
  "with a false sender": { rows: [{ text: ASK, sender: "B_1" }], code: 1, said: oneLine(1, "sender-mismatch") },
  "with a retired prefix": { rows: [{ text: "[系统通知|task] x" }], code: 1, said: oneLine(1, "retired-prefix") },
  "with a bad argument": { rows: [LISTED, { tool: "sessions_spawn", arguments: "{\"task" }], code: 1, said: oneLine(2, "bad-argument of arguments") },
  "with a bad result": {
    rows: [{ tool: "sessions_spawn", arguments: { task: "x" }, result: { status: "accepted", runId: "r" } }], code: 1, said: oneLine(1, "bad-result of childSessionKey"),
  },
  "that deserves a warning": { rows: [{ text: ASK.replace("ask_a", "a") }], code: 0, said: oneLine(1, "id-prefix", "warning") },
};

for (const [name, { rows, code, said }] of Object.entries(TRAFFIC)) {
  test(`the check of README.md ends a run of traffic ${name} with ${code}`, () => {
    const sample = pages[0].samples.find((sample) => sample.includes("check-traffic.mjs"));
    const input = rows.map((row) => `${row && JSON.stringify(row)}\n`).join("");
    const { status, stderr } = spawnSync("node", [fileURLToPath(toFile("check-traffic", sample))], { input, encoding: "utf8" });
    assert.equal(status, code);
    assert.match(stderr, said);
  });
}

const backends = pages.find(({ name }) => name === "docs/backends.md");

/** The value of a cell: JavaScript between backticks. */
function valueOf(cell) {
  return new Function(`return (${cell.replace(/^`|`$/g, "")})`)();
}

/** The tables of expressions: the cells of each row, with those of its header. */
const rows = backends.text.split(/\n{2,}/).flatMap((block) => {
  const [header, , ...below] = block.split("\n").map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
  return header[1] === "it reads" ? below.map((cells) => ({ header, cells })) : [];
});

test("docs/backends.md compares expressions with agent-bubble", () => assert.ok(rows.length >= 15));

rows.forEach(({ header, cells }) => {
  test(`${header[0]} and agent-bubble read ${cells[0]} as docs/backends.md says`, async () => {
    const sample = backends.samples.find((sample) => sample.includes("function compare"));
    const { compare } = await import(toFile("compare", `${sample}export { compare };\n`).href);
    const names = [...header[2].matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const [expression, fields, read, bubble] = [header[0], cells[0], cells[1], cells[2]].map(valueOf);
    assert.deepEqual(compare(expression, names, fields), [read, bubble, cells[3]]);
  });
});

const HOSTILE = ["A_1", "研究 的人_1", "Team Leader 的任务发布", "A_1 向 Team Leader 的任务发布", "<Task>", "id: x", "</Ask>"];
const BROKEN = ["\n", "\r", "\t", "\u0085", "\u2028"].map((end) => `A_1${end}id: x`);

test("what is written has one head, and an expression reads no action of another kind in it", () => {
  const actions = KINDS.flatMap(({ action, alsoSent }) => [action?.zh, action?.en, ...alsoSent]);
  for (const { kind, action, tag } of KINDS.filter(({ action }) => action)) {
    for (const name of HOSTILE) {
      const fields = { kind, role: name, id: name, target: name, attributes: [["note", `${name}">\n`]] };
      const text = formatMessage({ ...fields, content: `${name}\n来自 Team Leader 的任务发布` });
      const [header, id, blank, nameTag, typeTag] = text.split("\n");
      assert.equal(header, `来自 ${name} 向 ${name} 的${action.zh}`);
      assert.deepEqual([id, blank, nameTag], [`id: ${name}`, "", `<${name}>`]);
      assert.match(typeTag, new RegExp(`^<${tag} note="[^<>"]*"( target="[^<>"]*")?>$`));
      const [, , read] = /^来自 (.+?) 的(.+)$/m.exec(text);
      assert.ok(read === action.zh || !actions.includes(read), read);
    }
  }
});

test("a line end or another control character is refused with its field", () => {
  const fields = { kind: "other", role: "A_1", target: "B_1", id: "msg_1", action: "通知", tag: "Notice", content: "" };
  for (const field of ["role", "target", "id", "action"]) {
    for (const value of BROKEN) {
      assert.throws(() => formatMessage({ ...fields, [field]: value }), { code: "unwritable", field });
    }
  }
  assert.throws(() => formatMessage({ ...fields, action: "任务发布" }), { code: "unwritable", field: "action" });
});

const instructions = fenced(backends.text, "text");

test("docs/backends.md instructs in two languages", () => assert.equal(instructions.length, 2));

instructions.forEach((text, at) => {
  test(`the templates of instruction ${at + 1} are the package's own`, () => {
    const language = ["zh", "en"][at];
    const [frame] = text.match(/^(来自|From) \{.*?^<\/\{(角色|role)\}>/ms);
    const action = KINDS.find(({ kind }) => kind === "ask").action[language];
    const values = { 角色: "A_1", role: "A_1", 动作: action, action, 消息id: "ask_1", "message id": "ask_1", 接收方: "B_1", receiver: "B_1" };
    Object.assign(values, { 标签: "Ask", tag: "Ask", 内容: "x", content: "x" });
    const ask = { kind: "ask", role: "A_1", id: "ask_1", content: "x", language };
    const fill = (template) => template.replace(/\{(.*?)\}/g, (_, name) => values[name]);
    assert.equal(fill(frame), formatMessage(ask));
    const [withReceiver] = text.match(/(来自 \{角色\} 向|From \{role\} to) .*(?=[。.]$)/m);
    assert.equal(fill(withReceiver), formatMessage({ ...ask, target: "B_1" }).split("\n")[0]);

    const template = text.slice(text.indexOf("【Agent 间通信】"));
    const request = template.replace("<阻塞等待/即发即走/非阻塞>", "阻塞等待").replace(/^(timeout: )<.*>/m, "$1120");
    const { kind, diagnostics, expects, complete } = parseMessage(request);
    assert.deepEqual({ kind, diagnostics, expects, complete }, { kind: "request", diagnostics: [], expects: "blocking", complete: true });

    for (const { action, tag } of KINDS.filter(({ action }) => action)) {
      assert.ok(text.includes(action[language]) && text.includes(tag), action[language]);
    }
  });
});
