import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

const FOLDER = new URL("../../vectors/", import.meta.url);

/** Every vector through the package, as a page loads it. */
export function vectorTests(browser, test) {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== "transcripts.json")) {
    test(`vectors_of_${file}_are_read_and_rendered_as_they_say`, async (t) => {
      await browser.openBare();
      const { count, faults } = await browser.run(({ vectorFaults }, name) => vectorFaults(name), file);
      t.diagnostic(`${count} vectors`);
      assert.ok(count > 0);
      assert.deepEqual(faults, []);
    });
  }
}
