import assert from "node:assert/strict";

const MAX_SHOWN = 65_536;
const MAX_MARKS = 64;
const MANY_MARKS = 100_000;
const RENDER_LIMIT_MS = 1_000;

const LONG = { role: "R".repeat(500), action: "a".repeat(500), content: "c".repeat(5_000) };

/** Hosts that take their width, or their least width, from what they hold. */
const SHRINKING_HOSTS = {
  flex: { display: "flex" },
  flex_column: { display: "flex", flexDirection: "column", alignItems: "flex-start" },
  grid: { display: "grid" },
  inline_block: { display: "inline-block" },
  fit_content: { width: "fit-content" },
};

/** Texts that are made to break a page. */
export function hostileTests(browser, test) {
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

  for (const [name, host] of Object.entries(SHRINKING_HOSTS)) {
    test(`unbroken_parts_in_a_host_of_${name}_do_not_widen_the_page`, async () => {
      await browser.openBare();
      const overflows = await browser.run(({ show, overflowsPage }, bubble, styles) => {
        show(bubble, { width: "auto", ...styles });
        return overflowsPage();
      }, LONG, host);
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
    const shown = 1 + 2 * (MAX_MARKS - 1);
    assert.deepEqual(await shownAndWhole(browser, content), { shown, whole: true, more: false });
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

  test("button_pressed_hands_its_focus_to_the_content", async () => {
    await browser.openBare();
    await browser.run(({ show }) => show({ role: null, action: null, content: "x".repeat(70_000) }).more.focus());
    await browser.click(".agent-bubble-more");
    assert.equal(await browser.run(() => document.activeElement.className), "agent-bubble-content");
  });

  for (const part of ["content", "action", "role"]) {
    test(`many_marks_in_${part}_are_laid_out_within_a_second`, async (t) => {
      await browser.openBare();
      const marks = `Z${"\u0301\u0316".repeat(MANY_MARKS / 2)}`;
      const bubble = { role: "A_1", action: "says", content: "hello", [part]: marks };
      const { length, took } = await browser.run(timeLayout, bubble, part);
      t.diagnostic(`${MANY_MARKS} marks: ${length} units shown, ${Math.round(took)} ms`);
      assert.ok(length <= MAX_MARKS, `${part} shows ${length} units`);
      assert.ok(took < RENDER_LIMIT_MS, `${Math.round(took)} ms`);
    });
  }
}

/** In the page: how much of a part is shown at first, and how long the bubble takes. */
function timeLayout({ codec, emptyStage, partsOf, shownText, box }, bubble, part) {
  const before = performance.now();
  const rendered = codec.renderBubble(bubble);
  const { length } = shownText(partsOf(rendered)[part]);
  // What is not cut brings the whole browser down: it is not even laid out.
  if (length < 1_000) emptyStage().append(rendered);
  box(rendered);
  return { length, took: performance.now() - before };
}

/** How many units are shown, then, the button pressed, whether all are and it is still there. */
async function shownAndWhole(browser, content) {
  const shown = await browser.run(({ show, shownText }, text) => {
    const shown = shownText(show({ role: null, action: null, content: text }).content);
    return text.startsWith(shown) ? shown.length : "something else";
  }, content);
  await browser.click(".agent-bubble-more");
  const after = await browser.run((_, text) => {
    const content = document.querySelector(".agent-bubble-content");
    return { whole: content.textContent === text, more: document.querySelector("button") !== null };
  }, content);
  return { shown, ...after };
}
