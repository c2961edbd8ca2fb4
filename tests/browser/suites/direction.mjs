import assert from "node:assert/strict";

const TOLERANCE_PX = 0.5;
/** A drawing that leaks moves text by whole characters. */
const LEAK_PX = 8;

/** Direction controls in one part, and all that stands beside it. */
export function directionTests(browser, test) {
  for (const part of ["role", "action", "content"]) {
    test(`controls_in_${part}_move_nothing_beside_it`, async (t) => {
      await browser.openBare();
      const { tries, pixels, text } = await browser.run(({ largestMovement }, name) => largestMovement(name), part);
      t.diagnostic(`largest movement of ${tries}: ${pixels} px`);
      assert.ok(pixels <= TOLERANCE_PX, `${text} moves something by ${pixels} px`);
    });

    test(`controls_in_${part}_leave_its_box_to_its_visible_characters`, async (t) => {
      await browser.openBare();
      const { tries, pixels, text } = await browser.run(({ largestOwnChange }, name) => largestOwnChange(name), part);
      t.diagnostic(`largest change of ${tries}: ${pixels} px`);
      assert.ok(pixels <= TOLERANCE_PX, `${text} changes its box by ${pixels} px`);
    });
  }

  for (const drawing of ["inline", "bdi"]) {
    test(`controls_in_role_drawn_with_${drawing}_elements_move_the_rest`, async (t) => {
      await browser.openBare();
      const { pixels, text } = await browser.run(({ largestMovement }, name) => largestMovement("role", name), drawing);
      t.diagnostic(`largest movement: ${pixels} px, by ${text}`);
      assert.ok(pixels > LEAK_PX, `nothing moves by more than ${pixels} px: the measure is blind`);
    });
  }

  test("role_of_right_to_left_letters_stays_before_its_action", async () => {
    await browser.openBare();
    const gaps = await browser.run(({ show, box }) => {
      const roles = ["מנהל הצוות", "قائد الفريق_1", "שלום (1)"];
      return roles.map((role) => {
        const parts = show({ role, action: "پاسخ 12", content: "x" });
        return box(parts.action)[0] - box(parts.role)[2];
      });
    });
    assert.ok(gaps.every((gap) => gap > 0 && gap < 20), `gaps of ${gaps} px`);
  });

  test("controls_in_role_are_written_out", async () => {
    await browser.openBare();
    const role = await browser.run(({ show, textOf }) => {
      return textOf(show({ role: "\u202EredaeL\u2069 \u200Bmaet\u{E0041}", action: "a", content: "c" }).role);
    });
    assert.equal(role, "⟨U+202E⟩redaeL⟨U+2069⟩ ⟨U+200B⟩maet⟨U+E0041⟩");
  });
}
