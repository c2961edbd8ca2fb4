import assert from "node:assert/strict";

const BUBBLE = { role: "UI Operator_1", action: "任务进度输出", content: "我现在开始分析\n第二行" };

/** What a reader sees without any style sheet, and what a host can hold on to. */
export function layoutTests(browser, test) {
  test("bubble_without_style_sheet_has_a_header_line_above_its_content", async () => {
    await browser.openBare();
    const { role, action, content } = await browser.run(({ show, box }, bubble) => {
      const { role, action, content } = show(bubble);
      return { role: box(role), action: box(action), content: box(content) };
    }, BUBBLE);
    const [left, top, right, bottom] = [0, 1, 2, 3];
    assert.ok(role[right] < action[left], "the action stands behind the role");
    assert.ok(Math.abs(role[bottom] - action[bottom]) <= 1, "both on one line");
    assert.ok(content[top] >= role[bottom] - 0.5 && content[left] <= role[left], "the content stands below");
  });

  test("header_of_plain_text_is_missing", async () => {
    await browser.openBare();
    const html = await browser.run(({ codec, show }) => show(codec.toBubble("just text")).bubble.childElementCount);
    assert.equal(html, 1);
  });

  test("header_of_plain_text_with_sender_holds_only_the_role", async () => {
    await browser.openBare();
    const header = await browser.run(({ codec, show }) => {
      const { header, role, action } = show(codec.toBubble("just text", { sender: "UI Operator_1" }));
      return { nodes: header.childNodes.length, text: header.textContent, holds: [Boolean(role), Boolean(action)] };
    });
    assert.deepEqual(header, { nodes: 1, text: "UI Operator_1", holds: [true, false] });
  });

  test("data_kind_is_there_for_messages_only", async () => {
    await browser.openBare();
    const kinds = await browser.run(({ codec }) => {
      const text = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask>\nok?\n</Ask>\n</A_1>";
      const bubbles = [codec.parseMessage(text), codec.parseMessage("plain"), codec.toBubble(text)];
      return bubbles.map((bubble) => codec.renderBubble(bubble).getAttribute("data-kind"));
    });
    assert.deepEqual(kinds, ["ask", "plain", null]);
  });

  test("line_breaks_in_content_are_lines", async () => {
    await browser.openBare();
    const lines = await browser.run(({ show, lineCount }) => {
      const contents = ["one", "one\ntwo", "one\n\nthree", "one\r\ntwo\r\nthree", "\n\nthree"];
      return contents.map((content) => lineCount(show({ role: null, action: null, content }).content));
    });
    assert.deepEqual(lines, [1, 2, 3, 3, 3]);
  });

  test("runs_of_spaces_in_content_and_role_keep_their_width", async () => {
    await browser.openBare();
    const widths = await browser.run(({ show, widths }) => {
      const { role, content } = show({ role: "a    b", action: null, content: "c    d\n    e" });
      return [widths(role, 1, 5), widths(content, 1, 5), widths(content, 7, 11)].flat();
    });
    assert.equal(widths.length, 12);
    assert.ok(widths.every((width) => width > 1), `spaces of ${widths} px`);
  });

  test("white_space_and_containment_are_set_without_a_style_sheet", async () => {
    await browser.openBare();
    const styles = await browser.run(({ show }, bubble) => {
      const { bubble: element, role, content } = show(bubble);
      const { contain, overflowWrap } = getComputedStyle(element);
      return [contain, overflowWrap, getComputedStyle(role).whiteSpace, getComputedStyle(content).whiteSpace];
    }, BUBBLE);
    assert.deepEqual(styles, ["content", "anywhere", "pre", "pre-wrap"]);
  });

  test("selected_bubble_is_copied_as_role_space_action_and_content_below", async () => {
    await browser.openBare();
    const copied = await browser.run(({ show }, bubble) => {
      getSelection().selectAllChildren(show(bubble).bubble);
      return getSelection().toString();
    }, BUBBLE);
    assert.equal(copied, `${BUBBLE.role} ${BUBBLE.action}\n${BUBBLE.content}`);
  });

  test("markup_in_every_part_stays_text", async () => {
    await browser.openBare();
    const { faults, kind } = await browser.run(({ codec, structureFaults }) => {
      const markup = '"><img src=x onerror="alert(1)"><script>alert(2)</script>&lt;b>';
      const bubble = { role: markup, action: markup, content: markup };
      const rendered = codec.renderBubble({ ...bubble, kind: markup });
      document.body.replaceChildren(rendered);
      return { faults: structureFaults(rendered, bubble), kind: rendered.getAttribute("data-kind") === markup };
    });
    assert.deepEqual({ faults, kind }, { faults: [], kind: true });
  });
}
