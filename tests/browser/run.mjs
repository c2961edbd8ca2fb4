// node tests/browser/run.mjs chromium firefox webkit

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { Browser } from "./browser.mjs";
import { ENGINES } from "./engines.mjs";
import { apiTests } from "./suites/api.mjs";
import { conversationTests } from "./suites/conversation.mjs";
import { directionTests } from "./suites/direction.mjs";
import { hostileTests } from "./suites/hostile.mjs";
import { lastingTests } from "./suites/lasting.mjs";
import { layoutTests } from "./suites/layout.mjs";
import { pageTests } from "./suites/page.mjs";
import { policyTests } from "./suites/policy.mjs";
import { streamTests } from "./suites/stream.mjs";
import { vectorTests } from "./suites/vectors.mjs";
import { writerTests } from "./suites/writer.mjs";

const SUITES = {
  vectors: vectorTests,
  api: apiTests,
  layout: layoutTests,
  direction: directionTests,
  hostile: hostileTests,
  page: pageTests,
  writer: writerTests,
  conversation: conversationTests,
  stream: streamTests,
  policy: policyTests,
  lasting: lastingTests,
};
const TEST_TIMEOUT_MS = 60_000;

const engines = process.argv.slice(2);
const unknown = engines.filter((engine) => !Object.hasOwn(ENGINES, engine));

if (engines.length === 0 || unknown.length > 0) {
  console.error(`usage: node run.mjs <engine>..., of ${Object.keys(ENGINES).join(", ")}`);
  process.exit(2);
}

for (const engine of engines) {
  describe(engine, () => {
    const browser = new Browser(engine);
    const test = (name, check) => it(name, { timeout: TEST_TIMEOUT_MS }, async (t) => {
      await check(t);
      assert.deepEqual(await browser.faults(), [], "faults of the page");
    });
    before(() => browser.start(), { timeout: TEST_TIMEOUT_MS });
    after(() => browser.end());
    for (const [subject, suite] of Object.entries(SUITES)) describe(subject, () => suite(browser, test));
  });
}
