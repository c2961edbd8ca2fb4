// A message that arrives in chunks. All state is here, as plain data: it outlives
// an instance of the module.

import type * as Api from "#types";
import { CRLF, EAGER_HEAD_LENGTH, HOLD_STARTS, ONE_LINE } from "#tables";
import { expectString, senderOf } from "./arguments";
import { beginFrame, feedFrame } from "./engine";
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
  private text = "";
  private kind: Api.StreamUpdate["kind"] = null;
  private frame: Frame | null = null;
  private visible = "";
  /** What has not been read yet, since the module failed. */
  private unread = "";
  private retryAt = 0;
  private message: Api.StreamedMessage | null = null;

  constructor(options?: Api.SenderOptions) {
    this.sender = senderOf(options);
  }

  push(chunk: string): Api.StreamUpdate {
    expectString(chunk, "chunk");
    if (this.message !== null) throw new Error("the stream has ended");
    this.text += chunk;
    this.unread += chunk;
    if (this.kind === null && this.text.length >= this.retryAt) this.begin();
    if (this.kind === null) return this.update("");
    const added = this.frame === null ? this.unread : this.read(this.frame);
    this.unread = "";
    this.visible += added;
    return this.update(added);
  }

  end(interruption?: Api.Interruption): Api.StreamedMessage {
    if (this.message === null) {
      const message = readMessage(this.text, this.sender);
      this.message = interruption ? { ...message, complete: false, ...interruption } : message;
    }
    return this.message;
  }

  /** The last step: the message, and what was held back of it. */
  last(interruption?: Api.Interruption): Api.StreamStep {
    const message = this.end(interruption);
    const bubble = bubbleOf(message);
    const content = bubble?.content ?? "";
    const added = content.startsWith(this.visible) ? content.slice(this.visible.length) : "";
    const { kind, role, action } = message;
    return { kind, role, action, added, bubble, message };
  }

  private begin(): void {
    const { text } = this;
    if (text.length > 0 && isSurelyPlain(text)) {
      this.kind = "plain";
      return;
    }
    // a long head is read again when it has grown, not with each chunk
    this.retryAt = text.length + 1 + (Math.max(text.length - EAGER_HEAD_LENGTH, 0) >> 3);
    const flags = beginFrame(text);
    if (flags === null) return;
    this.kind = kindOf(flags);
    if (this.kind === "plain") return;
    const { contentStart, ...fields } = startFields(text);
    const hold = Uint32Array.from(HOLD_STARTS[(flags & ONE_LINE) === 0 ? 0 : 1] as readonly number[]);
    this.frame = { ...fields, crlf: (flags & CRLF) !== 0, hold, held: "", isIdle: false };
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

/** Whether a chunk can begin the end of a frame. */
function mayEnd(chunk: string, crlf: boolean): boolean {
  return chunk.includes("<") || chunk.includes("\n") || (crlf && chunk.includes("\r"));
}
