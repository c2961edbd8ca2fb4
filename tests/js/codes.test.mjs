import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readJson, root } from "./package.mjs";

/** Its sample is too long for a file; see api.test.mjs. */
const WITHOUT_VECTOR = "too-large";

test("every declared code has a vector that gives it and a near miss that does not", () => {
  const types = readFileSync(new URL("src/wasm/types.d.ts", root), "utf8");
  const declared = types.match(/export type Code =([^;]*);/)[1].match(/[a-z-]+(?=")/g);
  const vectors = new Map(readJson("tests/vectors/codes.json").map((vector) => [vector.name, vector]));
  for (const code of declared.filter((code) => code !== WITHOUT_VECTOR)) {
    assert.ok(vectors.get(`code-${code}`)?.codes.includes(code), code);
    assert.ok(vectors.get(`near-${code}`)?.codes.includes(code) === false, `near miss of ${code}`);
  }
  assert.equal(vectors.size, 2 * (declared.length - 1));
});
