// A message that arrives in chunks. All state is here, as plain data: it outlives
// an instance of the module.

import type * as Api from "#types";
import { CRLF, EAGER_HEAD_LENGTH, EAGER_RETRIES, HOLD_STARTS, MAX_TEXT_LENGTH, ONE_LINE } from "#tables";
import { expectString, senderOf } from "./arguments";
import { beginFrame, feedFrame } from "./engine";
import { expected } from "./error";
import { bubbleOf, isSurelyPlain, kindOf, readMessage, startFields } from "./message";

/** Up to this length all that is held back crosses with each chunk. */
const CROSSING_LENGTH = 1024;

interface Frame {
  readonly claimedRole: string;
  readonly action: string;
  readonly tag: string;
  readonly crlf: boolean;
  /** What the module knows of the end of the content so far; the first is the length that is held back. */
  readonly hold: Uint32Array;
  held: string;
  /** Whether the content so far cannot be the beginning of the frame's end. */
  isIdle: boolean;
}

export class MessageStream implements Api.MessageStream {
  private readonly sender: string | null;
  private kind: Api.StreamUpdate["kind"] = null;
  private frame: Frame | null = null;
  // the text so far, in four parts: before the content, what is shown, what is held
  // back (in the frame), and what has not been read
  private head = "";
  private visible = "";
  private unread = "";
  private retryAt = 0;
  private retriesLeft = EAGER_RETRIES;
  private endsInSpace = true;
  private message: Api.StreamedMessage | null = null;

  constructor(options?: Api.SenderOptions) {
    this.sender = senderOf(options);
  }

  push(chunk: string): Api.StreamUpdate {
    expectString(chunk, "chunk");
    if (this.message !== null) throw new Error("the stream has ended");
    // what was not read since the module failed is read now
    this.unread += chunk;
    if (this.kind === null && this.mayBegin(chunk)) this.begin();
    if (this.kind === null) return this.update("");
    const added = this.frame === null ? this.unread : this.read(this.frame);
    this.unread = "";
    this.visible += added;
    return this.update(added);
  }

  end(interruption?: Api.Interruption): Api.StreamedMessage {
    if (this.message === null) {
      const text = this.head + this.visible + (this.frame?.held ?? "") + this.unread;
      const message = readMessage(text, this.sender);
      this.message = interruption === undefined ? message : { ...message, complete: false, ...checked(interruption) };
    }
    return this.message;
  }

  /** The last step: the message, and what was held back of it. */
  last(interruption?: Api.Interruption): Api.StreamStep {
    const message = this.end(interruption);
    // what an interruption left of a head is no text to show
    const isHead = interruption !== undefined && this.kind === null;
    const bubble = isHead ? null : bubbleOf(message);
    const content = bubble?.content ?? "";
    const added = content.startsWith(this.visible) ? content.slice(this.visible.length) : "";
    const { kind, role, action } = message;
    return { kind, role, action, added, bubble, message };
  }

  /**
   * Whether the head is worth reading again: a long one only now and then, when it
   * has grown by an eighth, and for the first chunks that can bring it on.
   */
  private mayBegin(chunk: string): boolean {
    const isNews = chunk.trim() !== "" && (this.endsInSpace || /[>\n]/.test(chunk));
    this.endsInSpace = /\s$/.test(chunk);
    if (this.unread.length >= this.retryAt) return true;
    if (!isNews || this.retriesLeft === 0) return false;
    this.retriesLeft -= 1;
    return true;
  }

  private begin(): void {
    const text = this.unread;
    if ((text.length > 0 && isSurelyPlain(text)) || text.length > MAX_TEXT_LENGTH) {
      this.kind = "plain";
      return;
    }
    const flags = beginFrame(text);
    if (flags === null) {
      this.retryAt = text.length + 1 + (Math.max(text.length - EAGER_HEAD_LENGTH, 0) >> 3);
      return;
    }
    this.kind = kindOf(flags);
    if (this.kind === "plain") return;
    const { contentStart, ...fields } = startFields(text);
    const hold = Uint32Array.from(HOLD_STARTS[(flags & ONE_LINE) === 0 ? 0 : 1] as readonly number[]);
    this.frame = { ...fields, crlf: (flags & CRLF) !== 0, hold, held: "", isIdle: false };
    this.head = text.slice(0, contentStart);
    this.unread = text.slice(contentStart);
  }

  /** What becomes visible of a content by what has not been read. */
  private read(frame: Frame): string {
    const { unread } = this;
    if (frame.isIdle && !mayEnd(unread, frame.crlf)) return unread;
    const crossing = frame.held.length > CROSSING_LENGTH ? "" : frame.held;
    if (!feedFrame(frame, crossing, unread)) feedFrame(frame, frame.held, unread);
    frame.isIdle = frame.hold.every((number) => number === 0);
    const all = frame.held + unread;
    const end = all.length - (frame.hold[0] as number);
    frame.held = all.slice(end);
    return all.slice(0, end);
  }

  private update(added: string): Api.StreamUpdate {
    const { kind, frame, visible } = this;
    const role = this.sender ?? frame?.claimedRole ?? null;
    const action = frame?.action ?? null;
    const bubble = kind === null ? null : { role, action, content: visible };
    return { kind, role, action, added, bubble };
  }
}

function checked(interruption: Api.Interruption): Api.Interruption {
  const { endedBy } = interruption;
  if (endedBy !== "abort" && endedBy !== "error") throw expected('"abort" or "error"', "interruption.endedBy", endedBy);
  return "cause" in interruption ? { endedBy, cause: interruption.cause } : { endedBy };
}

/**
 * Whether the end of a frame can begin in a chunk: only a closing tag begins it, or
 * the end of a line at the chunk's own. Most chunks never reach the module.
 */
function mayEnd(chunk: string, crlf: boolean): boolean {
  if (chunk.includes("</")) return true;
  let end = chunk.length;
  while (chunk[end - 1] === " " || chunk[end - 1] === "\t") end -= 1;
  const last = chunk[end - 1];
  return last === "\n" || chunk.endsWith("<") || (crlf && chunk.endsWith("\r"));
}
