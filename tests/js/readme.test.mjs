// The README's JavaScript runs, and prints what it says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "./package.mjs";

const readme = readFileSync(new URL("README.md", root), "utf8");
const samples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, sample]) => sample);

/** An expression with its value behind it. */
const VALUE = /^(\w[\w.]*); \/\/ .*$/gm;

/** What is said of a value, or of what a line prints. */
const SAID = /^\w[\w.]*; \/\/ (.*)$|console\.log\(.*\n\/\/ (.*)/gm;

/** A sample that defines a function for pages: a directive appends nothing. */
const CALLS = `
if (typeof show === "function") show("REPLY_SKIP", { append: () => console.log("appended") });
`;

test("the README has samples in JavaScript", () => assert.ok(samples.length >= 2));

samples.forEach((sample, at) => {
  test(`sample ${at + 1} of the README runs and prints what its comments say`, () => {
    const path = fileURLToPath(new URL(`target/consumer/readme-${at + 1}.mjs`, root));
    writeFileSync(path, sample.replace(VALUE, "console.log(JSON.stringify($1));") + CALLS);
    const printed = execFileSync("node", [path], { encoding: "utf8" }).trim();
    const said = [...sample.matchAll(SAID)].map(([, value, line]) => value ?? line).join("\n");
    assert.equal(printed, said);
  });
});
