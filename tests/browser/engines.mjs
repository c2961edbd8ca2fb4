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

export const ENGINES = {
  chromium: {
    async start(profile) {
      const binary = findProgram("CHROMIUM", ["chromium", "chromium-browser", "google-chrome"]);
      const driver = findProgram("CHROMEDRIVER", ["chromedriver"]);
      const args = [
        "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`,
        ...(isRoot ? ["--no-sandbox"] : []),
      ];
      return startDriver(driver, {
        browserName: "chrome",
        "goog:chromeOptions": { binary, args },
        "goog:loggingPrefs": { browser: "ALL" },
      });
    },
  },

  firefox: {
    async start(profile) {
      const binary = findProgram("FIREFOX", ["firefox-esr", "firefox"]);
      const driver = findProgram("GECKODRIVER", ["geckodriver"]);
      const capabilities = { browserName: "firefox", "moz:firefoxOptions": { binary, args: ["-headless"] } };
      return startDriver(driver, capabilities, { args: [`--profile-root=${profile}`] });
    },
  },

  webkit: {
    async start() {
      const driver = findProgram("WEBKIT_DRIVER", ["WebKitWebDriver"]);
      const binary = findProgram("MINIBROWSER", ["MiniBrowser"], miniBrowserFolders());
      const screen = await startScreen(findProgram("XVFB", ["Xvfb"]));
      const env = { DISPLAY: screen.display, ...(isRoot && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }) };
      const capabilities = {
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      };
      return startDriver(driver, capabilities, { env, needs: [screen] });
    },
  },
};

/** A session of the engine: its driver, and how to end it with all it started. */
export async function startEngine(name) {
  const profile = mkdtempSync(join(tmpdir(), "agent-bubble-browser-"));
  process.on("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const { driver, programs } = await ENGINES[name].start(profile);
  await driver.manage().setTimeouts({ script: TIMEOUT_MS, pageLoad: TIMEOUT_MS });
  await driver.manage().window().setRect(WINDOW);
  return { driver, end: () => driver.quit().finally(() => Promise.all(programs.map(stop))) };
}

async function startDriver(path, capabilities, { args = [], env, needs = [] } = {}) {
  const port = await freePort();
  const program = start(path, [`--port=${port}`, ...args], { env });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([isReady(url), program.failed]);
  const session = new Builder().disableEnvironmentOverrides().usingServer(url).withCapabilities(capabilities).build();
  return { driver: await session, programs: [program, ...needs] };
}

async function isReady(url) {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(`the driver at ${url} is not ready after ${TIMEOUT_MS} ms`);
}

/** Xvfb picks a free display and writes its number. */
async function startScreen(path) {
  const program = start(path, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = new Promise((resolve) => program.child.stdio[3].once("data", resolve));
  const display = `:${String(await Promise.race([number, program.failed])).trim()}`;
  program.child.stdio[3].destroy();
  return { ...program, display };
}

function freePort() {
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
