// How long a module takes from its import to its first answer, each time in a
// process that has never seen it.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { startEngine } from "../browser/engines.mjs";
import { startServer } from "../browser/server.mjs";

const FOLDER = fileURLToPath(new URL("../../target/bench/", import.meta.url));
const ROUNDS = 11;

const timed = (url, use) => `
const start = performance.now();
const imported = await import(${JSON.stringify(url)});
await (${use})(imported);
const time = performance.now() - start;
`;

const HOSTS = {
  async node({ path, use }) {
    const code = `${timed(pathToFileURL(path).href, use)}console.log(time);`;
    return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" }));
  },

  /** A browser of its own: within one, what was compiled once is kept. */
  async chromium({ name }, origin) {
    const session = await startEngine("chromium");
    try {
      await session.driver.get(`${origin}/${name}.html`);
      const result = () => session.driver.executeScript("return document.body.dataset.time");
      await session.driver.wait(result, 15_000, `${name} gives no time`);
      return Number(await result());
    } finally {
      await session.end();
    }
  },
};

/**
 * Subjects, each a `name`, the `path` of an ES module and its `use`, perhaps
 * only on some `hosts`, to the milliseconds of each: medians of interleaved rounds.
 */
export async function measure(subjects) {
  writePages(subjects);
  const server = await startServer([{ prefix: "/", folder: FOLDER, headers: {} }]);
  const medians = {};
  try {
    for (const [host, run] of Object.entries(HOSTS)) {
      const chosen = subjects.filter(({ hosts }) => hosts?.includes(host) ?? true);
      const times = new Map(chosen.map(({ name }) => [name, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const subject of chosen) times.get(subject.name).push(await run(subject, server.origin));
      }
      medians[host] = new Map([...times].map(([name, list]) => [name, median(list)]));
    }
  } finally {
    server.stop();
  }
  return medians;
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

function median(list) {
  return list.sort((one, other) => one - other)[Math.floor(list.length / 2)];
}
