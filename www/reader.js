import { byId, element, languageOf } from "./dom.js";
import { EXAMPLE_GROUPS } from "./examples.js";
import { fieldRows } from "./fields.js";
import { markedText } from "./marks.js";

const EXAMPLES = new Map(EXAMPLE_GROUPS.flatMap((group) => group.examples).map((example) => [example.id, example]));

/** Reads what stands in `#message`, live; `codec` is the package. */
export class Reader {
  #codec;
  #strings;
  #example = byId("example");
  #input = byId("message");
  #sender = byId("sender");
  #text = "";

  constructor(codec, strings) {
    this.#codec = codec;
    this.#strings = strings;
    this.#example.addEventListener("change", () => this.#pick(this.#example.value));
    this.#input.addEventListener("input", () => this.#edit());
    this.#sender.addEventListener("input", () => this.#read());
    this.#listExamples();
    // A browser may bring back, or a visitor may have typed, a text before the start.
    if (this.#input.value === "") this.#pick(EXAMPLES.keys().next().value);
    else this.#edit();
  }

  translate(strings) {
    this.#strings = strings;
    this.#listExamples();
    this.#read();
  }

  #listExamples() {
    const chosen = this.#example.value;
    const groups = EXAMPLE_GROUPS.map(({ title, examples }) =>
      element(
        "optgroup",
        { label: this.#strings[title] },
        ...examples.map(({ id, names }) => element("option", { value: id }, names[this.#strings.lang])),
      ),
    );
    this.#example.replaceChildren(element("option", { value: "" }, this.#strings.ownText), ...groups);
    this.#example.value = chosen;
  }

  #pick(id) {
    const example = EXAMPLES.get(id);
    this.#example.value = id;
    this.#input.value = example?.text ?? "";
    this.#sender.value = example?.sender ?? "";
    // A textarea turns CR LF into LF; an example keeps its own until it is edited.
    this.#text = example?.text ?? "";
    this.#read();
  }

  #edit() {
    this.#example.value = "";
    this.#text = this.#input.value;
    this.#read();
  }

  #read() {
    const text = this.#text;
    const message = this.#codec.parseMessage(text, { sender: this.#sender.value || null });
    const language = languageOf(text);
    for (const id of ["message", "bubble", "marked"]) byId(id).lang = language;
    this.#showBubble(message);
    this.#showDiagnostics(message);
    byId("marked").replaceChildren(markedText(text, message.diagnostics));
    const rows = byId("fields").tBodies[0];
    rows.lang = language;
    rows.replaceChildren(...fieldRows(message));
    reachScrolled(...rows.querySelectorAll(".value"));
  }

  #showBubble(message) {
    const output = byId("bubble");
    if (message.kind === "control") output.replaceChildren(this.#remark(this.#strings.nothingShown(message.directive)));
    else if (this.#text === "") output.replaceChildren(this.#remark(this.#strings.bubbleEmpty));
    else output.replaceChildren(this.#codec.renderBubble(message));
    output.querySelector(".agent-bubble-more")?.setAttribute("lang", this.#strings.lang);
    reachScrolled(output, ...output.querySelectorAll(".agent-bubble-role"));
  }

  #remark(sentence) {
    return element("span", { class: "remark", lang: this.#strings.lang }, sentence);
  }

  #showDiagnostics({ diagnostics, kind }) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    const { faults, noFaults, noFaultsPlain } = this.#strings;
    const none = kind === "plain" ? noFaultsPlain : noFaults;
    say(byId("verdict"), diagnostics.length === 0 ? none : faults(errors, diagnostics.length - errors));
    byId("verdict").dataset.severity = worst(errors, diagnostics.length);
    byId("diagnostics").replaceChildren(...diagnostics.map((diagnostic) => this.#item(diagnostic)));
  }

  #item(diagnostic) {
    const { code, severity, message, start } = diagnostic;
    const { line, column } = this.#codec.position(this.#text, start);
    const gist = this.#strings.codes[code];
    const button = element(
      "button",
      { type: "button", title: this.#strings.select },
      element("span", { class: "severity" }, this.#strings[severity]),
      " ",
      element("code", { class: "code-name", lang: "en" }, code),
      " ",
      element("span", { class: "place" }, this.#strings.place(line, column)),
      " ",
      ...(gist ? [element("span", { class: "gist" }, gist), " "] : []),
      element("span", { class: "sentence", lang: "en" }, message),
    );
    button.addEventListener("click", () => this.#select(diagnostic));
    return element("li", { "data-code": code, "data-severity": severity }, button);
  }

  #select({ start, end }) {
    const inTextarea = (offset) => this.#text.slice(0, offset).replaceAll("\r\n", "\n").length;
    this.#input.setSelectionRange(inTextarea(start), inTextarea(end));
    // Only a textarea that gains the focus scrolls to its selection.
    this.#input.blur();
    this.#input.focus();
  }
}

function worst(errors, all) {
  if (errors > 0) return "error";
  return all > 0 ? "warning" : "none";
}

/** A status is announced when it changes; the same words again would be noise. */
function say(status, words) {
  if (status.textContent !== words) status.textContent = words;
}

/** What scrolls in a box of its own must be reachable by keyboard. */
function reachScrolled(...boxes) {
  for (const box of boxes) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
