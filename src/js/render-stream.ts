// A bubble that grows: one text node, to which each chunk is appended.

import type * as Api from "#types";
import { MAX_MARKS, MAX_SHOWN_LENGTH } from "#tables";
import { renderBubble, renderMore, shownAtFirst } from "#wasm";
import { run } from "./engine";
import { expected } from "./error";
import { streamMessage } from "./updates";

export const renderStream: typeof Api.renderStream = async (source, element, options) => {
  const parent = element as unknown as globalThis.Element;
  if (typeof parent?.append !== "function") throw expected("an element", "element", element);
  const document = (options?.document as Document | undefined) ?? parent.ownerDocument;
  const drawing = new Drawing(parent, document);
  try {
    for await (const step of streamMessage(source, options)) {
      drawing.show(step);
      if (step.message !== null) return step.message;
    }
    throw new Error("a stream ends with a message");
  } catch (error) {
    drawing.end();
    throw error;
  }
};

class Drawing {
  private bubble: HTMLElement | null = null;
  private text: Text | null = null;
  /** What is shown, as far as the next marks can follow it. */
  private tail = "";
  private length = 0;
  private half = "";
  /** What waits behind a button, once something does. */
  private rest: string | null = null;

  constructor(
    private readonly parent: Element,
    private readonly document: Document,
  ) {}

  show({ kind, bubble, added, message }: Api.StreamStep): void {
    if (this.bubble === null && bubble !== null) this.begin(bubble, kind);
    this.append(added);
    // in the same turn: what appears whole was never busy
    if (message !== null) this.end();
  }

  private begin({ role, action }: Api.Bubble, kind: string | null): void {
    const bubble = run(() => renderBubble(role, action, "", kind, this.document));
    bubble.setAttribute("aria-live", "polite");
    bubble.setAttribute("aria-atomic", "true");
    bubble.setAttribute("aria-busy", "true");
    this.text = bubble.lastElementChild?.firstChild as Text;
    this.bubble = bubble;
    this.parent.append(bubble);
  }

  /** Appends what was added; half of a surrogate pair waits for the other. */
  private append(added: string): void {
    const all = this.half + added;
    const splitsPair = /[\uD800-\uDBFF]$/.test(all);
    this.half = splitsPair ? all.slice(-1) : "";
    this.appendWhole(splitsPair ? all.slice(0, -1) : all);
  }

  private appendWhole(added: string): void {
    if (added === "") return;
    if (this.rest !== null) {
      this.rest += added;
      return;
    }
    const end = this.shownOf(added);
    this.text?.appendData(added.slice(0, end));
    this.length += end;
    this.tail = (this.tail + added.slice(0, end)).slice(-2 * MAX_MARKS);
    if (end < added.length) this.rest = added.slice(end);
  }

  /** How much of what was added is shown at first. */
  private shownOf(added: string): number {
    const fits = added.slice(0, MAX_SHOWN_LENGTH - this.length);
    const end = run(() => shownAtFirst(this.tail + fits)) - this.tail.length;
    const splitsPair = end < added.length && /[\uD800-\uDBFF]$/.test(added.slice(0, end));
    return end - Number(splitsPair);
  }

  end(): void {
    this.appendWhole(this.half);
    const { bubble, text, rest } = this;
    const holder = bubble?.lastElementChild as HTMLElement | null | undefined;
    if (holder && text && rest !== null) run(() => renderMore(holder, text, rest, this.document));
    bubble?.setAttribute("aria-busy", "false");
  }
}
