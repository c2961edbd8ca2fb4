import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

const FOLDER = new URL("../../vectors/", import.meta.url);
/** Files of more than one text. */
const OTHERS = ["calls.json", "conversations.json", "transcripts.json"];

/** Every vector through the package, as a page loads it. */
export function vectorTests(browser, test) {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json") && !OTHERS.includes(name))) {
    test(`vectors_of_${file}_are_read_and_rendered_as_they_say`, async (t) => {
      await browser.openBare();
      const { count, faults } = await browser.run(({ vectorFaults }, name) => vectorFaults(name), file);
      t.diagnostic(`${count} vectors`);
      assert.ok(count > 0);
      assert.deepEqual(faults, []);
    });
  }
  test("conversations_of_the_vectors_have_their_findings_groups_and_questions", async (t) => {
    await browser.openBare();
    const { count, faults } = await browser.run(conversationFaults);
    t.diagnostic(`${count} conversations`);
    assert.ok(count > 0);
    assert.deepEqual(faults, []);
  });
}

/** In the page: every conversation of the vectors. */
async function conversationFaults({ codec }) {
  const vectors = await (await fetch("/vectors/conversations.json")).json();
  const faults = [];
  for (const { name, viewer, main, entries, findings, groups, open } of vectors) {
    const conversation = new codec.Conversation({ viewer, main });
    for (const { text, sender, channel, call, result } of entries) {
      if (call) conversation.addCall(call, result);
      else conversation.add(text, { sender, channel });
    }
    const found = {
      findings: conversation.check().map(({ code, entry }) => [code, entry]),
      groups: groups && conversation.groups().map((group) => [group.role, group.entries]),
      open: open && conversation.openQuestions(),
    };
    if (JSON.stringify(found) !== JSON.stringify({ findings, groups, open })) faults.push(name);
  }
  return { count: vectors.length, faults };
}
