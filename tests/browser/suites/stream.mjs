import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

/** Files of more than one text, or of messages that are written. */
const OTHERS = ["calls.json", "conversations.json", "format.json", "transcripts.json"];
const FOLDER = new URL("../../vectors/", import.meta.url);
const MAX_SHOWN = 65_536;
const MAX_MARKS = 64;

const HEAD = "来自 A_1 的提问\nid: a\n\n<A_1>\n<Ask>\n";
const END = "\n</Ask>\n</A_1>\n";
const REQUEST = "【Agent 间通信】\n发件方: 主控 (main)\n收件方: 研究\n---\n用户需求: x\n---\n上下文摘要: 无";
const TEXTS = {
  frame: `${HEAD}若 5 < 6 🙂\n</Ask>\n</A_2>\n\n<b>最后</b>${END}`,
  frame_of_crlf_lines: `${HEAD}一\n二\n</A${END}`.replaceAll("\n", "\r\n"),
  one_line_frame: "From A_1: question\nid: a\n<A_1><Ask>ok?</Ask></A_1>",
  unfinished_frame: `${HEAD}一\n</As`,
  trailing_text: `${HEAD}一${END}二`,
  plain_text: "你好 👩‍👩‍👧 <img src=x onerror=alert(1)>\n\n世界",
  empty_text: "",
};

/** What a reader sees of a message while it arrives. */
export function streamTests(browser, test) {
  for (const [name, text] of Object.entries(TEXTS)) {
    for (const most of [1, 7]) {
      test(`response_of_${name}_served_slowly_in_chunks_of_${most}_grows_in_one_text_node`, async () => {
        await browser.openBare();
        assertGrown(await browser.run(draw, { text, cuts: cutsOf(text, most), served: true }));
      });
    }
  }

  test("chunks_that_split_surrogate_pairs_grow_in_one_text_node", async () => {
    await browser.openBare();
    const text = `${HEAD}${"🙂𝄞".repeat(20)}${END}`;
    assertGrown(await browser.run(draw, { text, cuts: cutsOf(text, 1) }));
  });

  test("sender_is_the_role_that_is_drawn", async () => {
    await browser.openBare();
    for (const text of [TEXTS.frame, TEXTS.plain_text]) {
      const drawn = await browser.run(draw, { text, cuts: cutsOf(text, 5), sender: "B_1" });
      assertGrown(drawn);
      assert.equal(drawn.role, "B_1");
    }
  });

  test("directive_draws_nothing", async () => {
    await browser.openBare();
    const { bubbles, records, kind } = await browser.run(draw, { text: " REPLY_SKIP\n", cuts: [2, 5, 9] });
    assert.deepEqual({ bubbles, records, kind }, { bubbles: 0, records: [], kind: "control" });
  });

  for (const [name, text] of Object.entries({ request: REQUEST, notice: "⚠️ 与目标 Agent 通信失败\n错误: x" })) {
    test(`${name}_is_drawn_at_the_end`, async () => {
      await browser.openBare();
      const drawn = await browser.run(draw, { text, cuts: cutsOf(text, 6), served: true });
      assertGrown(drawn);
      assert.equal(drawn.firstAt, drawn.chunks);
    });
  }

  for (const [name, { content, shown, cuts = [] }] of Object.entries(CAPPED)) {
    test(`${name}_across_chunks_waits_behind_the_button`, async () => {
      await browser.openBare();
      const at = cuts.map((cut) => HEAD.length + cut);
      const drawn = await browser.run(draw, { text: HEAD + content + END, cuts: [HEAD.length, ...at] });
      assertGrown(drawn);
      assert.deepEqual([drawn.shown, drawn.hasMore], [shown, shown < content.length]);
      if (!drawn.hasMore) return;
      await browser.click(".agent-bubble-more");
      assert.equal(await browser.run((_, all) => document.querySelector(".agent-bubble-content").textContent === all, content), true);
    });
  }

  test("abort_leaves_what_was_drawn", async () => {
    await browser.openBare();
    const drawn = await browser.run(draw, { text: `${HEAD}一二三四${END}`, cuts: [HEAD.length, HEAD.length + 2], abortAfter: 2 });
    assertGrown(drawn);
    assert.deepEqual([drawn.endedBy, drawn.complete, drawn.shown], ["abort", false, 2]);
  });

  test("abort_of_a_response_that_hangs_ends_at_once", async () => {
    await browser.openBare();
    const drawn = await browser.run(async ({ codec, emptyStage }, chunk) => {
      const own = new AbortController();
      const body = JSON.stringify([[...new TextEncoder().encode(chunk)], ...Array(2_000).fill([])]);
      const response = await fetch("/slowly", { method: "POST", body, signal: own.signal });
      const stage = emptyStage();
      const grown = new MutationObserver(() => own.abort());
      grown.observe(stage, { characterData: true, subtree: true });
      const { endedBy, content } = await codec.renderStream(response, stage, { signal: own.signal });
      return { endedBy, content, shown: stage.querySelector(".agent-bubble-content").textContent };
    }, `${HEAD}一二`);
    assert.deepEqual(drawn, { endedBy: "abort", content: "一二", shown: "一二" });
  });

  test("error_of_the_source_leaves_what_was_drawn", async () => {
    await browser.openBare();
    const drawn = await browser.run(draw, { text: `${HEAD}一二三四`, cuts: [HEAD.length, HEAD.length + 2], failAfter: 2 });
    assertGrown(drawn);
    assert.deepEqual([drawn.endedBy, drawn.complete, drawn.shown], ["error", false, 2]);
  });

  test("wrong_source_or_element_is_a_type_error", async () => {
    await browser.openBare();
    const names = await browser.run(({ codec }) => {
      const calls = [[5, document.body], [["x"], null], [["x"], {}], [["x"], "body"], [[5], document.body]];
      return Promise.all(calls.map((call) => codec.renderStream(...call).then(() => "", ({ name }) => name)));
    });
    assert.deepEqual(names, Array(5).fill("TypeError"));
  });

  test("document_given_or_of_the_element_owns_what_is_drawn", async () => {
    await browser.openBare();
    const owned = await browser.run(async ({ codec }) => {
      const other = document.implementation.createHTMLDocument();
      await codec.renderStream(["a", "b"], other.body);
      return other.body.firstChild.ownerDocument === other && other.body.textContent === "ab";
    });
    assert.equal(owned, true);
  });

  test("pipe_through_a_transform_gives_the_message", async () => {
    await browser.openBare();
    const [content, shown] = await browser.run(async ({ codec }, text) => {
      const body = JSON.stringify(text.match(/[^]{1,4}/gu).map((chunk) => [...new TextEncoder().encode(chunk)]));
      const response = await fetch("/slowly", { method: "POST", body });
      const steps = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(codec.messageTransform()).getReader();
      let shown = "";
      let message = null;
      for (let step = await steps.read(); !step.done; step = await steps.read()) {
        shown += step.value.added;
        message = step.value.message;
      }
      return [message.content, shown];
    }, TEXTS.frame);
    assert.equal(content, shown);
    assert.ok(content.endsWith("最后</b>"));
  });

  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json") && !OTHERS.includes(name))) {
    test(`vectors_of_${file}_in_random_chunks_give_the_message_of_the_whole`, async (t) => {
      await browser.openBare();
      const { count, faults } = await browser.run(vectorsInChunks, file);
      t.diagnostic(`${count} streams`);
      assert.ok(count > 0);
      assert.deepEqual(faults, []);
    });
  }
}

