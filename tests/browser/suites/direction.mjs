import assert from "node:assert/strict";

const TOLERANCE_PX = 0.5;
/** A drawing that leaks moves text by whole characters. */
const LEAK_PX = 8;

/** Direction controls in one part, and all that stands beside it. */
export function directionTests(browser, test) {
  for (const part of ["role", "action", "content"]) {
    test(`controls_in_${part}_move_nothing_but_what_they_stand_in`, async (t) => {
      await browser.openBare();
      const { tries, beside, own } = await browser.run(({ largestMovements }, name) => largestMovements(name), part);
      t.diagnostic(`largest movement in ${tries} texts: beside it ${beside.beside} px, of its own box ${own.own} px`);
      assert.ok(beside.beside <= TOLERANCE_PX, `${beside.text} moves something by ${beside.beside} px`);
      assert.ok(own.own <= TOLERANCE_PX, `${own.text} changes its own box by ${own.own} px`);
    });
  }

  // Were the measure blind, it would find nothing here either.
  for (const [drawing, controls] of [["inline", "\u202E"], ["bdi", "\u2069\u202E"]]) {
    test(`controls_in_role_drawn_with_${drawing}_elements_move_the_rest`, async (t) => {
      await browser.openBare();
      const pixels = await browser.run(({ movementBy }, ...values) => movementBy(...values), controls, drawing);
      t.diagnostic(`movement: ${pixels} px`);
      assert.ok(pixels > LEAK_PX, `nothing moves by more than ${pixels} px`);
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
