// How long a module takes from its import to its first answer, each time in a
// process that has never seen it.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { startEngine } from "../browser/engines.mjs";
import { startServer } from "../browser/server.mjs";

const FOLDER = fileURLToPath(new URL("../../target/bench/", import.meta.url));
const ROUNDS = 21;
const WARMING = { name: "warming", path: fileURLToPath(new URL("warming.mjs", import.meta.url)), use: "({ answer }) => answer" };

const timed = (url, use) => `
const start = performance.now();
const imported = await import(${JSON.stringify(url)});
await (${use})(imported);
const time = performance.now() - start;
`;

/** Each runs every subject once, in a process that has seen none of them. */
const HOSTS = {
  async node(subjects) {
    return subjects.map(({ path, use }) => {
      const code = `${timed(pathToFileURL(path).href, use)}console.log(time);`;
      return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" }));
    });
  },

  /** A new browser, warmed by a page of its own: its start is not ours. */
  async chromium(subjects, origin) {
    const session = await startEngine("chromium");
    const times = [];
    try {
      for (const { name } of [WARMING, ...subjects]) {
        await session.driver.get(`${origin}/${name}.html`);
        const result = () => session.driver.executeScript("return document.body.dataset.time");
        await session.driver.wait(result, 15_000, `${name} gives no time`);
        times.push(Number(await result()));
      }
    } finally {
      await session.end();
    }
    return times.slice(1);
  },
};

/**
 * Subjects, each a `name`, the `path` of an ES module and its `use`, perhaps
 * only on some `hosts`, to the milliseconds of each: the shortest of many
 * rounds, since noise only adds, each of which begins with another subject.
 */
export async function measure(subjects) {
  writePages([WARMING, ...subjects]);
  const server = await startServer([{ prefix: "/", folder: FOLDER, headers: {} }]);
  const shortest = {};
  try {
    for (const [host, run] of Object.entries(HOSTS)) {
      const chosen = subjects.filter(({ hosts }) => hosts?.includes(host) ?? true);
      shortest[host] = await shortestOf(chosen, (order) => run(order, server.origin));
    }
  } finally {
    server.stop();
  }
  return shortest;
}

async function shortestOf(subjects, run) {
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % subjects.length;
    const order = [...subjects.slice(first), ...subjects.slice(0, first)];
    (await run(order)).forEach((time, at) => times.get(order[at].name).push(time));
  }
  return new Map([...times].map(([name, list]) => [name, Math.min(...list)]));
}

function writePages(subjects) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path, use } of subjects) {
    copyFileSync(path, `${FOLDER}${name}.js`);
    const script = `${timed(`./${name}.js`, use)}document.body.dataset.time = time;`;
    writeFileSync(`${FOLDER}${name}.html`, `<!doctype html><title>${name}</title><body><script type="module">${script}</script>`);
  }
}
