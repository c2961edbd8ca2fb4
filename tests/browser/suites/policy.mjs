import assert from "node:assert/strict";

const TEXT = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask>\nok?\n</Ask>\n</A_1>";

/** Without these a page without a policy would pass. */
const DIRECTIVES = ["script-src", "style-src", "require-trusted-types-for"];
const PAGES = { bare: (browser) => browser.openBare(), site: (browser) => browser.openSite() };

/** `script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'`, all at once. */
export function policyTests(browser, test) {
  test("every_call_under_the_policy_violates_nothing", async () => {
    await PAGES.bare(browser);
    const shown = await browser.run(async ({ codec }, text) => {
      await codec.init();
      const message = codec.parseMessage(text);
      document.body.append(codec.renderBubble(codec.toBubble(text)), codec.renderBubble(message));
      return document.body.querySelectorAll(".agent-bubble").length;
    }, TEXT);
    assert.equal(shown, 2);
    assert.deepEqual(await violated(browser), []);
  });

  test("site_in_use_violates_nothing", async () => {
    await PAGES.site(browser);
    await browser.type("#message", TEXT);
    assert.equal(await browser.run(() => document.querySelector("#bubble .agent-bubble-content").textContent), "ok?");
    assert.deepEqual(await violated(browser), []);
  });

  for (const [page, open] of Object.entries(PAGES)) {
    for (const directive of DIRECTIVES) {
      test(`${directive}_is_in_force_on_the_${page}_page`, async () => {
        await open(browser);
        await browser.run(async (_, directive) => (await import("/tests/violations.js")).violate(directive), directive);
        const found = await violated(browser);
        assert.ok(found.some((name) => name.startsWith(directive)), `${directive} let it pass: ${found}`);
        await browser.forgetFaults();
      });
    }
  }
}

/** The directives that were violated; the events come a task later. */
async function violated(browser) {
  return browser.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return window.faults.flatMap((fault) => fault.match(/^([a-z-]+) forbids/)?.[1] ?? []);
  });
}
