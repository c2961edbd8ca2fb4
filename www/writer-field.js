import { element, languageOf } from "./dom.js";

const MOST_ROWS = 4;

/**
 * The fields of every kind, in the order of the form. `of` says what has a field:
 * the framed kinds ("envelope"), a kind, or a reason of a notice.
 */
export const FIELDS = [
  { name: "kind", type: "choice", of: ["envelope", "request", "notice", "control"] },
  { name: "language", type: "choice", of: ["envelope"], values: ["", "zh", "en"] },
  { name: "reason", type: "choice", of: ["notice"], values: ["agent-not-found", "timeout", "failure"] },
  { name: "directive", type: "choice", of: ["control"], values: ["REPLY_SKIP", "ANNOUNCE_SKIP"] },
  { name: "role", type: "line", of: ["envelope", "request"] },
  { name: "agentId", type: "line", of: ["request"], optional: true },
  { name: "target", type: "line", of: ["envelope", "request", "agent-not-found"], optional: true },
  { name: "sessionKey", type: "line", of: ["request"] },
  { name: "id", type: "line", of: ["envelope"] },
  { name: "action", type: "line", of: ["envelope", "request"] },
  { name: "tag", type: "line", of: ["other"] },
  { name: "questionId", type: "line", of: ["answer"], optional: true },
  { name: "expects", type: "choice", of: ["request"], values: ["", "blocking", "fire-and-forget", "background"] },
  { name: "timeoutSeconds", type: "line", of: ["request", "timeout"], convert: wholeNumber },
  { name: "error", type: "line", of: ["failure"], optional: true },
  { name: "available", type: "text", of: ["agent-not-found"], convert: lines },
  { name: "userNeed", type: "text", of: ["request"] },
  { name: "content", type: "text", of: ["envelope"] },
  { name: "body", type: "text", of: ["request"] },
  { name: "summary", type: "text", of: ["request"] },
];

/** A control with its label, and its fault where it has one. */
export class Field {
  #type;
  #convert;
  #label;
  #control;
  #fault;
  #values;
  /** What the form suggests; it gives way to what a visitor writes. */
  #suggestion = "";

  constructor({ name, type, of, optional = false, values = [], convert = String }) {
    const id = `writer-${name}`;
    this.name = name;
    this.of = of;
    this.optional = optional;
    this.#type = type;
    this.#values = values;
    this.#convert = convert;
    this.#label = element("label", { for: id });
    this.#control = type === "choice" ? choice(id, values) : textarea(id, type);
    this.#fault = element("p", { id: `${id}-fault`, class: "fault", hidden: "" });
    this.node = element("div", { class: `writer-${type}`, "data-field": name }, this.#label, this.#control, this.#fault);
    this.#control.addEventListener("input", () => this.#adapt());
  }

  get value() {
    return this.#control.value;
  }

  set value(value) {
    this.#control.value = value;
    this.#adapt();
  }

  /** As `formatMessage` takes it; what is empty is left out. */
  get given() {
    return this.value === "" ? null : this.#convert(this.value);
  }

  get isShown() {
    return !this.node.hidden;
  }

  set isShown(shown) {
    this.node.hidden = !shown;
  }

  set placeholder(words) {
    this.#control.placeholder = words;
  }

  suggest(suggestion, { always = false } = {}) {
    const untouched = this.value === this.#suggestion;
    this.#suggestion = suggestion;
    if (always || untouched) this.value = suggestion;
  }

  translate(label, names) {
    this.#label.textContent = label;
    this.#values.forEach((value, index) => (this.#control.options[index].textContent = names[value] ?? value));
  }

  /** Marks the field as the one at fault; `null` takes the mark away. */
  refuse(words) {
    this.#fault.hidden = words === null;
    this.#fault.textContent = words ?? "";
    if (words === null) {
      this.#control.removeAttribute("aria-invalid");
      this.#control.removeAttribute("aria-describedby");
    } else {
      this.#control.setAttribute("aria-invalid", "true");
      this.#control.setAttribute("aria-describedby", this.#fault.id);
    }
  }

  #adapt() {
    if (this.#type === "choice") return;
    this.#control.lang = languageOf(this.value);
    if (this.#type === "line") this.#control.rows = Math.min(this.value.split("\n").length, MOST_ROWS);
  }
}

function wholeNumber(value) {
  return /^\d+$/.test(value) ? Number(value) : NaN;
}

function lines(value) {
  return value.split("\n").filter(Boolean);
}

function choice(id, values) {
  return element("select", { id, autocomplete: "off" }, ...values.map((value) => element("option", { value })));
}

/** One line too: an `<input>` would drop line ends, and hide what the package does with them. */
function textarea(id, type) {
  const rows = type === "line" ? "1" : "5";
  return element("textarea", { id, rows, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}
