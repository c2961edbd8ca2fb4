// The package as a project of its user has it: installed from the tarball.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export const root = new URL("../../", import.meta.url);
const consumer = new URL("target/consumer/", root);

const require = createRequire(new URL("index.cjs", consumer));

/** The package as `require` gives it. */
export const cjs = require("agent-bubble");

const entry = new URL("entry.mjs", consumer);
writeFileSync(entry, 'export * from "agent-bubble";\nexport const resolved = import.meta.resolve("agent-bubble");\n');

/** The package as `import` gives it. */
const { resolved, ...exported } = await import(entry.href);
export { exported as esm, resolved };

const installed = new URL("node_modules/agent-bubble/", consumer);

/** A file of the installed package. */
export const fileOf = (name) => new URL(name, installed);

/** Where `import` is to find the package. */
export const madeForNode = fileOf("node.js").href;

/** A copy of the package that has not been started yet. */
export async function freshCopy(name, file = "node.js") {
  return import(`${fileOf(file)}?${name}`);
}

/** The entry without the module inside, as `import` and as `require` give it. */
export const slimEsm = await import(fileOf("slim.js").href);
export const slimCjs = require("agent-bubble/slim");

/** The bytes of the module, as `slim` wants them. */
export const moduleBytes = readFileSync(fileOf("agent_bubble.wasm"));

/** Every file of the package that a host can be given; `edge.js` runs only in its own hosts. */
export async function everyBundle() {
  const imported = ["index.js", "node.js", "slim.js"].map(async (name) => [name, await import(fileOf(name).href)]);
  const required = ["index.cjs", "node.cjs", "slim.cjs"].map((name) => [name, require(fileURLToPath(fileOf(name)))]);
  const bundles = new Map([...(await Promise.all(imported)), ...required]);
  for (const { initSync } of bundles.values()) initSync?.(moduleBytes);
  return bundles;
}

export function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

export function codesOf(message) {
  return [...new Set(message.diagnostics.map((diagnostic) => diagnostic.code))].sort();
}
