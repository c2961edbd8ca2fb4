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
