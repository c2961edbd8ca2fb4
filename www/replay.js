import { byId, element, reachScrolled, say } from "./dom.js";
import { settle } from "./stage.js";

const MOST_UNITS = 8;

/** Sends the reader's text to `#bubble` as a model would: in small chunks, as fast as the visitor says. */
export class Replay {
  #codec;
  #strings;
  #text = "";
  #sender = null;
  /** Ends the stream that runs. */
  #run = null;
  /** Where the bubble grows: a stream that was left draws on in its own, unseen. */
  #stage = null;
  #message = null;

  constructor(codec, strings) {
    this.#codec = codec;
    this.#strings = strings;
    byId("replay").addEventListener("click", () => (this.#run ? this.#run.abort() : this.#start()));
  }

  /** Whether the bubble in the panel is the stream's. */
  get isOnStage() {
    return this.#stage !== null;
  }

  /** Takes another text and leaves the stage to it. */
  reset(text, sender) {
    this.#text = text;
    this.#sender = sender;
    this.#run?.abort();
    this.#run = this.#stage = this.#message = null;
    byId("replay").disabled = text === "";
    this.#show();
  }

  translate(strings) {
    this.#strings = strings;
    this.#show();
  }

  async #start() {
    const run = new AbortController();
    const stage = element("div", { class: "arriving" }, element("span", { class: "remark" }));
    this.#run = run;
    this.#stage = stage;
    this.#message = null;
    byId("bubble").replaceChildren(stage);
    this.#show();
    const options = { sender: this.#sender, signal: run.signal };
    const message = await this.#codec.renderStream(chunks(this.#text, run.signal), stage, options);
    if (this.#run !== run) return;
    this.#run = null;
    this.#message = message;
    this.#show();
  }

  #show() {
    const button = byId("replay");
    button.dataset.text = this.#run ? "replayStop" : "replay";
    button.textContent = this.#strings[button.dataset.text];
    byId("replay-arrived").hidden = !this.isOnStage;
    say(byId("replay-status"), this.#message ? this.#outcome() : "");
    if (!this.isOnStage) return;
    const remark = this.#stage.querySelector(".remark");
    remark.lang = this.#strings.lang;
    remark.textContent = this.#remark();
    settle(byId("bubble"), this.#strings);
  }

  #outcome() {
    const { endedBy, complete, kind } = this.#message;
    if (endedBy) return this.#strings.replayEndedBy[endedBy];
    if (kind === "plain") return this.#strings.replayPlain;
    return complete ? this.#strings.replayComplete : this.#strings.replayIncomplete;
  }

  /** What is said in place of a bubble. */
  #remark() {
    const { directive } = this.#message ?? {};
    return directive ? this.#strings.nothingShown(directive) : this.#strings.nothingYet;
  }
}

async function* chunks(text, signal) {
  const output = byId("bubble");
  const arrived = byId("replay-arrived");
  arrived.max = text.length;
  arrived.value = 0;
  for (let start = 0, end = 0; end < text.length; start = end) {
    end = Math.min(start + 1 + Math.floor(Math.random() * MOST_UNITS), text.length);
    const milliseconds = ((end - start) * 1000) / byId("replay-speed").value;
    await new Promise((done) => setTimeout(done, milliseconds));
    // The stage can be another's by now.
    if (signal.aborted) return;
    arrived.value = end;
    const atEnd = output.scrollTop + output.clientHeight > output.scrollHeight - 2;
    yield text.slice(start, end);
    // Who scrolled back is left there.
    if (atEnd) output.scrollTop = output.scrollHeight;
    reachScrolled(output);
  }
}
