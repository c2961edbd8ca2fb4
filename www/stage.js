import { element, reachScrolled } from "./dom.js";

/** Shows what people see of a message: its bubble, or a remark why there is none. */
export function showBubble(output, message, codec, strings) {
  if (message.kind === "control") return showRemark(output, strings.nothingShown(message.directive), strings);
  output.replaceChildren(codec.renderBubble(message));
  settle(output, strings);
}

/** What a page does to bubbles that stand in it. */
export function settle(output, { lang }) {
  output.querySelector(".agent-bubble-more")?.setAttribute("lang", lang);
  reachScrolled(output, ...output.querySelectorAll(".agent-bubble-role"));
}

export function showRemark(output, sentence, { lang }) {
  output.replaceChildren(element("span", { class: "remark", lang }, sentence));
  reachScrolled(output);
}
