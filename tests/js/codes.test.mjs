import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readJson, root } from "./package.mjs";

/** Its sample is too long for a file: see api.test.mjs. */
const WITHOUT_VECTOR = "too-large";

/** It comes from writing: its vectors stand in format.json. */
const WRITTEN = "unwritable";

/** The files of vectors that give codes, with the codes of one of their vectors. */
const FILES = {
  "codes.json": ({ codes, check = [] }) => [...codes, ...check],
  "conversations.json": ({ findings }) => findings.map(([code]) => code),
  "calls.json": ({ codes }) => codes.map(([code]) => code),
};

const types = readFileSync(new URL("src/wasm/types.d.ts", root), "utf8");
const declared = types.match(/export type Code =([^;]*);/)[1].match(/[a-z-]+(?=")/g);
const files = Object.entries(FILES).map(([file, codesOf]) => ({ file, codesOf, vectors: new Map(readJson(`tests/vectors/${file}`).map((vector) => [vector.name, vector])) }));

const isSample = (name) => /^(code|near)-/.test(name);

test("every declared code has a vector that gives it", () => {
  for (const code of declared) {
    if (code !== WITHOUT_VECTOR && code !== WRITTEN) assert.ok(files.some(({ vectors }) => vectors.has(`code-${code}`)), code);
  }
});

for (const { file, codesOf, vectors } of files) {
  test(`each code of ${file} is declared, and has a vector that gives it and a near miss that does not`, () => {
    const samples = [...vectors.keys()].filter(isSample);
    const codes = new Set(samples.map((name) => name.slice("code-".length)));
    for (const code of codes) {
      assert.ok(declared.includes(code), code);
      assert.ok(codesOf(vectors.get(`code-${code}`)).includes(code), code);
      assert.ok(!codesOf(vectors.get(`near-${code}`)).includes(code), `near miss of ${code}`);
    }
    assert.equal(samples.length, 2 * codes.size);
  });
}

test("codes.json holds nothing else", () => assert.ok([...files[0].vectors.keys()].every(isSample)));

test("the codes of contents come from checkMessage alone", () => {
  for (const code of ["bidi-in-content", "control-in-content", "embedded-close", "embedded-message"]) {
    for (const name of [`code-${code}`, `near-${code}`]) {
      const vector = files[0].vectors.get(name);
      assert.ok(!vector.codes.includes(code) && Array.isArray(vector.check), name);
    }
  }
});
