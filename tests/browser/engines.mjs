// How each engine starts: its programs, its flags, its capabilities.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Builder } from "selenium-webdriver";

import { findProgram, foldersLike, start, stop } from "./programs.mjs";

const TIMEOUT_MS = 30_000;
const WINDOW = { width: 1000, height: 800 };

/** Browsers refuse to build their sandbox for root; the pages are our own. */
const isRoot = process.getuid?.() === 0;

/** What each engine needs to start: programs that are missing throw before any is started. */
export const ENGINES = {
  async chromium({ profile, begin }) {
    const binary = findProgram("CHROMIUM", ["chromium", "chromium-browser", "google-chrome"]);
    const driver = findProgram("CHROMEDRIVER", ["chromedriver"]);
    const args = [
      "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`,
      ...(isRoot ? ["--no-sandbox"] : []),
    ];
    return {
      url: await startDriver(begin, driver),
      capabilities: {
        browserName: "chrome",
        "goog:chromeOptions": { binary, args },
        "goog:loggingPrefs": { browser: "ALL" },
      },
    };
  },

  async firefox({ profile, begin }) {
    const binary = findProgram("FIREFOX", ["firefox-esr", "firefox"]);
    const driver = findProgram("GECKODRIVER", ["geckodriver"]);
    return {
      url: await startDriver(begin, driver, { args: [`--profile-root=${profile}`] }),
      capabilities: { browserName: "firefox", "moz:firefoxOptions": { binary, args: ["-headless"] } },
    };
  },

  async webkit({ begin }) {
    const driver = findProgram("WEBKIT_DRIVER", ["WebKitWebDriver"]);
    const binary = findProgram("MINIBROWSER", ["MiniBrowser"], miniBrowserFolders());
    const display = await startScreen(begin, findProgram("XVFB", ["Xvfb"]));
    const env = { DISPLAY: display, ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }) };
    return {
      url: await startDriver(begin, driver, { env }),
      capabilities: {
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      },
    };
  },
};

/** A session of the engine: its driver, and how to end it with all it started. */
export async function startEngine(name) {
  const profile = mkdtempSync(join(tmpdir(), "agent-bubble-browser-"));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  process.on("exit", removeProfile);
  const programs = [];
  const begin = (...parameters) => {
    programs.push(start(...parameters));
    return programs.at(-1);
  };
  const stopAll = async () => {
    await Promise.all(programs.map(stop));
    removeProfile();
    process.off("exit", removeProfile);
  };
  try {
    const driver = await openSession(await ENGINES[name]({ profile, begin }));
    return { driver, end: () => driver.quit().finally(stopAll) };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** The driver's path is ours to give: nothing here looks for one, or downloads it. */
async function openSession({ url, capabilities }) {
  const builder = new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(capabilities);
  const driver = await Promise.race([builder.build(), tooLate(`${capabilities.browserName} does not start`)]);
  await driver.manage().setTimeouts({ script: TIMEOUT_MS, pageLoad: TIMEOUT_MS });
  await driver.manage().window().setRect(WINDOW);
  return driver;
}

async function startDriver(begin, path, { args = [], env } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = begin(path, [`--port=${port}`, ...args], { env });
  await Promise.race([isReady(url, program), program.failed, tooLate(`${path} is not ready`)]);
  return url;
}

async function isReady(url, { child }) {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
}

/** Xvfb picks a free display and writes its number. */
async function startScreen(begin, path) {
  const program = begin(path, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const pipe = program.child.stdio[3];
  const number = new Promise((resolve) => pipe.once("data", resolve));
  const display = await Promise.race([number, program.failed, tooLate(`${path} shows no display`)]);
  // Closed, it would end Xvfb with its next write.
  pipe.unref();
  return `:${String(display).trim()}`;
}

async function tooLate(what) {
  await wait(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`${what} after ${TIMEOUT_MS} ms`);
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function miniBrowserFolders() {
  const libraries = foldersLike("/usr/lib", /./).concat("/usr/lib", "/usr/libexec");
  return libraries.flatMap((folder) => foldersLike(folder, /^webkit2?gtk-/));
}
