// What breaks in some host or tool only by standing in a file, or by running at import.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fileOf, root } from "./package.mjs";

const FOR_ANY_HOST = ["index.js", "index.cjs", "slim.js", "slim.cjs", "edge.js"];

/** A tool adds a polyfill, copies a file or gives up. */
const FORBIDDEN = [/\bBuffer\b/, /\bprocess\b/, /\bimport\.meta\b/, /\bnew URL\b/, /\brequire\(/, /["']node:/];

for (const name of FOR_ANY_HOST) {
  test(`${name} names nothing that tools act on`, () => {
    const source = readFileSync(fileOf(name), "utf8");
    assert.deepEqual(FORBIDDEN.filter((word) => word.test(source)), []);
  });
}

for (const name of ["index.js", "node.js", "slim.js"]) {
  test(`${name} imported starts nothing`, () => {
    const absent = ["WebAssembly", "TextDecoder", "TextEncoder", "atob"];
    const code = `for (const name of ${JSON.stringify(absent)}) delete globalThis[name];
      console.log(typeof (await import(${JSON.stringify(fileOf(name).href)})).parseMessage);`;
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
    assert.equal(printed, "function\n");
  });
}

for (const name of ["index.js", "index.cjs", "node.js", "node.cjs"]) {
  test(`an error of ${name} that nobody catches is no wall of text`, () => {
    const code = `import(${JSON.stringify(fileOf(name).href)}).then((all) => (all.default ?? all).parseMessage(1));`;
    const path = new URL("target/consumer/uncaught.cjs", root);
    writeFileSync(path, code);
    const { stderr } = spawnSync(process.execPath, [fileURLToPath(path)], { encoding: "utf8" });
    assert.match(stderr, /TypeError: expected a string as text, found number/);
    assert.ok(stderr.length < 4_096, `${stderr.length} units`);
  });
}
