import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { cjs, codesOf, esm, readJson, root } from "./package.mjs";

const FOLDER = "tests/vectors/";

/** What is no list of texts to read: see the tests of each. */
const OTHERS = ["calls.json", "conversations.json", "format.json", "transcripts.json"];

const files = readdirSync(new URL(FOLDER, root)).filter((name) => name.endsWith(".json") && !OTHERS.includes(name));

function check({ checkMessage, parseMessage, toBubble }, vector) {
  const options = { sender: vector.sender };
  const message = parseMessage(vector.input, options);
  assert.equal(message.kind, vector.kind);
  assert.equal(message.complete, vector.complete);
  assert.deepEqual(codesOf(message), vector.codes);
  for (const [key, value] of Object.entries(vector.fields ?? {})) assert.deepEqual(message[key], value, key);
  assert.deepEqual(toBubble(vector.input, options), vector.bubble);
  assert.deepEqual(toBubble(message), vector.bubble);
  assert.deepEqual(structuredClone(message), message);
  const faults = checkMessage(vector.input, options);
  if (vector.check) assert.deepEqual(codesOf({ diagnostics: faults }), vector.check);
  for (const { start, end, message: sentence } of [...message.diagnostics, ...faults]) {
    assert.ok(0 <= start && start <= end && end <= vector.input.length);
    assert.ok(sentence.length > 0);
  }
}

for (const file of files) {
  const vectors = readJson(FOLDER + file);
  for (const [format, api] of Object.entries({ esm, cjs })) {
    test(`${file} read by the ${format} package gives its answers`, () => {
      assert.ok(vectors.length > 0);
      for (const vector of vectors) {
        try {
          check(api, vector);
        } catch (error) {
          error.message = `${vector.name}: ${error.message}`;
          throw error;
        }
      }
    });
  }
}
