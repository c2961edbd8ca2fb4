// The package as a project of its user has it: installed from the tarball.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = new URL("../../", import.meta.url);
const consumer = new URL("target/consumer/", root);

const require = createRequire(new URL("index.cjs", consumer));

/** The package as `require` gives it. */
export const cjs = require("agent-bubble");

const entry = new URL("entry.mjs", consumer);
writeFileSync(entry, 'export * from "agent-bubble";\n');

/** The package as `import` gives it. */
export const esm = await import(entry.href);

/** A copy of the package that has not been started yet. */
export async function freshCopy(name) {
  const path = fileURLToPath(new URL("node_modules/agent-bubble/node.js", consumer));
  return import(`${pathToFileURL(path).href}?${name}`);
}

export function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

export function codesOf(message) {
  return [...new Set(message.diagnostics.map((diagnostic) => diagnostic.code))].sort();
}
