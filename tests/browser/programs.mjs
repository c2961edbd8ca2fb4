// The programs a run needs: where they are, how they start and end.

import { spawn } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const running = new Set();

process.on("exit", () => running.forEach(kill));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** The program that the variable names, else the first of the names that is there. */
export function findProgram(variable, names, folders = searchPath()) {
  const given = process.env[variable];
  const candidates = given ? [given] : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const found = candidates.find(isExecutable);
  if (found) return found;
  if (given) throw new Error(`${variable} names ${given}, which is no program`);
  throw new Error(`${names.join(" or ")} is missing: install it, or name it in ${variable}`);
}

/** Every `<root>/<folder>/<below>` whose folder the pattern matches. */
export function foldersLike(root, pattern) {
  return list(root).filter((name) => pattern.test(name)).map((name) => join(root, name));
}

/** Starts a program in a process group of its own, which ends with this process. */
export function start(path, args, { cwd, env = {}, stdio = "ignore" } = {}) {
  const child = spawn(path, args, { cwd, detached: true, stdio, env: { ...process.env, ...env } });
  running.add(child);
  // A run that failed does not wait for what it started.
  child.unref();
  child.once("exit", () => running.delete(child));
  const failed = new Promise((_, reject) => {
    child.once("error", (error) => reject(new Error(`${path} did not start: ${error.message}`)));
    child.once("exit", (code, signal) => reject(new Error(`${path} ended early (${code ?? signal})`)));
  });
  failed.catch(() => {});
  return { child, failed };
}

export async function stop({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.ref();
  kill(child);
  await ended;
}

function kill(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

function searchPath() {
  return (process.env.PATH ?? "").split(delimiter).filter(Boolean);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
