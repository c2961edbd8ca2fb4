// The packed tarball in fresh projects: what `environments.mjs` lists.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { startEngine } from "../browser/engines.mjs";
import { startServer } from "../browser/server.mjs";
import { ENVIRONMENTS, RENDERED, RESULT } from "./environments.mjs";
import { call, installFresh, installedVersion, serve, writeFiles } from "./project.mjs";

const TIMEOUT_MS = 300_000;
const RESULTS = new URL("results.json", import.meta.url);
const isFull = Boolean(process.env.FULL);
/** A word of the names to run, for who works on one of them. */
const only = process.env.ONLY ?? "";
const chosen = ENVIRONMENTS.filter(({ name, quick }) => (isFull || quick) && name.includes(only));

const folders = new Map();
const versions = new Map();
let session;

before(async () => {
  session = await startEngine("chromium");
});
/** One full run stands for all: its results are what the README shows. */
after(async () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  await session?.end();
  if (isFull && only === "" && versions.size === ENVIRONMENTS.length) writeFileSync(RESULTS, results());
});

function results() {
  const rows = ENVIRONMENTS.map(({ name }) => ({ name, version: versions.get(name), result: "passes" }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/** Environments that install the same share the installation, and nothing else. */
function projectOf({ install = [], files }) {
  const key = install.join();
  if (!folders.has(key)) {
    for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
    folders.clear();
    folders.set(key, installFresh(install));
  }
  const folder = folders.get(key);
  writeFiles(folder, files);
  return folder;
}

async function resultOf(environment, folder) {
  if (environment.build) call(folder, environment.build);
  if (environment.run) {
    const printed = call(folder, environment.run);
    return JSON.parse(environment.leaves ? readFileSync(join(folder, environment.leaves), "utf8") : printed);
  }
  const { start, open } = environment;
  const server = start ? await serve(folder, start) : await serveFiles(join(folder, open));
  try {
    if (environment.fetch) return await (await fetch(server.origin)).json();
    return await shownAt(`${server.origin}/${open ? "index.html" : ""}`);
  } finally {
    await server.stop();
  }
}

const serveFiles = (folder) => startServer([{ prefix: "/", folder: `${folder}/`, headers: {} }]);

async function shownAt(url) {
  const { driver } = session;
  await driver.get(url);
  const result = () => driver.executeScript("return document.body?.dataset.result");
  await driver.wait(result, 15_000, "the page shows no result");
  const rendered = await driver.executeScript("return document.querySelector('.agent-bubble').innerText");
  assert.equal(rendered, RENDERED);
  return JSON.parse(await result());
}

/** What a visitor of a built page downloads of scripts and modules. */
function downloadSize(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const scripts = files.filter((path) => statSync(path).isFile() && /\.(js|wasm)$/.test(path));
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

async function versionOf({ install }, folder) {
  if (install) return installedVersion(folder, install[0].slice(0, install[0].lastIndexOf("@")));
  const capabilities = await session.driver.getCapabilities();
  return `Chromium ${capabilities.getBrowserVersion()}`;
}

if (!isFull) {
  test("the last full run knew these environments in these versions", () => {
    const known = JSON.parse(readFileSync(RESULTS, "utf8")).map(({ name, version, result }) => ({ name, version, result }));
    const now = ENVIRONMENTS.map(({ name, install }, at) => {
      const version = install ? install[0].slice(install[0].lastIndexOf("@") + 1) : known[at]?.version;
      return { name, version, result: "passes" };
    });
    assert.deepEqual(known, now, "run `cargo xtask test --full`");
  });
}

for (const environment of chosen) {
  test(environment.name, { timeout: TIMEOUT_MS }, async (t) => {
    const folder = projectOf(environment);
    assert.deepEqual(await resultOf(environment, folder), environment.result ?? RESULT);
    versions.set(environment.name, await versionOf(environment, folder));
    if (environment.build && environment.open) {
      t.diagnostic(`${environment.name}: ${downloadSize(join(folder, environment.open))} bytes gz of scripts`);
    }
  });
}
