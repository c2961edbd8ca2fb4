/** An element; children that are strings become text nodes, never markup. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export const byId = (id) => document.getElementById(id);

/** The language of a text as far as its script tells; "" says that it is unknown. */
export function languageOf(text) {
  const start = text.slice(0, 4096);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(start)) return "";
  if (/\p{Script=Han}/u.test(start)) return "zh";
  return /^[\p{ASCII}\p{P}\s]*$/u.test(start) ? "en" : "";
}

/** A status is announced when it changes; the same words again would be noise. */
export function say(status, words) {
  if (status.textContent !== words) status.textContent = words;
}

/** What scrolls in a box of its own must be reachable by keyboard. */
export function reachScrolled(...boxes) {
  for (const box of boxes) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** Moves the focus and the view to what a link points to. */
export function moveTo(node) {
  node.focus({ preventScroll: true });
  node.scrollIntoView();
}

/** Selects a stretch of a field and scrolls there. */
export function selectIn(field, start, end) {
  field.setSelectionRange(start, end);
  // Only a textarea that gains the focus scrolls to its selection.
  field.blur();
  field.focus();
}
