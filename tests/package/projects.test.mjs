// The packed tarball in fresh projects, each in a temporary folder.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { startEngine } from "../browser/engines.mjs";
import { startServer } from "../browser/server.mjs";
import { ENVIRONMENTS, RESULT } from "./environments.mjs";

const tarball = process.env.TARBALL;
const TIMEOUT_MS = 300_000;
let session;

before(async () => {
  session = await startEngine("chromium");
});
after(() => session?.end());

function makeProject({ files, install = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "agent-bubble-project-"));
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("package.json", '{ "name": "newcomer", "private": true, "version": "1.0.0" }\n');
  for (const [path, content] of Object.entries(files)) write(path, content);
  call(folder, ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", tarball, ...install]);
  return folder;
}

function call(folder, [program, ...args]) {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

async function open(folder) {
  const server = await startServer([{ prefix: "/", folder: `${folder}/`, headers: {} }]);
  try {
    await session.driver.get(`${server.origin}/index.html`);
    const result = () => session.driver.executeScript("return document.body.dataset.result");
    await session.driver.wait(result, 15_000, "the page shows no result");
    const rendered = await session.driver.executeScript("return document.querySelector('.agent-bubble').innerText");
    assert.equal(rendered, "UI Operator_1 提问\n好了吗？");
    return JSON.parse(await result());
  } finally {
    server.stop();
  }
}

/** What a visitor of a built page downloads of scripts and modules. */
function downloadSize(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const scripts = files.filter((path) => statSync(path).isFile() && /\.(js|wasm)$/.test(path));
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

for (const environment of ENVIRONMENTS) {
  test(environment.name, { timeout: TIMEOUT_MS }, async (t) => {
    const folder = makeProject(environment);
    try {
      if (environment.build) call(folder, environment.build);
      if (environment.run) {
        assert.deepEqual(JSON.parse(call(folder, ["node", environment.run])), RESULT);
      } else {
        const served = join(folder, environment.serve);
        assert.deepEqual(await open(served), RESULT);
        if (environment.build) t.diagnostic(`${environment.name}: ${downloadSize(served)} bytes gz of scripts`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
