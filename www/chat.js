import { byId, element, languageOf } from "./dom.js";
import { LEADER, TEAM_LOG } from "./team.js";

/** The team's log, as bubbles or as the raw texts. */
export class Chat {
  #codec;
  #strings;
  #list = byId("chat");

  constructor(codec, strings) {
    this.#codec = codec;
    for (const radio of document.getElementsByName("view")) radio.addEventListener("change", () => this.#show());
    this.translate(strings);
  }

  translate(strings) {
    this.#strings = strings;
    this.#show();
  }

  #show() {
    const raw = byId("view-raw").checked;
    const rows = raw ? TEAM_LOG.map(rawRow) : this.#bubbleRows();
    const { rawNote, chatNote } = this.#strings;
    byId("chat-note").textContent = raw ? rawNote(rows.length) : chatNote(TEAM_LOG.length, rows.length);
    this.#list.dataset.view = raw ? "raw" : "bubbles";
    this.#list.replaceChildren(...rows);
  }

  #bubbleRows() {
    const tones = new Map();
    let previous = null;
    return TEAM_LOG.map(({ text, host }) => ({ message: this.#codec.parseMessage(text), host }))
      .filter(({ message }) => message.kind !== "control")
      .map(({ message, host }) => {
        const speaker = message.role ?? host ?? null;
        const continues = speaker !== null && speaker === previous;
        previous = speaker;
        if (message.role !== null && !tones.has(speaker)) tones.set(speaker, String(tones.size % 4));
        return this.#row(message, { host, continues, tone: tones.get(speaker) ?? "host" });
      });
  }

  #row(message, { host, continues, tone }) {
    const row = element(
      "li",
      { class: continues ? "row continues" : "row", "data-side": side(message), "data-tone": tone, lang: languageOf(message.content) },
      element("span", { class: "avatar", "aria-hidden": "true" }, continues ? "" : initials(message.role)),
      element("div", { class: "said" }, this.#codec.renderBubble(message)),
    );
    // A plain text names nobody: the label is the host's.
    if (host) row.lastChild.prepend(element("p", { class: "host-label", lang: this.#strings.lang }, this.#strings[host]));
    return row;
  }
}

function rawRow({ text }) {
  return element("li", { class: "raw", lang: languageOf(text) }, element("pre", {}, text));
}

function side({ kind, role }) {
  if (kind === "notice") return "middle";
  return role === LEADER ? "end" : "start";
}

export function initials(role) {
  const words = (role ?? "").split(/[\s_-]+/).filter((word) => /^\p{L}/u.test(word));
  return words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0))).join("");
}
