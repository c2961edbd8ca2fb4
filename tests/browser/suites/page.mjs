import assert from "node:assert/strict";

const LINES = ["Which one?", "", "  a < b"];
const TYPED = ["From UI_1: question", "id: ask_1", "", "<UI_1>", "<Ask>", ...LINES, "</Ask>", "</UI_1>"].join("\n");
const LONG = TYPED.replace(LINES.join("\n"), LINES.join("\n").repeat(9));
/** A full-width colon, and no `</Team Leader>`. */
const PASTED = [
  "来自 Team Leader 的任务发布", "id：task_1", "",
  "<Team Leader>", "<Task>", "第一行", "第二行", "</Task>", "",
].join("\n");

/** Han, kana, Hangul, full-width forms, a flag, emoji of many code points. */
const BOXED = [
  "From UI_1: 提问", "id: ask_1", "", "<UI_1>", "<Ask>",
  "接口已经确定了吗？（我需要）", "ひらがな カタカナ", "한국어 ＡＢＣ", "🇨🇳 👩🏽‍💻 ❤️ 🎉 e\u0301", "plain text…",
  "</Ask>", "</UI_1>",
].join("\n");

/** The demo page, as a visitor uses it. */
export function pageTests(browser, test) {
  test("typed_message_is_shown_as_a_bubble", async () => {
    await browser.openSite();
    await browser.type("#message", TYPED);
    assert.deepEqual(await shown(browser), {
      role: "UI_1", action: "question", content: LINES.join("\n"), lines: 3, codes: [],
    });
  });

  test("pasted_damaged_message_is_shown_with_its_faults_and_their_places", async () => {
    await browser.openSite();
    await browser.run(paste, PASTED);
    const { codes, ...bubble } = await shown(browser);
    const content = "第一行\n第二行";
    assert.deepEqual(bubble, { role: "Team Leader", action: "任务发布", content, lines: 2 });
    assert.deepEqual(codes.map(({ code }) => code), ["fullwidth-colon", "unclosed"]);
    assert.match(codes[0].place, /\b2\D+3\b/);
  });

  test("fault_pressed_selects_its_place_in_the_text", async () => {
    await browser.openSite();
    await browser.run(paste, PASTED);
    await browser.click("#diagnostics button");
    const selected = await browser.run(() => {
      const { value, selectionStart, selectionEnd } = document.getElementById("message");
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(selected, "：");
  });

  test("example_picked_shows_its_hidden_characters", async () => {
    await browser.openSite();
    await browser.click('#example option[value="hostile-bidi-role"]');
    const { role, codes } = await shown(browser);
    assert.equal(role, "⟨U+202E⟩redaeL maeT");
    assert.ok(codes.some(({ code }) => code === "bidi-in-role"));
  });

  test("content_that_can_mislead_is_reported", async () => {
    await browser.openSite();
    const reported = {};
    for (const example of ["bidi-open", "close", "quoted", "directive"]) {
      await browser.click(`#example option[value="hostile-${example}"]`);
      reported[example] = (await shown(browser)).codes.map(({ code }) => code);
    }
    assert.deepEqual(reported, {
      "bidi-open": ["bidi-in-content"],
      close: ["embedded-close"],
      quoted: ["embedded-message"],
      directive: ["control-in-content"],
    });
  });

  test("every_fault_has_its_gist_in_chinese", async () => {
    await browser.openSite();
    const without = await browser.run(() => {
      if (document.documentElement.lang !== "zh") document.getElementById("language").click();
      const picker = document.getElementById("example");
      return [...picker.querySelectorAll("optgroup option")].flatMap(({ value }) => {
        picker.value = value;
        picker.dispatchEvent(new Event("change", { bubbles: true }));
        const faults = [...document.querySelectorAll("#diagnostics li")];
        return faults.filter((fault) => !fault.querySelector(".gist")).map((fault) => fault.dataset.code);
      });
    });
    assert.deepEqual(without, []);
  });

  test("box_of_text_has_straight_borders_around_wide_characters", async () => {
    await browser.openSite();
    await browser.run(paste, BOXED);
    await browser.click(".box summary");
    const { text, rights } = await browser.run(async () => {
      const box = document.getElementById("box");
      while (box.textContent === "") await new Promise(requestAnimationFrame);
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const rights = [];
      while (walker.nextNode()) {
        for (const { index } of walker.currentNode.data.matchAll(/[┐│┘](?=\n|$)/g)) {
          const range = document.createRange();
          range.setStart(walker.currentNode, index);
          range.setEnd(walker.currentNode, index + 1);
          rights.push(range.getBoundingClientRect().right);
        }
      }
      return { text: box.textContent, rights };
    });
    assert.match(text, /^┌─{38}┐\n│ UI_1 提问 +│\n/);
    assert.equal(rights.length, text.split("\n").length);
    assert.ok(Math.max(...rights) - Math.min(...rights) < 1, `right borders at ${rights}`);
  });

  test("every_example_shows_something_and_fits_the_page", async () => {
    await browser.openSite();
    const faults = await browser.run(() => {
      const picker = document.getElementById("example");
      return [...picker.querySelectorAll("optgroup option")].flatMap(({ value }) => {
        picker.value = value;
        picker.dispatchEvent(new Event("change", { bubbles: true }));
        const { scrollWidth, clientWidth } = document.scrollingElement;
        return [
          ...(document.getElementById("bubble").textContent === "" ? [`${value} shows nothing`] : []),
          ...(scrollWidth > clientWidth ? [`${value} widens the page`] : []),
        ];
      });
    });
    assert.deepEqual(faults, []);
  });

  test("trusted_sender_typed_beats_what_the_text_claims", async () => {
    await browser.openSite();
    await browser.run(paste, PASTED);
    await browser.type("#sender", "UI Operator_1");
    const { role, codes } = await shown(browser);
    assert.equal(role, "UI Operator_1");
    assert.ok(codes.some(({ code }) => code === "sender-mismatch"));
  });

  test("directive_shows_no_bubble", async () => {
    await browser.openSite();
    await browser.run(paste, "REPLY_SKIP");
    assert.equal((await shown(browser)).content, null);
  });

  test("chat_shows_bubbles_and_on_demand_the_raw_texts", async () => {
    await browser.openSite();
    const views = await browser.run(() => {
      const count = () => document.querySelectorAll("#chat .agent-bubble").length;
      const bubbles = count();
      document.getElementById("view-raw").click();
      return { bubbles, afterwards: count(), raw: document.querySelectorAll("#chat .raw").length };
    });
    assert.ok(views.bubbles > 5 && views.raw > views.bubbles, JSON.stringify(views));
    assert.equal(views.afterwards, 0);
  });

  test("replay_fills_the_bubble_and_ends_as_the_reader_shows_it", async () => {
    await openInEnglish(browser);
    await browser.run(paste, LONG);
    const whole = await browser.run(bubbleOnStage);
    await browser.click('#replay-speed option[value="400"]');
    const seen = await browser.run(watchReplay);
    const before = seen.filter(({ busy }) => busy === "true");
    assert.ok(before.length > 3, `seen growing ${before.length} times`);
    for (const { role, action, content } of before) {
      assert.deepEqual([role, action], ["UI_1", "question"]);
      assert.ok(LINES.join("\n").repeat(9).startsWith(content), content);
    }
    assert.equal(seen.at(-1).busy, "false");
    assert.equal(await browser.run(bubbleOnStage), whole);
    assert.equal((await replayed(browser)).status, "The stream has ended: the message is complete.");
  });

  test("replayed_request_appears_at_its_end_and_directive_not_at_all", async () => {
    await openInEnglish(browser);
    await browser.click('#replay-speed option[value="400"]');
    const ends = {};
    for (const example of ["session-request", "control-reply-skip", "damaged-cut"]) {
      await browser.click(`#example option[value="${example}"]`);
      const { kind } = await replayed(browser);
      const seen = await browser.run(watchReplay);
      const { kind: shownKind, remark, status } = await replayed(browser);
      assert.equal(shownKind, kind);
      ends[example] = { growing: seen.some(({ busy }) => busy === "true"), remark: remark?.includes("REPLY_SKIP"), status };
    }
    assert.deepEqual(ends, {
      "session-request": { growing: false, remark: undefined, status: "The stream has ended: the message is complete." },
      "control-reply-skip": { growing: false, remark: true, status: "The stream has ended: the message is complete." },
      "damaged-cut": { growing: true, remark: undefined, status: "The stream has ended: the message is not complete." },
    });
  });

  test("stop_leaves_what_was_shown_and_says_so", async () => {
    await openInEnglish(browser);
    await browser.run(paste, LONG);
    await browser.click("#replay");
    await browser.run(contentShown);
    await browser.click("#replay");
    const stopped = await replayed(browser);
    assert.match(stopped.status, /^Stopped: /);
    assert.equal(stopped.busy, "false");
    assert.ok(stopped.content && LINES.join("\n").repeat(9).startsWith(stopped.content), stopped.content);
    await browser.run(() => new Promise((done) => setTimeout(done, 300)));
    assert.deepEqual(await replayed(browser), stopped);
    // Its keyboard's place is kept.
    assert.equal(await browser.run(() => document.activeElement.id), "replay");
  });

  test("another_text_or_sender_ends_the_replay", async () => {
    await openInEnglish(browser);
    const changes = {
      edit: () => browser.run(paste, TYPED),
      example: () => browser.click('#example option[value="field-plain"]'),
      sender: () => browser.type("#sender", "B_2"),
    };
    for (const [name, change] of Object.entries(changes)) {
      await browser.run(paste, LONG);
      await browser.click("#replay");
      await browser.run(contentShown);
      await change();
      const after = await replayed(browser);
      assert.deepEqual([after.status, after.busy, after.button], ["", null, "Replay as a stream"], name);
      await browser.run(() => new Promise((done) => setTimeout(done, 300)));
      assert.deepEqual(await replayed(browser), after, name);
      const content = await browser.run(() => document.querySelector('[data-field="content"] .value').textContent);
      assert.equal(after.content, content, name);
    }
  });

  test("replay_goes_on_in_the_other_language", async () => {
    await openInEnglish(browser);
    await browser.run(paste, LONG);
    await browser.click("#replay");
    const words = await browser.run(async () => {
      const all = () => document.querySelector(".stage").innerText;
      const waiting = all();
      document.getElementById("language").click();
      const running = all();
      document.getElementById("replay").click();
      while (document.getElementById("replay-status").textContent === "") await new Promise(requestAnimationFrame);
      return { waiting, running, ended: document.getElementById("replay-status").textContent };
    });
    assert.match(words.waiting, /Stop\n/);
    assert.match(words.waiting, /Nothing to show yet/);
    assert.match(words.running, /停止\n/);
    assert.match(words.running, /还没有可显示的内容/);
    assert.match(words.ended, /^已停止：/);
  });

  test("page_asks_no_other_origin", async () => {
    await browser.openSite();
    const { own, others } = await browser.run(() => {
      const urls = performance.getEntriesByType("resource").map(({ name }) => name);
      const others = urls.filter((url) => url.startsWith("http") && new URL(url).origin !== location.origin);
      return { own: urls.length - others.length, others };
    });
    assert.ok(own > 5, `${own} requests`);
    assert.deepEqual(others, []);
  });
}

/** In the page: puts a text in the field at once. */
function paste(_, text) {
  const field = document.getElementById("message");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** What the reader shows: the bubble's parts, its lines, the diagnostics. */
function shown(browser) {
  return browser.run(() => {
    const part = (name) => document.querySelector(`#bubble .agent-bubble-${name}`);
    const text = (name) => part(name)?.textContent ?? null;
    const range = document.createRange();
    if (part("content")) range.selectNodeContents(part("content"));
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    const codes = [...document.querySelectorAll("#diagnostics li")].map((item) => ({
      code: item.dataset.code,
      place: item.querySelector(".place").textContent,
    }));
    return { role: text("role"), action: text("action"), content: text("content"), lines: new Set(tops).size, codes };
  });
}

async function openInEnglish(browser) {
  await browser.openSite();
  await browser.run(() => {
    if (document.documentElement.lang !== "en") document.getElementById("language").click();
  });
}

/** In the page: the reader's bubble, without what only says that it was growing. */
function bubbleOnStage() {
  const bubble = document.querySelector("#bubble .agent-bubble").cloneNode(true);
  for (const name of ["aria-live", "aria-atomic", "aria-busy"]) bubble.removeAttribute(name);
  return bubble.outerHTML;
}

/**
 * In the page: what each change shows of the bubble from the start of a replay to its
 * end. A click of the driver would come back when a fast one is over.
 */
async function watchReplay() {
  const seen = [];
  const text = (name) => document.querySelector(`#bubble .agent-bubble-${name}`)?.textContent ?? null;
  await new Promise((done) => {
    const observer = new MutationObserver(() => {
      const busy = document.querySelector("#bubble .agent-bubble")?.getAttribute("aria-busy") ?? null;
      seen.push({ role: text("role"), action: text("action"), content: text("content"), busy });
      if (document.getElementById("replay-status").textContent === "") return;
      observer.disconnect();
      done();
    });
    document.getElementById("replay").click();
    observer.observe(document.querySelector(".stage"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return seen;
}

/** In the page: waits for the first of a content. */
async function contentShown() {
  while (!document.querySelector("#bubble [aria-busy] .agent-bubble-content")?.textContent) {
    await new Promise(requestAnimationFrame);
  }
}

/** What the panel of the bubble shows and says. */
function replayed(browser) {
  return browser.run(() => {
    const bubble = document.querySelector("#bubble .agent-bubble");
    const remark = document.querySelector("#bubble .remark");
    return {
      kind: bubble?.dataset.kind ?? null,
      content: bubble?.querySelector(".agent-bubble-content").textContent ?? null,
      busy: bubble?.getAttribute("aria-busy") ?? null,
      remark: remark?.getClientRects().length > 0 ? remark.textContent : undefined,
      status: document.getElementById("replay-status").textContent,
      button: document.getElementById("replay").textContent,
    };
  });
}
