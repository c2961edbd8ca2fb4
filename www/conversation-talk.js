import { initials } from "./chat.js";
import { byId, element, languageOf, moveTo, reachScrolled } from "./dom.js";
import { drawnRole } from "./names.js";
import { visible } from "./visible.js";

/** As many entries are drawn at once: ten thousand bubbles would stop the page. */
const PAGE = 500;
const EXCERPT = 60;
const ANSWERS_NAMED = 5;
const JSON_SHOWN = 600;
const TONES = 4;

/** The bubbles of a conversation in their groups, each with what belongs to it. */
export class Talk {
  #codec;
  #strings;
  #toFinding;
  #list = byId("talk");
  #entries = [];
  /** What the host calls the sender of an entry, if anything. */
  #hosts = [];
  /** The findings of an entry. */
  #findings = new Map();
  /** How often an entry was sent. */
  #times = new Map();
  #tones = new Map();
  #self = null;
  #from = 0;
  #to = PAGE;
  /** The entries of the group that the next one may join, and whether they have a speaker. */
  #group = null;

  constructor(codec, toFinding) {
    this.#codec = codec;
    this.#toFinding = toFinding;
    byId("talk-earlier").addEventListener("click", () => this.#showEarlier());
    byId("talk-more").addEventListener("click", () => this.#showMore());
  }

  /** Draws the first entries; `self` stands at the other side. */
  show({ entries, hosts, findings, self }, strings) {
    this.#entries = entries;
    this.#hosts = hosts;
    this.#self = self;
    this.#findings = new Map();
    for (const finding of findings) {
      if (!this.#findings.has(finding.entry)) this.#findings.set(finding.entry, []);
      this.#findings.get(finding.entry).push(finding);
    }
    this.#times = new Map();
    for (const { duplicateOf } of entries) {
      if (duplicateOf !== null) this.#times.set(duplicateOf, (this.#times.get(duplicateOf) ?? 1) + 1);
    }
    this.#tones = new Map();
    this.#strings = strings;
    this.#turnTo(0);
  }

  /** Moves to an entry that has a bubble or a remark. */
  reach(index) {
    if (index < this.#from || index >= this.#to) this.#turnTo(index - (index % PAGE));
    moveTo(this.#list.querySelector(`[data-entry="${index}"]`));
  }

  #turnTo(from, to = from + PAGE) {
    this.#from = this.#to = from;
    this.#group = null;
    this.#list.replaceChildren();
    this.#drawUpTo(to);
  }

  #drawUpTo(to) {
    for (const entry of this.#entries.slice(this.#to, to)) this.#append(entry);
    this.#to = to;
    for (const button of this.#list.querySelectorAll(".agent-bubble-more")) button.lang = this.#strings.lang;
    reachScrolled(...this.#list.querySelectorAll(".agent-bubble-role"));
    const left = Math.max(this.#entries.length - to, 0);
    offer(byId("talk-earlier"), this.#from, this.#strings.earlierEntries(Math.min(this.#from, PAGE)));
    offer(byId("talk-more"), left, this.#strings.moreEntries(Math.min(left, PAGE), left));
  }

  #showMore() {
    const first = this.#to;
    this.#drawUpTo(first + PAGE);
    this.#reachFirstFrom(first);
  }

  #showEarlier() {
    this.#turnTo(Math.max(this.#from - PAGE, 0), this.#to);
    this.#reachFirstFrom(this.#from);
  }

  /** The button that was pressed may be gone: the focus goes to what came. */
  #reachFirstFrom(index) {
    const next = this.#entries.slice(index).find(({ duplicateOf }) => duplicateOf === null);
    if (next && next.index < this.#to) this.reach(next.index);
    else moveTo(byId("talk-title"));
  }

  #append(entry) {
    if (entry.duplicateOf !== null) return;
    const speaks = entry.bubble !== null;
    const opens = this.#group === null || (speaks && (entry.startsGroup || !this.#group.speaks));
    if (opens) this.#group = this.#openGroup(entry);
    this.#group.list.append(this.#row(entry));
  }

  #openGroup({ bubble }) {
    const role = bubble?.role ?? null;
    const list = element("ol", { class: "entries" });
    const group = element(
      "li",
      { class: "row", "data-side": role !== null && role === this.#self ? "end" : "start", "data-tone": this.#toneOf(role) },
      element("span", { class: "avatar", "aria-hidden": "true" }, initials(role)),
      element("div", { class: "said" }, ...(bubble ? [this.#speaker(role)] : []), list),
    );
    this.#list.append(group);
    return { list, speaks: bubble !== null };
  }

  #speaker(role) {
    if (role === null) return element("p", { class: "speaker host-label" }, this.#strings.unnamed);
    return element("p", { class: "speaker", lang: languageOf(role) }, drawnRole(this.#codec, role));
  }

  #toneOf(role) {
    if (role === null) return "host";
    if (!this.#tones.has(role)) this.#tones.set(role, String(this.#tones.size % TONES));
    return this.#tones.get(role);
  }

  #row(entry) {
    const { index, question } = entry;
    return element(
      "li",
      { class: "entry", tabindex: "-1", "data-entry": String(index) },
      ...(question === null ? [] : [this.#toQuestion(question)]),
      this.#said(entry),
      ...this.#facts(entry),
      ...this.#notes(entry),
    );
  }

  #said({ bubble, call, message }) {
    const { lang, nothingShown } = this.#strings;
    if (bubble === null) return element("p", { class: "silent" }, nothingShown(message.directive));
    const { action, content } = call ? this.#codec.callBubble(call, { language: lang }) : bubble;
    const drawn = this.#draw({ role: null, action, content }, message?.kind);
    if (call) drawn.querySelector(".agent-bubble-action")?.setAttribute("lang", lang);
    return drawn;
  }

  #draw(bubble, kind) {
    const drawn = this.#codec.renderBubble(kind ? { ...bubble, kind } : bubble);
    drawn.lang = languageOf(bubble.content);
    return drawn;
  }

  /** What is known of a call beside its bubble. */
  #facts({ call, result }) {
    if (!call) return [];
    const { callOf, argumentsGiven, result: resultLabel, reply } = this.#strings;
    const target = call.sessionKey ?? null;
    const { kind, diagnostics, message, extra, ...own } = result ?? {};
    return [
      fact(callOf, element("code", {}, visible(call.tool)), ...(target ? [" → ", element("code", {}, visible(target))] : [])),
      ...json(argumentsGiven, call.extra),
      ...json(resultLabel, { ...own, ...extra }),
      ...(message ? [fact(reply, this.#reply(message))] : []),
      ...[...call.diagnostics, ...(diagnostics ?? [])].map((diagnostic) => this.#problem(diagnostic)),
    ];
  }

  #reply(message) {
    if (message.kind === "control") return this.#strings.nothingShown(message.directive);
    const { role, action, content } = message;
    return this.#draw({ role, action, content }, message.kind);
  }

  #problem({ code, severity, message }) {
    return element(
      "p",
      { class: "problem", "data-severity": severity },
      element("span", { class: "severity" }, this.#strings[severity]),
      " ",
      element("code", { class: "code-name", lang: "en" }, code),
      " ",
      element("span", { lang: "en" }, message),
    );
  }

  #notes(entry) {
    const { open, copies, toolResult, hosts } = this.#strings;
    const host = entry.bubble?.role === null && hosts[this.#hosts[entry.index]];
    const times = this.#times.get(entry.index);
    const isQuestion = entry.call === null && entry.message.kind === "ask";
    const notes = [
      ...(host ? [element("span", { class: "tag" }, host)] : []),
      ...(isQuestion && entry.answers.length === 0 ? [element("span", { class: "tag open" }, open)] : []),
      ...this.#toAnswers(entry.answers),
      ...(entry.channel === "tool-result" ? [element("span", { class: "tag" }, toolResult)] : []),
      ...(times ? [element("span", { class: "tag" }, copies(times))] : []),
      ...(this.#findings.get(entry.index) ?? []).map((finding) => this.#toFindingOf(finding)),
    ];
    return notes.length === 0 ? [] : [element("p", { class: "notes" }, ...notes.flatMap((note) => [note, " "]))];
  }

  #toQuestion(question) {
    const { content } = this.#entries[question].message;
    return this.#link(question, "to-question", this.#strings.answers, excerpt(content));
  }

  #toAnswers(answers) {
    const { answeredBy, moreAnswers, unnamed } = this.#strings;
    const named = answers.slice(0, ANSWERS_NAMED).map((index) => {
      const { role } = this.#entries[index].message;
      return this.#link(index, "to-answer", answeredBy, role === null ? unnamed : drawnRole(this.#codec, role));
    });
    const rest = answers.length - named.length;
    return rest > 0 ? [...named, element("span", { class: "tag" }, moreAnswers(rest))] : named;
  }

  #link(index, name, label, what) {
    const button = element("button", { type: "button", class: `link ${name}`, title: this.#strings.goToEntry }, label, " ", what);
    button.addEventListener("click", () => this.reach(index));
    return button;
  }

  #toFindingOf(finding) {
    const { code, severity } = finding;
    const button = element(
      "button",
      { type: "button", class: "chip", "data-severity": severity, title: this.#strings.goToFinding },
      element("span", { class: "severity" }, this.#strings[severity]),
      " ",
      element("code", { class: "code-name", lang: "en" }, code),
    );
    button.addEventListener("click", () => this.#toFinding(finding));
    return button;
  }
}

function offer(button, count, words) {
  button.hidden = count === 0;
  button.textContent = words;
}

function fact(label, ...what) {
  return element("div", { class: "fact" }, element("span", { class: "fact-label" }, label), " ", ...what);
}

/** What is there of an object, as one line of JSON. */
function json(label, object) {
  const given = Object.entries(object).filter(([, value]) => value !== null);
  if (given.length === 0) return [];
  return [fact(label, element("code", {}, visible(JSON.stringify(Object.fromEntries(given)), JSON_SHOWN)))];
}

/** The beginning of a content on one line, in a box of its own. */
function excerpt(content) {
  const characters = [...content.slice(0, 4 * EXCERPT).replace(/\s+/gu, " ").trim()];
  const beginning = characters.slice(0, EXCERPT).join("");
  const isCut = characters.length > EXCERPT || content.length > 4 * EXCERPT;
  return element("span", { class: "excerpt", lang: languageOf(content) }, visible(isCut ? `${beginning}…` : beginning));
}
