import { element } from "./dom.js";

const WIDTH = 40;
/** Enough for any message that people read; a box of megabytes would stop the page. */
const CONTENT_SHOWN = 20_000;

// What takes two cells. Few fonts draw it exactly twice as wide as a letter.
const WIDE = new RegExp(
  [
    String.raw`\p{RI}{2}`,
    String.raw`(?:(?!\p{RI})\p{Emoji_Presentation}|\P{ASCII}\uFE0F)(?:\p{Emoji_Modifier}|\u200D\P{ASCII}|\uFE0F)*`,
    String.raw`(?![\uFF61-\uFFDC])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
      String.raw`\p{Script=Bopomofo}\u3000-\u303E\uFE30-\uFE4F\uFF01-\uFF60\uFFE0-\uFFE6]\p{M}*`,
  ].join("|"),
  "gu",
);

/** A bubble as a box of text, its wide characters in cells of their own. */
export function textBox(codec, { role, action, content }) {
  const box = codec.formatBubble({ role, action, content: beginning(content) }, { width: WIDTH });
  const fragment = document.createDocumentFragment();
  let last = 0;
  for (const { 0: wide, index } of box.matchAll(WIDE)) {
    fragment.append(box.slice(last, index), element("span", { class: "wide" }, wide));
    last = index + wide.length;
  }
  fragment.append(box.slice(last));
  return fragment;
}

function beginning(content) {
  if (content.length <= CONTENT_SHOWN) return content;
  const rest = (content.length - CONTENT_SHOWN).toLocaleString("en");
  return `${content.slice(0, CONTENT_SHOWN)}\n… +${rest} …`;
}
