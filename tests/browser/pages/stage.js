// A place of known width, and the parts of what is shown there.

import { renderBubble } from "/agent-bubble/index.js";

/** An empty place at the top of the page; styles go through CSSOM, as the policy wants. */
export function emptyStage(styles = {}) {
  const stage = document.createElement("main");
  Object.assign(stage.style, { width: "900px", fontFamily: "monospace", ...styles });
  document.body.replaceChildren(stage);
  return stage;
}

/** The bubble as it stands on an otherwise empty stage, in its parts. */
export function show(bubble, styles) {
  const element = renderBubble(bubble);
  emptyStage(styles).append(element);
  return partsOf(element);
}

/** An absent part is `null`. */
export function partsOf(bubble) {
  const part = (name) => bubble.querySelector(`.agent-bubble-${name}`);
  return {
    bubble,
    header: part("header"),
    role: part("role"),
    action: part("action"),
    content: part("content"),
    more: part("more"),
  };
}

/** What a part shows, without the label of its button. */
export function shownText(element) {
  return element.firstChild.data;
}

/** An absent part has no text. */
export function textOf(element) {
  return element?.textContent ?? null;
}
