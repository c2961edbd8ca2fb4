import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readJson, root } from "./package.mjs";

/** Its sample is too long for a file: see api.test.mjs. */
const WITHOUT_VECTOR = "too-large";

/** It comes from writing: its vectors stand in format.json. */
const WRITTEN = "unwritable";

const types = readFileSync(new URL("src/wasm/types.d.ts", root), "utf8");
const declared = types.match(/export type Code =([^;]*);/)[1].match(/[a-z-]+(?=")/g);
const vectors = new Map(readJson("tests/vectors/codes.json").map((vector) => [vector.name, vector]));
const read = declared.filter((code) => code !== WITHOUT_VECTOR && code !== WRITTEN);

test("every declared code has a vector that gives it and a near miss that does not", () => {
  const codesOf = ({ codes, check = [] }) => [...codes, ...check];
  for (const code of read) {
    assert.ok(codesOf(vectors.get(`code-${code}`) ?? { codes: [] }).includes(code), code);
    assert.ok(codesOf(vectors.get(`near-${code}`) ?? { codes: [code] }).includes(code) === false, `near miss of ${code}`);
  }
  assert.equal(vectors.size, 2 * read.length);
});

test("the codes of contents come from checkMessage alone", () => {
  for (const code of ["bidi-in-content", "control-in-content", "embedded-close", "embedded-message"]) {
    for (const name of [`code-${code}`, `near-${code}`]) assert.ok(!vectors.get(name).codes.includes(code) && Array.isArray(vectors.get(name).check), name);
  }
});
