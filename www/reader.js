import { byId, element, languageOf, reachScrolled, say, selectIn } from "./dom.js";
import { EXAMPLE_GROUPS } from "./examples.js";
import { fieldRows } from "./fields.js";
import { markedText, worst } from "./marks.js";
import { Replay } from "./replay.js";
import { showBubble, showRemark } from "./stage.js";
import { textBox } from "./text-box.js";

const EXAMPLES = new Map(EXAMPLE_GROUPS.flatMap((group) => group.examples).map((example) => [example.id, example]));

/** Reads what stands in `#message`, live; `codec` is the package. */
export class Reader {
  #codec;
  #strings;
  #example = byId("example");
  #input = byId("message");
  #sender = byId("sender");
  #box = byId("box");
  #replay;
  #text = "";
  #message = null;

  constructor(codec, strings) {
    this.#codec = codec;
    this.#strings = strings;
    this.#replay = new Replay(codec, strings);
    this.#example.addEventListener("change", () => this.#pick(this.#example.value));
    this.#input.addEventListener("input", () => this.#edit());
    this.#sender.addEventListener("input", () => this.#read());
    this.#box.parentElement.addEventListener("toggle", () => this.#showBox());
    this.#listExamples();
    // A browser may bring back, or a visitor may have typed, a text before the start.
    if (this.#input.value === "") this.#pick(EXAMPLES.keys().next().value);
    else this.#edit();
  }

  /** Reads a text as if it had been pasted, from no sender in particular. */
  read(text) {
    this.#sender.value = "";
    this.#input.value = text;
    this.#edit();
  }

  translate(strings) {
    this.#strings = strings;
    this.#listExamples();
    this.#replay.translate(strings);
    this.#show();
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
    this.#replay.reset(this.#text, this.#sender.value || null);
    this.#show();
  }

  #show() {
    const text = this.#text;
    const options = { sender: this.#sender.value || null };
    const message = this.#codec.parseMessage(text, options);
    const diagnostics = this.#codec.checkMessage(text, options);
    const language = languageOf(text);
    for (const id of ["message", "bubble", "marked", "box"]) byId(id).lang = language;
    this.#message = message;
    this.#showBubble();
    this.#showBox();
    this.#showDiagnostics(diagnostics, message.kind);
    byId("marked").replaceChildren(markedText(text, diagnostics));
    const rows = byId("fields").tBodies[0];
    rows.lang = language;
    rows.replaceChildren(...fieldRows(message));
    reachScrolled(...rows.querySelectorAll(".value"));
  }

  #showBubble() {
    if (this.#replay.isOnStage) return;
    if (this.#text === "") showRemark(byId("bubble"), this.#strings.bubbleEmpty, this.#strings);
    else showBubble(byId("bubble"), this.#message, this.#codec, this.#strings);
  }

  /** A closed box costs nothing. */
  #showBox() {
    const details = this.#box.parentElement;
    details.hidden = this.#message.kind === "control" || this.#text === "";
    if (details.open && !details.hidden) this.#box.replaceChildren(textBox(this.#codec, this.#message));
  }

  #showDiagnostics(diagnostics, kind) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    const { faults, noFaults, noFaultsPlain } = this.#strings;
    const none = kind === "plain" ? noFaultsPlain : noFaults;
    say(byId("verdict"), diagnostics.length === 0 ? none : faults(errors, diagnostics.length - errors));
    byId("verdict").dataset.severity = worst(diagnostics);
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
    selectIn(this.#input, inTextarea(start), inTextarea(end));
  }
}
