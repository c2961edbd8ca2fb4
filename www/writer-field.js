import { element, languageOf } from "./dom.js";

/** Fewest and most: a field grows with its text. */
const ROWS = { line: [1, 4], text: [4, 18] };

/**
 * The fields of every kind, in the order of the form. `of` says what has a field:
 * the framed kinds ("envelope"), a kind, or a reason of a notice; `optional`, what does without it.
 */
export const FIELDS = [
  { name: "kind", type: "choice", of: ["envelope", "request", "notice", "control"] },
  { name: "language", type: "choice", of: ["envelope"], values: ["", "zh", "en"] },
  { name: "reason", type: "choice", of: ["notice"], values: ["agent-not-found", "timeout", "failure"] },
  { name: "directive", type: "choice", of: ["control"], values: ["REPLY_SKIP", "ANNOUNCE_SKIP"] },
  { name: "role", type: "line", of: ["envelope", "request"] },
  { name: "agentId", type: "line", of: ["request"], optional: ["request"] },
  { name: "target", type: "line", of: ["envelope", "request", "agent-not-found"], optional: ["envelope"] },
  { name: "sessionKey", type: "line", of: ["request"] },
  { name: "id", type: "line", of: ["envelope"] },
  { name: "action", type: "line", of: ["envelope", "request"] },
  { name: "tag", type: "line", of: ["other"] },
  { name: "questionId", type: "line", of: ["answer"], optional: ["answer"] },
  { name: "expects", type: "choice", of: ["request"], values: ["", "blocking", "fire-and-forget", "background"] },
  { name: "timeoutSeconds", type: "line", of: ["request", "timeout"], convert: wholeNumber },
  { name: "error", type: "line", of: ["failure"], optional: ["failure"] },
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
  /** What the form suggests; it gives way to what a visitor writes. */
  #suggestion = "";

  constructor({ name, type, of, optional = [], values = [], convert = String }) {
    const id = `writer-${name}`;
    this.name = name;
    this.of = of;
    this.optional = optional;
    this.#type = type;
    this.#convert = convert;
    this.#label = element("label", { for: id });
    this.#control = type === "choice" ? choice(id, values) : textarea(id);
    this.#fault = element("p", { id: `${id}-fault`, class: "fault", hidden: "" });
    this.node = element("div", { class: `writer-${type}`, "data-field": name }, this.#label, this.#control, this.#fault);
    this.#control.addEventListener("input", () => this.#adapt());
    this.#adapt();
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

  set label(words) {
    this.#label.textContent = words;
  }

  /** Names the choices; without names they stand as they are. */
  nameChoices(names) {
    for (const option of this.#control.options) option.textContent = names[option.value];
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
    const [fewest, most] = ROWS[this.#type];
    this.#control.rows = Math.min(Math.max(this.value.split("\n").length, fewest), most);
  }
}

function wholeNumber(value) {
  return /^\d+$/.test(value) ? Number(value) : NaN;
}

function lines(value) {
  return value.split("\n").filter(Boolean);
}

function choice(id, values) {
  return element("select", { id, autocomplete: "off" }, ...values.map((value) => element("option", { value }, value)));
}

/** One line too: an `<input>` would drop line ends, and hide what the package does with them. */
function textarea(id) {
  return element("textarea", { id, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}
