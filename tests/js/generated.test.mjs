// The same texts read three times: by the package, by the crate natively and
// by the reference.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.mjs";
import { codesOf, esm, everyBundle, readJson, root } from "./package.mjs";
import { parseMessage as readByReference } from "./reference.mjs";

const COUNT = 100_000;
const SEED = Number(process.env.SEED ?? 1);

/** Codes that the reference leaves out. */
const NOT_IN_REFERENCE = new Set(["confusable-role", "invisible-in-role"]);

/** Codes that no generated text gives: vectors and api.test.mjs do. */
const NOT_GENERATED = new Set([...NOT_IN_REFERENCE, "too-large"]);

const inputs = [...generate(SEED, COUNT)];
const read = ({ text, sender }) => esm.parseMessage(text, { sender });

function withoutPlaces({ diagnostics, ...fields }) {
  const codes = codesOf({ diagnostics }).filter((code) => !NOT_IN_REFERENCE.has(code));
  return { ...fields, codes };
}

function readNatively(list) {
  const program = fileURLToPath(new URL("target/release/examples/answers", root));
  const input = list.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  const { status, stdout, stderr } = spawnSync(program, { input, encoding: "utf8", maxBuffer: 2 ** 31 });
  assert.equal(status, 0, stderr);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

test("generated texts read by the package and by the reference give the same messages", () => {
  for (const input of inputs) {
    const reference = withoutPlaces(readByReference(input.text, { sender: input.sender }));
    assert.deepEqual(withoutPlaces(read(input)), reference, JSON.stringify(input));
  }
});

test("texts of every length read by every file of the package give the same messages", async () => {
  const bundles = await everyBundle();
  inputs.slice(0, 20_000).forEach(({ text, sender }, at) => {
    const middle = Math.floor(text.length / 2);
    const padded = text.slice(0, middle) + "🙂x".repeat((at * 37) % 700) + text.slice(middle);
    const reference = withoutPlaces(readByReference(padded, { sender }));
    for (const [name, { parseMessage }] of bundles) {
      assert.deepEqual(withoutPlaces(parseMessage(padded, { sender })), reference, `${name}: ${JSON.stringify(padded)}`);
    }
  });
});

test("generated texts read by the package and natively give the same messages, places included", () => {
  const valid = inputs.filter(({ text }) => text.isWellFormed());
  assert.ok(valid.length > COUNT / 2);
  const native = readNatively(valid);
  valid.forEach((input, at) => assert.deepEqual(read(input), native[at], JSON.stringify(input)));
});

test("a bubble of a text is the bubble of its message", () => {
  for (const input of inputs) {
    const { text, sender } = input;
    const message = read(input);
    const bubble = esm.toBubble(text, { sender });
    assert.deepEqual(bubble, esm.toBubble(message), JSON.stringify(input));
    assert.ok(text.includes(message.content), JSON.stringify(input));
  }
});

test("generated texts give every kind and every code", (t) => {
  const counts = new Map();
  for (const input of inputs) {
    const message = read(input);
    for (const name of [message.kind, ...codesOf(message)]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const list = [...counts].sort((a, b) => b[1] - a[1]);
  t.diagnostic(list.map(([name, count]) => `${name} ${count}`).join(", "));
  const vectors = readJson("tests/vectors/codes.json").concat(readJson("tests/vectors/messages.json"));
  for (const name of vectors.flatMap(({ kind, codes }) => [kind, ...codes])) {
    assert.ok(counts.has(name) || NOT_GENERATED.has(name), `no generated text gives ${name}`);
  }
});
