import { byId, element, moveTo, say } from "./dom.js";
import { worst } from "./marks.js";
import { nameOf } from "./names.js";

/** As many at once. */
const PAGE = 100;

/** What breaks the rules, each with the way to its entry. */
export class Findings {
  #codec;
  #strings;
  #toEntry;
  #list = byId("findings");
  #more = byId("findings-more");
  #entries = [];
  #findings = [];
  #names = new Map();

  constructor(codec, toEntry) {
    this.#codec = codec;
    this.#toEntry = toEntry;
    this.#more.addEventListener("click", () => this.#showMore());
  }

  show(entries, findings, strings) {
    this.#entries = entries;
    this.#findings = findings;
    this.#strings = strings;
    this.#names = new Map();
    const verdict = byId("findings-verdict");
    say(verdict, this.#verdict());
    verdict.dataset.severity = worst(findings);
    this.#list.replaceChildren();
    this.#drawUpTo(PAGE);
  }

  #verdict() {
    const { faults, noFindings, nothingToCheck } = this.#strings;
    if (this.#entries.length === 0) return nothingToCheck;
    const errors = this.#findings.filter(({ severity }) => severity === "error").length;
    return this.#findings.length === 0 ? noFindings : faults(errors, this.#findings.length - errors);
  }

  /** Moves to a finding. */
  reach(finding) {
    const place = this.#findings.indexOf(finding);
    if (place >= this.#list.childElementCount) this.#drawUpTo(place + PAGE);
    moveTo(this.#list.children[place].firstChild);
  }

  #showMore() {
    const first = this.#list.childElementCount;
    this.#drawUpTo(first + PAGE);
    moveTo(this.#list.children[first].firstChild);
  }

  #drawUpTo(end) {
    const added = this.#findings.slice(this.#list.childElementCount, end);
    this.#list.append(...added.map((finding) => this.#item(finding)));
    const left = this.#findings.length - this.#list.childElementCount;
    this.#more.hidden = left === 0;
    this.#more.textContent = this.#strings.moreEntries(Math.min(left, PAGE), left);
  }

  #item({ code, severity, message, entry }) {
    const gist = this.#strings.codes[code];
    const role = this.#roleOf(entry);
    const button = element(
      "button",
      { type: "button", title: this.#strings.goToEntry },
      element("span", { class: "severity" }, this.#strings[severity]),
      " ",
      element("code", { class: "code-name", lang: "en" }, code),
      " ",
      element("span", { class: "place" }, this.#strings.entryNumber(entry)),
      " ",
      ...(role === null ? [] : [element("span", { class: "place finding-role" }, role), " "]),
      ...(gist ? [element("span", { class: "gist" }, gist), " "] : []),
      element("span", { class: "sentence", lang: "en" }, message),
    );
    button.addEventListener("click", () => this.#toEntry(entry));
    return element("li", { "data-code": code, "data-severity": severity }, button);
  }

  #roleOf(index) {
    const { message, call } = this.#entries[index];
    const role = call ? call.caller : message.role;
    if (role !== null && !this.#names.has(role)) this.#names.set(role, nameOf(this.#codec, role));
    return role === null ? null : this.#names.get(role);
  }
}
