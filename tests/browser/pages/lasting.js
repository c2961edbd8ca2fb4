// The instance of the module in our hands. A driver's own code can live in
// another realm, whose `WebAssembly` is not the page's.

import { parseMessage, renderBubble, toBubble } from "/agent-bubble/index.js";

const { Instance } = WebAssembly;

/** Lets every further call meet a trap first; how many trapped, and what the calls after them gave. */
export function trapsAndAnswers(text, times) {
  let isArmed = false;
  WebAssembly.Instance = function (...input) {
    const { exports } = new Instance(...input);
    const scan = (...values) => {
      if (!isArmed) return exports.scan(...values);
      isArmed = false;
      // More than the module has reserved: it traps.
      return exports.scan(-1, 2 ** 30, 0, 2 ** 30);
    };
    return { exports: { ...exports, scan } };
  };
  let traps = 0;
  const answers = new Set();
  for (let time = 0; time < times; time += 1) {
    isArmed = true;
    traps += doesTrap(text) ? 1 : 0;
    answers.add(renderBubble(toBubble(text)).textContent);
  }
  return { traps, answers: [...answers] };
}

function doesTrap(text) {
  try {
    parseMessage(text);
    return false;
  } catch (error) {
    return error instanceof WebAssembly.RuntimeError;
  }
}

/** What the module holds after each of so many calls. */
export function memoryAfter(text, counts) {
  let last;
  WebAssembly.Instance = function (...input) {
    last = new Instance(...input);
    return last;
  };
  let calls = 0;
  return counts.map((count) => {
    for (; calls < count; calls += 1) renderBubble(parseMessage(text));
    const { memory, __wbindgen_externrefs: references } = last.exports;
    return { bytes: memory.buffer.byteLength, references: references.length };
  });
}
