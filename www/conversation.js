import { conversationExamples } from "./conversation-examples.js";
import { Findings } from "./conversation-findings.js";
import { readPasted } from "./conversation-rows.js";
import { Talk } from "./conversation-talk.js";
import { byId, element, languageOf, say, selectIn } from "./dom.js";
import { nameOf } from "./names.js";
import { LEADER } from "./team.js";

/** Longer texts are read when the typing pauses. */
const LONG = 100_000;
const PAUSE_MS = 300;
const LINES_NAMED = 20;
const ROLES_LISTED = 200;

/** Shows a pasted transcript or JSON lines as a conversation, live; `codec` is the package. */
export class ConversationView {
  #codec;
  #strings;
  #examples;
  #example = byId("conversation-example");
  #viewer = byId("viewer");
  #main = byId("main-agent");
  #input = byId("conversation-text");
  #talk;
  #findings;
  #waiting = null;
  #rows = [];
  #unread = [];
  #roles = [];

  constructor(codec, strings) {
    this.#codec = codec;
    this.#strings = strings;
    this.#examples = new Map(conversationExamples(codec).map((example) => [example.id, example]));
    this.#talk = new Talk(codec, (finding) => this.#findings.reach(finding));
    this.#findings = new Findings(codec, (entry) => this.#talk.reach(entry));
    this.#example.addEventListener("change", () => this.#pick(this.#example.value));
    this.#input.addEventListener("input", () => this.#edit());
    for (const select of [this.#viewer, this.#main]) select.addEventListener("change", () => this.#show());
    this.#listExamples();
    if (this.#input.value === "") this.#pick(this.#examples.keys().next().value);
    else this.#edit();
  }

  translate(strings) {
    this.#strings = strings;
    this.#listExamples();
    this.#listRoles();
    this.#show();
  }

  #listExamples() {
    const { ownText } = this.#strings;
    const options = [...this.#examples.values()].map(({ id, title }) => [id, this.#strings[title]]);
    list(this.#example, [["", ownText], ...options], this.#example.value);
  }

  /** The roles that occur; one that is chosen stays as long as it does. */
  #listRoles() {
    const names = this.#roles.slice(0, ROLES_LISTED).map((role) => [role, nameOf(this.#codec, role)]);
    list(this.#viewer, [["", this.#strings.mergedLog], ...names], this.#viewer.value);
    list(this.#main, [[LEADER, LEADER], ...names.filter(([role]) => role !== LEADER)], this.#main.value);
  }

  #pick(id) {
    const { text = "", main = LEADER } = this.#examples.get(id) ?? {};
    this.#example.value = id;
    this.#input.value = text;
    this.#viewer.value = "";
    this.#read();
    this.#main.value = main;
    this.#show();
  }

  #edit() {
    this.#example.value = "";
    clearTimeout(this.#waiting);
    const update = () => {
      this.#read();
      this.#show();
    };
    if (this.#input.value.length > LONG) this.#waiting = setTimeout(update, PAUSE_MS);
    else update();
  }

  #read() {
    const { rows, faults } = readPasted(this.#codec, this.#input.value);
    this.#rows = rows;
    this.#unread = faults;
    const roles = rows.map(({ message, call }) => (call ? call.caller : message.role));
    this.#roles = [...new Set(roles.filter(Boolean))];
    this.#input.lang = languageOf(this.#input.value);
    this.#listRoles();
  }

  #show() {
    const viewer = this.#viewer.value || null;
    const main = this.#main.value;
    const conversation = new this.#codec.Conversation({ viewer, main });
    for (const { message, channel, call, result } of this.#rows) {
      if (call) conversation.addCall(call, result);
      else conversation.add(message, { channel });
    }
    // with the answers that came later
    const entries = this.#rows.map((_, index) => conversation.entry(index));
    const findings = conversation.check();
    const hosts = this.#rows.map(({ host }) => host);
    this.#talk.show({ entries, hosts, findings, self: viewer ?? main }, this.#strings);
    this.#findings.show(entries, findings, this.#strings);
    this.#showUnread();
    say(byId("conversation-status"), this.#summary(conversation, entries));
  }

  #summary(conversation, entries) {
    const { talkEmpty, countEntries, countQuestions, countCopies, countLines } = this.#strings;
    if (entries.length + this.#unread.length === 0) return talkEmpty;
    const copies = entries.filter(({ duplicateOf }) => duplicateOf !== null).length;
    const questions = entries.filter(({ message, call, duplicateOf }) => !call && message.kind === "ask" && duplicateOf === null);
    return [
      countEntries(entries.length, conversation.groups().length),
      questions.length > 0 && countQuestions(questions.length, conversation.openQuestions().length),
      copies > 0 && countCopies(copies),
      this.#unread.length > 0 && countLines(this.#unread.length),
    ].filter(Boolean).join(" · ");
  }

  #showUnread() {
    const { unreadLine, selectLine, moreLines } = this.#strings;
    const items = this.#unread.slice(0, LINES_NAMED).map(({ line, reason, field, start, end }) => {
      const button = element("button", { type: "button", title: selectLine }, unreadLine[reason](line.toLocaleString("en"), field));
      button.addEventListener("click", () => selectIn(this.#input, start, end));
      return element("li", { "data-line": String(line), "data-severity": "error" }, button);
    });
    const left = this.#unread.length - items.length;
    byId("conversation-unread").replaceChildren(...items, ...(left > 0 ? [element("li", {}, moreLines(left))] : []));
  }
}

/** Fills a list of choices; what was chosen stays, if it is still there. */
function list(select, options, chosen) {
  select.replaceChildren(...options.map(([value, name]) => element("option", { value }, name)));
  const isThere = options.some(([value]) => value === chosen);
  select.value = isThere ? chosen : options[0][0];
}
