// The documented structure of a bubble, and nothing beside it.

const SHAPES = {
  "agent-bubble": { tag: "DIV", attributes: ["class", "style", "data-kind"] },
  "agent-bubble-header": { tag: "DIV", attributes: ["class"] },
  "agent-bubble-role": { tag: "SPAN", attributes: ["class", "style", "tabindex"] },
  "agent-bubble-action": { tag: "SPAN", attributes: ["class", "style", "tabindex"] },
  "agent-bubble-content": { tag: "DIV", attributes: ["class", "style", "tabindex"] },
  "agent-bubble-more": { tag: "BUTTON", attributes: ["class", "type"] },
};

/** What of the element is not as the bubble wants it. */
export function structureFaults(element, { role, action, content }) {
  const part = (name) => element.querySelector(`.agent-bubble-${name}`);
  const named = Object.entries({ role, action }).filter(([, text]) => text !== null).map(([name]) => name);
  const expected = ["agent-bubble", ...(named.length > 0 ? ["header", ...named] : []), "content"];
  const elements = [element, ...element.querySelectorAll("*")];
  const found = elements.map((each) => each.className.replace("agent-bubble-", "")).filter((name) => name !== "more");
  return [
    ...elements.flatMap(shapeFaults),
    ...(found.join() === expected.join() ? [] : [`holds ${found} instead of ${expected}`]),
    ...headerFaults(part("header"), named),
    ...textFaults("role", part("role"), role, fromVisible),
    ...textFaults("action", part("action"), action),
    ...textFaults("content", part("content"), content),
  ];
}

function shapeFaults(element) {
  const shape = SHAPES[element.className];
  if (!shape || shape.tag !== element.tagName) return [`an element ${element.tagName} ${element.className}`];
  const strangers = element.getAttributeNames().filter((name) => !shape.attributes.includes(name));
  return strangers.map((name) => `an attribute ${name} of ${element.className}`);
}

/** Between role and action stands one space. */
function headerFaults(header, named) {
  const texts = [...(header?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
  const isSpaced = texts.map(({ data }) => data).join("|") === (named.length === 2 ? " " : "");
  return isSpaced ? [] : ["header holds other text than one space between role and action"];
}

/** One text node, and behind it only the button that holds the rest back. */
function textFaults(name, element, text, toText = String) {
  if (element === null) return [];
  const [shown, more, ...others] = element.childNodes;
  if (shown?.nodeType !== Node.TEXT_NODE || others.length > 0) return [`${name} holds more than text and a button`];
  const found = toText(shown.data);
  const isAsWanted = more ? found.length < text.length && text.startsWith(found) : found === text;
  return isAsWanted ? [] : [`${name} shows ${JSON.stringify(found)}`];
}

/** A role with the characters that its stand-ins stand for. */
function fromVisible(text) {
  return text.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_, digits) => String.fromCodePoint(parseInt(digits, 16)));
}
