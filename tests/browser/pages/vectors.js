// Runs vectors here in the page: a lone surrogate does not survive the way out.

import { checkMessage, formatMessage, parseMessage, renderBubble, toBubble } from "/agent-bubble/index.js";
import { structureFaults } from "./structure.js";

/** How many vectors a file holds, and what is wrong, each fault with the vector's name. */
export async function vectorFaults(file) {
  const vectors = await (await fetch(`/vectors/${file}`)).json();
  const faults = vectors.flatMap((vector) => (vector.message ? writingFaults : readingFaults)(vector).map((fault) => `${vector.name}: ${fault}`));
  return { count: vectors.length, faults };
}

function writingFaults({ message, text = null, field = null }) {
  const written = { text: null, field: null };
  try {
    written.text = formatMessage(message);
  } catch (error) {
    written.field = error.field;
  }
  return [...differ("text", written.text, text), ...differ("field", written.field, field)];
}

function readingFaults(vector) {
  const options = { sender: vector.sender ?? null };
  const message = parseMessage(vector.input, options);
  const bubble = toBubble(message);
  return [
    ...differences(message, bubble, vector),
    ...differ("toBubble(text)", toBubble(vector.input, options), vector.bubble),
    ...(vector.check ? differ("check", codesOf(checkMessage(vector.input, options)), vector.check) : []),
    ...differ("structuredClone", structuredClone(message), message),
    ...placeFaults(message, vector.input.length),
    ...(bubble === null ? [] : structureFaults(renderBubble(bubble), bubble)),
  ];
}

function differences(message, bubble, { kind, complete, codes, fields = {}, ...vector }) {
  return [
    ...differ("kind", message.kind, kind),
    ...differ("toBubble(message)", bubble, vector.bubble),
    ...differ("complete", message.complete, complete),
    ...differ("codes", codesOf(message.diagnostics), codes),
    ...Object.keys(fields).flatMap((key) => differ(key, message[key], fields[key])),
  ];
}

function codesOf(diagnostics) {
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
}

function differ(what, found, expected) {
  if (isSame(found, expected)) return [];
  return [`${what} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

function placeFaults({ diagnostics }, length) {
  return diagnostics.flatMap(({ code, message, start, end }) => [
    ...(0 <= start && start <= end && end <= length ? [] : [`${code} stands at ${start} to ${end} of ${length}`]),
    ...(message ? [] : [`${code} says nothing`]),
  ]);
}

/** Deep equality of plain data; an absent key is not the same as `undefined` or `null`. */
function isSame(one, other) {
  if (typeof one !== "object" || one === null || other === null) return Object.is(one, other);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length
    && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}
