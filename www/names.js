import { element } from "./dom.js";

/** A role as the package draws it: in a box of its own, what cannot be seen written out. */
export function drawnRole(codec, role) {
  const drawn = codec.renderBubble({ role, action: null, content: "" });
  return drawn.querySelector(".agent-bubble-role") ?? element("span");
}

/** The same as a text. */
export function nameOf(codec, role) {
  return drawnRole(codec, role).textContent;
}
