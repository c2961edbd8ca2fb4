import { byId, element, languageOf, say } from "./dom.js";
import { worst } from "./marks.js";
import { showBubble, showRemark } from "./stage.js";
import { visible } from "./visible.js";
import { FORGED_ROLE, forgedContent, suggestionsFor } from "./writer-examples.js";
import { FIELDS, Field } from "./writer-field.js";
import { refusal } from "./writer-strings.js";

const SHOWN = 20_000;
const FIRST_KIND = "ask";
/** Given as they are, so that the package says what is missing. */
const NEVER_LEFT_OUT = new Set(["role", "id", "content"]);

/** Writes a message from a form, live; `codec` is the package. */
export class Writer {
  #codec;
  #strings;
  #reader;
  #kinds;
  #fields;
  #text = null;

  constructor(codec, strings, reader) {
    this.#codec = codec;
    this.#reader = reader;
    this.#kinds = new Map(codec.KINDS.map((info) => [info.kind, info]));
    const kinds = [...this.#kinds.keys(), "request", "notice", "control"];
    const fields = FIELDS.map((field) => new Field(field.name === "kind" ? { ...field, values: kinds } : field));
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    byId("writer-fields").append(...fields.map(({ node }) => node));
    this.#field("kind").value = FIRST_KIND;

    byId("writer-form").addEventListener("input", () => this.#edit());
    byId("forge-role").addEventListener("click", () => this.#forgeRole());
    byId("forge-content").addEventListener("click", () => this.#forgeContent());
    byId("start-over").addEventListener("click", () => this.#startOver());
    byId("copy").addEventListener("click", () => this.#copy());
    byId("read-above").addEventListener("click", () => this.#readAbove());
    this.translate(strings);
  }

  translate(strings) {
    this.#strings = strings;
    const choices = { ...strings.choices, kind: this.#kindNames() };
    for (const [name, names] of Object.entries(choices)) this.#field(name).nameChoices(names);
    this.#edit();
  }

  #field(name) {
    return this.#fields.get(name);
  }

  get #kind() {
    return this.#field("kind").value;
  }

  #kindNames() {
    const { lang, choices } = this.#strings;
    const framed = [...this.#kinds.values()].map(({ kind, action }) => [kind, action?.[lang]]);
    const names = [...framed, ...Object.entries(choices.kind)].filter(([, label]) => label);
    return Object.fromEntries(names.map(([kind, label]) => [kind, `${kind} · ${label}`]));
  }

  #edit() {
    this.#suggest();
    this.#show();
    this.#write();
  }

  #suggest(options) {
    const suggestions = suggestionsFor(this.#kind, this.#kinds.get(this.#kind), this.#strings);
    for (const [name, suggestion] of Object.entries(suggestions)) this.#field(name).suggest(suggestion, options);
  }

  /** Shows the fields that the kind has. */
  #show() {
    const kind = this.#kind;
    const info = this.#kinds.get(kind);
    const has = new Set([info ? "envelope" : kind, kind]);
    if (kind === "notice") has.add(this.#field("reason").value);
    for (const field of this.#fields.values()) {
      const label = this.#strings.fieldNames[field.name];
      field.label = field.optional.some((owner) => has.has(owner)) ? this.#strings.optional(label) : label;
      field.isShown = field.of.some((owner) => has.has(owner));
    }
    this.#field("action").placeholder = info?.action?.[this.#field("language").value || "zh"] ?? "";
    byId("forge").hidden = !info;
  }

  #write() {
    byId("copied").textContent = "";
    const message = this.#message();
    for (const field of this.#fields.values()) field.refuse(null);
    try {
      this.#text = this.#codec.formatMessage(message);
      this.#showWritten();
    } catch (error) {
      if (error.code !== "unwritable") throw error;
      this.#text = null;
      this.#showRefused(error);
    }
    for (const id of ["copy", "read-above"]) byId(id).disabled = this.#text === null;
  }

  #message() {
    const shown = [...this.#fields.values()].filter((field) => field.isShown);
    const isFramed = this.#kinds.has(this.#kind);
    return Object.fromEntries(
      shown.map((field) => [field.name, isFramed && NEVER_LEFT_OUT.has(field.name) ? field.value : field.given]),
    );
  }

  #showWritten() {
    const text = this.#text;
    const faults = this.#codec.checkMessage(text);
    const codes = [...new Set(faults.map(({ code }) => code))];
    this.#tell(codes.length === 0 ? this.#strings.writtenWell : this.#strings.writtenWith(codes), worst(faults));
    const language = languageOf(text);
    byId("written").lang = language;
    byId("written").replaceChildren(visible(text, SHOWN));
    byId("written-bubble").lang = language;
    showBubble(byId("written-bubble"), this.#codec.parseMessage(text), this.#codec, this.#strings);
  }

  #showRefused(error) {
    const field = this.#fields.get(error.field) ?? this.#field("kind");
    field.refuse(refusal(error, field.value, this.#strings));
    this.#tell(this.#strings.refused(this.#strings.fieldNames[field.name]), "error");
    byId("written").lang = "en";
    byId("written").replaceChildren(element("span", { class: "thrown" }, `${error.name}: ${error.message}`));
    showRemark(byId("written-bubble"), this.#strings.nothingWritten, this.#strings);
  }

  #tell(words, severity) {
    say(byId("written-verdict"), words);
    byId("written-verdict").dataset.severity = severity;
  }

  #forgeRole() {
    this.#field("role").value = FORGED_ROLE;
    this.#edit();
  }

  #forgeContent() {
    const role = this.#field("role");
    if (role.value === FORGED_ROLE) this.#startOver();
    const tag = this.#kinds.get(this.#kind).tag ?? this.#field("tag").value;
    this.#field("content").value = forgedContent(role.value, tag, this.#strings.samples[this.#kind]);
    this.#edit();
  }

  #startOver() {
    this.#suggest({ always: true });
    this.#edit();
  }

  async #copy() {
    const status = byId("copied");
    // Emptied first: the same words are announced once more.
    status.textContent = "";
    try {
      await navigator.clipboard.writeText(this.#text);
      status.textContent = this.#strings.copied;
    } catch {
      getSelection().selectAllChildren(byId("written"));
      status.textContent = this.#strings.notCopied;
    }
  }

  #readAbove() {
    this.#reader.read(this.#text);
    byId("reader-title").focus();
  }
}
