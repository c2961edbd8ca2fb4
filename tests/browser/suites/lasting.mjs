import assert from "node:assert/strict";

/** Its reference makes the module build the message itself. */
const TEXT = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask a='&amp;'>\nok?\n</Ask>\n</A_1>";

/** What a page has after traps and after many calls: all that it had. */
export function lastingTests(browser, test) {
  test("every_trap_is_followed_by_an_answer", async () => {
    await browser.openBare();
    const seen = await browser.run(({ trapsAndAnswers }, text) => trapsAndAnswers(text, 100), TEXT);
    assert.deepEqual(seen, { traps: 100, answers: ["A_1 questionok?"] });
  });

  test("memory_after_ten_thousand_bubbles_is_that_after_a_thousand", async () => {
    await browser.openBare();
    const [early, late] = await browser.run(({ memoryAfter }, text) => memoryAfter(text, [1_000, 10_000]), TEXT);
    assert.deepEqual(late, early);
  });
}
