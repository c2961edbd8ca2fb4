// One browser: what the tests do with it.

import { By, Key } from "selenium-webdriver";

import { startEngine } from "./engines.mjs";
import { startServer } from "./server.mjs";

const READY_TIMEOUT_MS = 15_000;

export class Browser {
  #server;
  #session;

  constructor(engine) {
    this.engine = engine;
  }

  async start() {
    this.#server = await startServer();
    this.#session = await startEngine(this.engine);
  }

  async end() {
    await this.#session?.end();
    this.#server?.stop();
  }

  /** A fresh page without any style sheet. */
  async openBare() {
    await this.#open("/tests/bare.html", "return Boolean(window.tools)");
  }

  /** A fresh page of the site. */
  async openSite() {
    await this.#open("/index.html", "return Boolean(document.documentElement.dataset.ready)");
  }

  /** Runs a function in the page: its first argument are the page's tools. */
  async run(inPage, ...values) {
    const { value, error } = await this.#session.driver.executeAsyncScript(
      `const done = arguments[arguments.length - 1];
      const values = Array.from(arguments).slice(0, -1);
      (async () => (${inPage})(window.tools, ...values))().then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`,
      ...values,
    );
    if (error !== undefined && error !== null) throw new Error(`in the page: ${error}`);
    return value;
  }

  async click(selector) {
    const { driver } = this.#session;
    const element = await driver.findElement(By.css(selector));
    // A driver that clicks during a smooth scroll misses.
    await driver.executeScript("arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })", element);
    await element.click();
  }

  /** Types in place of what a field holds. */
  async type(selector, text) {
    const field = await this.#session.driver.findElement(By.css(selector));
    await field.clear();
    await field.sendKeys(text.replaceAll("\n", Key.ENTER));
  }

  /** What went wrong in the page since it was opened. */
  async faults() {
    const faults = await this.run(() => window.faults);
    return this.engine === "chromium" ? [...faults, ...(await this.#log())] : faults;
  }

  /** After a test that provoked some. */
  async forgetFaults() {
    await this.run(() => void window.faults.splice(0));
    if (this.engine === "chromium") await this.#log();
  }

  async #log() {
    const entries = await this.#session.driver.manage().logs().get("browser");
    return entries.filter(({ level }) => level.value >= 900).map(({ message }) => message);
  }

  async #open(path, isReady) {
    const { driver } = this.#session;
    await driver.get(this.#server.origin + path);
    await driver.wait(() => driver.executeScript(isReady), READY_TIMEOUT_MS).catch(async () => {
      throw new Error(`${path} does not start: ${await this.faults()}`);
    });
  }
}