const letters = (length) => "0123456789".repeat(length / 10 + 1).slice(0, length);
const CAPPED = {
  content_of_more_than_65536_units: { content: letters(70_000), shown: MAX_SHOWN, cuts: [10, 65_530, 65_540, 66_000] },
  content_of_65537_units: { content: letters(MAX_SHOWN + 1), shown: MAX_SHOWN, cuts: [MAX_SHOWN] },
  content_of_65536_units: { content: letters(MAX_SHOWN), shown: MAX_SHOWN, cuts: [MAX_SHOWN - 1] },
  pair_at_the_limit: { content: `${letters(MAX_SHOWN - 1)}🙂x`, shown: MAX_SHOWN - 1, cuts: [100, MAX_SHOWN - 1] },
  split_pair_at_the_limit: {
    content: `${letters(MAX_SHOWN - 1)}🙂x`, shown: MAX_SHOWN - 1, cuts: [100, MAX_SHOWN],
  },
  sixty_four_marks: { content: `Z${"\u0301".repeat(70)} end`, shown: MAX_MARKS, cuts: [1, 2, 9, 40, 60, 63, 64, 65, 66] },
  sixty_three_marks: { content: `Z${"\u0301".repeat(63)} end`, shown: 68, cuts: [1, 2, 9, 40, 60, 63, 64, 65] },
  marks_that_are_pairs: { content: `Z${"\u{1D165}".repeat(70)} end`, shown: 1 + 2 * (MAX_MARKS - 1), cuts: [1, 3, 61, 101, 127] },
  marks_that_are_split_pairs: { content: `Z${"\u{1D165}".repeat(62)} end`, shown: 1 + 124 + 4, cuts: [2, 4, 62, 102, 124] },
  sixty_fourth_mark_that_is_a_split_pair: {
    content: `Z${"\u{1D165}".repeat(70)} end`, shown: 1 + 2 * (MAX_MARKS - 1), cuts: [1, 128],
  },
};

function cutsOf(text, most) {
  return Array.from({ length: Math.ceil(text.length / most) - 1 }, (_, at) => (at + 1) * most);
}

