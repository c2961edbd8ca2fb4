import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { codesOf, esm, readJson, root } from "./package.mjs";

const entries = readJson("tests/vectors/codes.json");

function codesGivenBy({ input, repeat, count, sender }) {
  return codesOf(esm.parseMessage(input ?? repeat.repeat(count), { sender }));
}

test("every declared code has a sample that gives it and a near miss that does not", () => {
  const types = readFileSync(new URL("src/wasm/types.d.ts", root), "utf8");
  const union = types.match(/export type Code =([^;]*);/)[1];
  assert.deepEqual(entries.map(({ code }) => code), union.match(/[a-z-]+(?=")/g));
  for (const { code, gives, nearMiss } of entries) {
    assert.ok(codesGivenBy(gives).includes(code), code);
    assert.ok(!codesGivenBy(nearMiss).includes(code), `near miss of ${code}`);
  }
});
