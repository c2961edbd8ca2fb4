// A project of a newcomer: a fresh folder, the packed tarball, and the packages of a tool.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { freePort } from "../browser/engines.mjs";
import { start, stop } from "../browser/programs.mjs";

const START_TIMEOUT_MS = 60_000;
const KEPT = new Set(["node_modules", "package.json", "package-lock.json"]);
const NPM_INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

/** A folder with the tarball and other packages installed. */
export function installFresh(packages = []) {
  const folder = mkdtempSync(join(tmpdir(), "agent-bubble-project-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "newcomer", "private": true, "version": "1.0.0" }\n');
  call(folder, [...NPM_INSTALL, process.env.TARBALL, ...packages]);
  return folder;
}

/** Puts the files into the folder, in place of all that is there but the packages. */
export function writeFiles(folder, files) {
  const old = readdirSync(folder).filter((name) => !KEPT.has(name));
  for (const name of [...old, "node_modules/.vite", "node_modules/.cache"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** What a command prints; the programs of the project's packages come first, Node among them. */
export function call(folder, [program, ...args]) {
  const options = { cwd: folder, env: environmentOf(folder), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
  try {
    return execFileSync(program, args, options);
  } catch ({ message, stdout, stderr }) {
    throw new Error([message, stdout, stderr].join("\n"));
  }
}

/** Starts a server whose command has `PORT` for the port; its origin, and what stops it. */
export async function serve(folder, command) {
  const port = String(await freePort());
  const [program, ...args] = command.map((word) => word.replace("PORT", port));
  const origin = `http://127.0.0.1:${port}`;
  const running = start(program, args, { cwd: folder, env: environmentOf(folder) });
  await Promise.race([answers(origin), running.failed]);
  return { origin, stop: () => stop(running) };
}

export function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

function environmentOf(folder) {
  const path = [join(folder, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, CI: "1", NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false" };
}

async function answers(origin) {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    if (await fetch(origin).catch(() => null)) return;
    await wait(100);
  }
  throw new Error(`no server answers after ${START_TIMEOUT_MS} ms`);
}
