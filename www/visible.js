import { element } from "./dom.js";

// What a reader would miss: line ends, tabs, controls, direction controls and
// other invisible characters, lone surrogates. U+FE0F and a joiner inside an
// emoji are part of what is seen. Browsers lay long runs of marks out slowly.
const UNSEEN =
  /\r\n|[\n\r\t]|(?!\uFE0F|\u200D\p{Extended_Pictographic})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]|[\uD800-\uDFFF]|\p{M}{32,}/gu;
const MARKS_SHOWN = 8;
const NAMED = new Map([
  ["\n", "↵"],
  ["\r\n", "␍↵"],
  ["\r", "␍"],
  ["\t", "⇥"],
]);

/**
 * The text as nodes whose `textContent` is the text itself: what stands for an
 * unseen character comes from the style sheet. Only what is too long to lay
 * out is left out, and said so.
 */
export function visible(text, limit = 4000) {
  const fragment = document.createDocumentFragment();
  if (text.length <= limit) {
    appendVisible(fragment, text);
    return fragment;
  }
  const head = beforePair(text, Math.ceil(limit / 2));
  const tail = beforePair(text, text.length - Math.floor(limit / 2));
  appendVisible(fragment, text.slice(0, head));
  fragment.append(elided(tail - head));
  appendVisible(fragment, text.slice(tail));
  return fragment;
}

function appendVisible(parent, text) {
  let last = 0;
  for (const match of text.matchAll(UNSEEN)) {
    parent.append(text.slice(last, match.index), ...standIn(match[0]));
    last = match.index + match[0].length;
  }
  parent.append(text.slice(last));
}

function standIn(unseen) {
  if (/^\p{M}{32,}$/u.test(unseen)) {
    const shown = [...unseen].slice(0, MARKS_SHOWN).join("");
    return [shown, elided(unseen.length - shown.length)];
  }
  const name = NAMED.get(unseen);
  if (name === undefined) return [element("span", { class: "unseen", "data-name": codePoint(unseen) }, unseen)];
  const kind = name === "⇥" ? "unseen-tab" : "unseen-end";
  return [element("span", { class: kind, "data-name": name }, unseen)];
}

function elided(count) {
  return element("span", { class: "elided", "data-name": `… +${count.toLocaleString("en")} …` });
}

function codePoint(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function beforePair(text, index) {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(index - 1, index + 1)) ? index - 1 : index;
}
