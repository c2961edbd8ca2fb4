import assert from "node:assert/strict";

const SOUND = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask>\nok?\n</Ask>\n</A_1>";
const DAMAGED = SOUND.replaceAll("Ask>", "Answer>");

/** What the types promise, in a page. */
export function apiTests(browser, test) {
  test("first_use_without_init_works", async () => {
    await browser.openBare();
    assert.equal(await browser.run(({ codec }) => codec.toBubble("你好").content), "你好");
  });

  test("init_twice_resolves_to_nothing", async () => {
    await browser.openBare();
    const results = await browser.run(async ({ codec }) => {
      const results = await Promise.all([codec.init(), codec.init()]);
      return [...results, await codec.init()].map(String);
    });
    assert.deepEqual(results, ["undefined", "undefined", "undefined"]);
  });

  test("wrong_argument_throws_a_type_error", async () => {
    await browser.openBare();
    const outcomes = await browser.run(({ wrongCalls }) => wrongCalls());
    assert.ok(outcomes.length > 10);
    assert.deepEqual(outcomes.filter(({ outcome }) => outcome !== "TypeError"), []);
  });

  test("strict_damaged_text_throws_a_message_error_with_its_place", async () => {
    await browser.openBare();
    assert.deepEqual(await browser.run(({ strictError }, text) => strictError(text), DAMAGED), {
      name: "MessageError", code: "tag-mismatch", start: 37, end: 43, line: 5, column: 2,
      isError: true, isMessageError: true, saysSomething: true,
    });
  });

  test("strict_sound_text_gives_its_message", async () => {
    await browser.openBare();
    const kind = await browser.run(({ codec }, text) => codec.parseMessage(text, { strict: true }).kind, SOUND);
    assert.equal(kind, "ask");
  });

  test("text_beyond_the_limit_is_plain_and_whole", async () => {
    await browser.openBare();
    const { kind, codes, isWhole } = await browser.run(({ codec }) => {
      const text = `From A_1: question\n${"x".repeat(16 * 1024 * 1024)}`;
      const { kind, content, diagnostics } = codec.parseMessage(text);
      return { kind, codes: diagnostics.map(({ code }) => code), isWhole: content === text };
    });
    assert.deepEqual({ kind, codes, isWhole }, { kind: "plain", codes: ["too-large"], isWhole: true });
  });

  test("directive_has_no_bubble", async () => {
    await browser.openBare();
    assert.equal(await browser.run(({ codec }) => codec.toBubble("REPLY_SKIP")), null);
  });

  test("document_given_owns_the_elements", async () => {
    await browser.openBare();
    const isOwned = await browser.run(({ codec }) => {
      const other = document.implementation.createHTMLDocument();
      const bubble = codec.renderBubble({ role: "A", action: "b", content: "c" }, { document: other });
      return [bubble, ...bubble.querySelectorAll("*")].every((element) => element.ownerDocument === other);
    });
    assert.equal(isOwned, true);
  });
}