/** One bubble, one text node that only grew, and in the end the bubble of the whole. */
function assertGrown({ bubbles, records, faults }) {
  assert.deepEqual(faults, []);
  assert.equal(bubbles, 1);
  assert.equal(records[0], "bubble");
  const grown = records.lastIndexOf("text") + 1 || 1;
  assert.deepEqual(records.slice(1, grown).filter((record) => record !== "text"), []);
  const end = records.slice(grown).filter((record) => record !== "tabindex" && record !== "more");
  assert.deepEqual(end, ["aria-busy"]);
}

/** In the page: draws a text in chunks and watches how. */
async function draw({ codec, emptyStage, partsOf, structureFaults }, { text, cuts, sender = null, served = false, abortAfter, failAfter }) {
  const chunks = [...cuts, text.length].map((to, at) => text.slice(cuts[at - 1] ?? 0, to));
  const own = new AbortController();
  const stage = emptyStage();
  const records = [];
  const faults = [];
  let given = 0;
  let firstAt = null;
  let node = null;
  let before = "";
  const hear = (list) => list.forEach((record) => {
    const { type, target, attributeName, addedNodes, removedNodes } = record;
    if (removedNodes.length > 0) faults.push("a node was removed");
    const isBubble = target === stage && addedNodes.length === 1;
    firstAt ??= isBubble ? given : null;
    records.push(type === "attributes" ? attributeName : type === "characterData" ? "text" : isBubble ? "bubble" : addedNodes[0]?.localName === "button" ? "more" : "node");
    if (type === "characterData") {
      node ??= target;
      if (target !== node) faults.push("another text node grew");
      if (!record.oldValue.startsWith(before)) faults.push("the text did not only grow");
      before = record.oldValue;
    }
  });
  const observer = new MutationObserver(hear);
  observer.observe(stage, { childList: true, subtree: true, attributes: true, characterData: true, characterDataOldValue: true });
  const look = () => {
    hear(observer.takeRecords());
    const bubble = stage.firstElementChild;
    if (bubble && bubble.getAttribute("aria-busy") !== "true") faults.push("not busy while it grows");
    if (given === abortAfter) own.abort();
    if (given === failAfter) throw new Error("gone");
  };
  const locally = async function* () {
    for (const chunk of chunks) {
      look();
      given += 1;
      yield chunk;
    }
    look();
  };
  // bytes are cut at the same numbers, inside characters too
  const all = [...new TextEncoder().encode(text)];
  const bytes = [...cuts, all.length].map((to, at) => all.slice(cuts[at - 1] ?? 0, to));
  const counted = new TransformStream({ transform: (chunk, to) => { look(); given += 1; to.enqueue(chunk); }, flush: () => look() });
  const source = served ? (await fetch("/slowly", { method: "POST", body: JSON.stringify(bytes) })).body.pipeThrough(counted) : locally();
  const message = await codec.renderStream(source, stage, { sender, signal: own.signal });
  hear(observer.takeRecords());
  const arrived = message.endedBy ? chunks.slice(0, abortAfter ?? failAfter).join("") : text;
  const whole = codec.parseMessage(arrived, { sender });
  if (message.content !== whole.content) faults.push("another message");
  const drawn = stage.firstElementChild;
  if (drawn) {
    const { content, more, role } = partsOf(drawn);
    if (drawn.getAttribute("aria-busy") !== "false") faults.push("busy at the end");
    if (node !== null && content.firstChild !== node) faults.push("the text node was replaced");
    if (!content.firstChild.data.startsWith(before)) faults.push("the text did not only grow");
    const bare = drawn.cloneNode(true);
    for (const name of bare.getAttributeNames().filter((each) => each.startsWith("aria-"))) bare.removeAttribute(name);
    if (!bare.isEqualNode(codec.renderBubble(whole))) faults.push("another bubble than of the whole");
    faults.push(...structureFaults(bare, codec.toBubble(whole)));
    return { bubbles: stage.children.length, records, faults, firstAt, chunks: given, endedBy: message.endedBy, complete: message.complete, shown: content.firstChild.data.length, hasMore: more !== null, role: role?.textContent ?? null };
  }
  return { bubbles: stage.children.length, records, faults, kind: message.kind };
}

/** In the page: every vector in chunks, with what is shown and what comes of it. */
async function vectorsInChunks({ codec }, file) {
  const vectors = await (await fetch(`/vectors/${file}`)).json();
  const faults = [];
  let count = 0;
  for (const { name, input, sender = null } of vectors) {
    const whole = codec.parseMessage(input, { sender });
    for (const most of [1, 2, 9, 40]) {
      const stream = new codec.MessageStream({ sender });
      let visible = "";
      for (let at = 0; at < input.length; ) {
        const to = at + 1 + Math.floor(Math.random() * most);
        visible += stream.push(input.slice(at, to)).added;
        at = to;
      }
      count += 1;
      if (!whole.content.startsWith(visible)) faults.push(`${name}: shows a piece of the frame`);
      if (JSON.stringify(stream.end()) !== JSON.stringify(whole)) faults.push(`${name}: another message`);
    }
  }
  return { count, faults };
}
