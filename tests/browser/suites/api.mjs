import assert from "node:assert/strict";

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
    const calls = await browser.run(({ codec }) => {
      const { parseMessage, toBubble, renderBubble, position } = codec;
      const wrong = {
        "parseMessage(5)": () => parseMessage(5),
        "parseMessage(new String)": () => parseMessage(new String("x")),
        "parseMessage()": () => parseMessage(),
        "toBubble(null)": () => toBubble(null),
        "toBubble({})": () => toBubble({}),
        "toBubble(5)": () => toBubble(5),
        "renderBubble(null)": () => renderBubble(null),
        "renderBubble({})": () => renderBubble({}),
        "renderBubble(a role of 5)": () => renderBubble({ role: 5, action: null, content: "" }),
        "renderBubble(a document of {})": () => renderBubble({ role: null, action: null, content: "" }, { document: {} }),
        "position(5, 0)": () => position(5, 0),
        "position(text, null)": () => position("x", null),
      };
      const thrown = (call) => {
        try {
          return `gives ${call()}`;
        } catch (error) {
          return error instanceof TypeError && error.message ? "TypeError" : `throws ${error}`;
        }
      };
      return Object.entries(wrong).map(([name, call]) => [name, thrown(call)]);
    });
    assert.deepEqual(calls.filter(([, outcome]) => outcome !== "TypeError"), []);
  });

  test("strict_damaged_text_throws_a_message_error_with_its_place", async () => {
    await browser.openBare();
    const error = await browser.run(({ codec }) => {
      try {
        return codec.parseMessage("From A_1: question\nid: ask_1\n\n<A_1>\n<Answer>\nok\n</Answer>\n</A_1>", { strict: true });
      } catch (error) {
        const { name, code, start, end, line, column, message } = error;
        return {
          name, code, start, end, line, column, saysSomething: message.length > 0,
          isError: error instanceof Error, isMessageError: error instanceof codec.MessageError,
        };
      }
    });
    assert.deepEqual(error, {
      name: "MessageError", code: "tag-mismatch", start: 37, end: 43, line: 5, column: 2, saysSomething: true,
      isError: true, isMessageError: true,
    });
  });

  test("strict_sound_text_gives_its_message", async () => {
    await browser.openBare();
    const text = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask>\nok?\n</Ask>\n</A_1>";
    assert.equal(await browser.run(({ codec }, sound) => codec.parseMessage(sound, { strict: true }).kind, text), "ask");
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
