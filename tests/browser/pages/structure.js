// The documented structure of a bubble, and nothing beside it.

const SHAPES = {
  "agent-bubble": { tag: "DIV", attributes: ["class", "style", "data-kind"] },
  "agent-bubble-header": { tag: "DIV", attributes: ["class"] },
  "agent-bubble-role": { tag: "SPAN", attributes: ["class", "style"] },
  "agent-bubble-action": { tag: "SPAN", attributes: ["class", "style"] },
  "agent-bubble-content": { tag: "DIV", attributes: ["class", "style"] },
  "agent-bubble-more": { tag: "BUTTON", attributes: ["class", "type"] },
};

/** What of the element is not as the bubble wants it. */
export function structureFaults(element, { role, action, content }) {
  const elements = [element, ...element.querySelectorAll("*")];
  const isNamed = role !== null || action !== null;
  const header = [role !== null && "agent-bubble-role", action !== null && "agent-bubble-action"].filter(Boolean);
  const expected = ["agent-bubble", ...(isNamed ? ["agent-bubble-header", ...header] : []), "agent-bubble-content"];
  const found = elements.map((each) => each.className).filter((name) => name !== "agent-bubble-more");
  return [
    ...elements.flatMap(shapeFaults),
    ...(found.join() === expected.join() ? [] : [`holds ${found} instead of ${expected}`]),
    ...headerFaults(element.querySelector(".agent-bubble-header"), role, action),
    ...contentFaults(element.querySelector(".agent-bubble-content"), content),
  ];
}

function shapeFaults(element) {
  const shape = SHAPES[element.className];
  if (!shape || shape.tag !== element.tagName) return [`an element ${element.tagName} ${element.className}`];
  const strangers = element.getAttributeNames().filter((name) => !shape.attributes.includes(name));
  return strangers.map((name) => `an attribute ${name} of ${element.className}`);
}

function headerFaults(header, role, action) {
  if (!header) return [];
  const texts = [...header.childNodes].map((node) => fromVisible(node.textContent));
  const expected = role !== null && action !== null ? [role, " ", action] : [role ?? action];
  return same(texts, expected) ? [] : [`header ${JSON.stringify(texts)}`];
}

function contentFaults(content, text) {
  const [shown, more, ...others] = content.childNodes;
  const isCut = text.length > 65_536 || /\p{M}{64}/u.test(text);
  if (others.length > 0 || shown.nodeType !== Node.TEXT_NODE) return ["content holds more than text and a button"];
  if (isCut !== Boolean(more)) return [`content ${isCut ? "without" : "with"} a button`];
  const isAsWanted = isCut ? text.startsWith(shown.data) : text === shown.data;
  return isAsWanted ? [] : [`content ${JSON.stringify(shown.data)}`];
}

/** The characters that a role's stand-ins stand for. */
function fromVisible(text) {
  return text.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16)));
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
