import assert from "node:assert/strict";

const MAX_SHOWN = 65_536;
const MAX_MARKS = 64;
const MANY_MARKS = 100_000;
const RENDER_LIMIT_MS = 1_000;

/** Texts that are made to break a page. */
export function hostileTests(browser, test) {
  const LONG = { role: "R".repeat(500), action: "a".repeat(500), content: "c".repeat(5_000) };

  for (const part of Object.keys(LONG)) {
    test(`unbroken_${part}_of_${LONG[part].length}_characters_does_not_widen_the_page`, async () => {
      await browser.openBare();
      const bubble = { role: "A_1", action: "says", content: "hello", [part]: LONG[part] };
      const overflows = await browser.run(({ show, overflowsPage }, long) => {
        show(long, { width: "auto" });
        return overflowsPage();
      }, bubble);
      assert.equal(overflows, false);
    });
  }

  for (const display of ["flex", "grid", "inline-block"]) {
    test(`unbroken_parts_in_a_host_of_${display}_do_not_widen_the_page`, async () => {
      await browser.openBare();
      const overflows = await browser.run(({ show, overflowsPage }, bubble, hostDisplay) => {
        show(bubble, { width: "auto", display: hostDisplay });
        return overflowsPage();
      }, LONG, display);
      assert.equal(overflows, false);
    });
  }

  test("seventy_marks_in_a_row_are_shown_up_to_the_64th_and_the_rest_on_demand", async () => {
    await browser.openBare();
    const content = `Z${"\u0301".repeat(70)} end`;
    assert.deepEqual(await shownAndWhole(browser, content), { shown: MAX_MARKS, whole: true, more: false });
  });

  test("marks_outside_the_basic_plane_are_counted_whole", async () => {
    await browser.openBare();
    const content = `Z${"\u{1D165}".repeat(70)} end`;
    assert.deepEqual(await shownAndWhole(browser, content), { shown: 1 + 2 * (MAX_MARKS - 1), whole: true, more: false });
  });

  test("sixty_three_marks_in_a_row_are_shown_at_once", async () => {
    await browser.openBare();
    const more = await browser.run(({ show, textOf }) => {
      return textOf(show({ role: null, action: null, content: `Z${"\u0301".repeat(63)} end` }).more);
    });
    assert.equal(more, null);
  });

  test("long_content_is_shown_up_to_65536_units_and_the_rest_on_demand", async () => {
    await browser.openBare();
    const content = "0123456789".repeat(7_000);
    assert.deepEqual(await shownAndWhole(browser, content), { shown: MAX_SHOWN, whole: true, more: false });
  });

  test("long_content_is_not_cut_inside_a_surrogate_pair", async () => {
    await browser.openBare();
    const content = `a${"😀".repeat(35_000)}`;
    assert.deepEqual(await shownAndWhole(browser, content), { shown: MAX_SHOWN - 1, whole: true, more: false });
  });

  test("content_of_exactly_65536_units_has_no_button", async () => {
    await browser.openBare();
    const more = await browser.run(({ show, textOf }, length) => {
      return textOf(show({ role: null, action: null, content: "x".repeat(length) }).more);
    }, MAX_SHOWN);
    assert.equal(more, null);
  });

  test("button_speaks_the_language_of_the_page", async () => {
    await browser.openBare();
    const labels = await browser.run(({ show, textOf }) => {
      return ["en", "zh-CN", ""].map((language) => {
        document.documentElement.lang = language;
        return textOf(show({ role: null, action: null, content: "x".repeat(70_000) }).more);
      });
    });
    assert.deepEqual(labels, ["Show more", "显示更多", "Show more"]);
  });

  for (const part of ["content", "action", "role"]) {
    test(`many_marks_in_${part}_are_laid_out_within_a_second`, async (t) => {
      await browser.openBare();
      const bubble = { role: "A_1", action: "says", content: "hello" };
      const took = await browser.run(({ show, box }, rest, name, count) => {
        const marks = `Z${"\u0301\u0316".repeat(count / 2)}`;
        const before = performance.now();
        box(show({ ...rest, [name]: marks }).bubble);
        return performance.now() - before;
      }, bubble, part, MANY_MARKS);
      t.diagnostic(`${MANY_MARKS} marks: ${Math.round(took)} ms`);
      assert.ok(took < RENDER_LIMIT_MS, `${Math.round(took)} ms`);
    });
  }
}

/** How many units are shown, then, the button pressed, whether all are and it is still there. */
async function shownAndWhole(browser, content) {
  const shown = await browser.run(({ show, shownText }, text) => {
    const parts = show({ role: null, action: null, content: text });
    return text.startsWith(shownText(parts)) ? shownText(parts).length : "something else";
  }, content);
  await browser.click(".agent-bubble-more");
  const after = await browser.run((_, text) => {
    const content = document.querySelector(".agent-bubble-content");
    return { whole: content.textContent === text, more: document.querySelector("button") !== null };
  }, content);
  return { shown, ...after };
}
