// A message that arrives in chunks. All state is here, as plain data: it outlives
// an instance of the module.

import type * as Api from "#types";
import { CRLF, EAGER_HEAD_LENGTH, EAGER_RETRIES, HOLD_STARTS, MAX_TEXT_LENGTH, ONE_LINE } from "#tables";
import { expectString, senderOf } from "./arguments";
import { beginFrame, feedFrame, type FrameEnd, type Hold, unitsOf } from "./engine";
import { expected } from "./error";
import { bubbleOf, isSurelyPlain, kindOf, readMessage, startFields } from "./message";

/** Up to this length all that is held back is looked at with each chunk. */
const SHORT_LENGTH = 1024;

/** Of a content at the start of a line, and where no end has begun. */
const [LINE_HOLD, NO_HOLD] = HOLD_STARTS as readonly [Hold, Hold];

const [TAB, SPACE] = [9, 32] as const;

interface Frame extends FrameEnd {
  readonly closingTags: readonly [string, string];
  held: string;
}

export class MessageStream implements Api.MessageStream {
  private readonly sender: string | null;
  private kind: Api.StreamUpdate["kind"] = null;
  private role: string | null;
  private action: string | null = null;
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
    this.role = this.sender;
  }

  push(chunk: string): Api.StreamUpdate {
    expectString(chunk, "chunk");
    if (this.message !== null) throw new Error("the stream has ended");
    if (this.kind === "plain") return this.show(chunk);
    // what was not read since the module failed is read now
    this.unread += chunk;
    if (this.kind === null && this.mayBegin(chunk)) this.begin();
    const { kind, role, action } = this;
    if (kind === null) return { kind, role, action, added: "", bubble: null };
    const added = this.frame === null ? this.unread : this.read(this.frame);
    this.unread = "";
    return this.show(added);
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
    const { claimedRole, action, tag, contentStart } = startFields(text);
    this.role ??= claimedRole;
    this.action = action;
    this.frame = {
      names: unitsOf(claimedRole + tag),
      roleLength: claimedRole.length,
      closingTags: [`</${tag}>`, `</${claimedRole}>`],
      crlf: (flags & CRLF) !== 0,
      hold: (flags & ONE_LINE) === 0 ? LINE_HOLD : NO_HOLD,
      held: "",
    };
    this.head = text.slice(0, contentStart);
    this.unread = text.slice(contentStart);
  }

  /** What becomes visible of a content by what has not been read. */
  private read(frame: Frame): string {
    const { unread } = this;
    const all = frame.held + unread;
    const isShort = frame.held.length <= SHORT_LENGTH;
    if (isShort && !mayEnd(all, frame)) {
      frame.hold = NO_HOLD;
      frame.held = "";
      return all;
    }
    const hold = isShort ? null : feedFrame(frame, unread, 0);
    frame.hold = hold ?? (feedFrame(frame, all, frame.held.length) as Hold);
    const end = all.length - (frame.hold[0] as number);
    frame.held = all.slice(end);
    return all.slice(0, end);
  }

  private show(added: string): Api.StreamUpdate {
    this.visible += added;
    const { kind, role, action, visible } = this;
    return { kind, role, action, added, bubble: { role, action, content: visible } };
  }
}

function checked(interruption: Api.Interruption): Api.Interruption {
  const { endedBy } = interruption;
  if (endedBy !== "abort" && endedBy !== "error") throw expected('"abort" or "error"', "interruption.endedBy", endedBy);
  return "cause" in interruption ? { endedBy, cause: interruption.cause } : { endedBy };
}

/**
 * Whether an end of the text can be a beginning of the frame's end: with a line end
 * and spaces, or with a closing tag, as far as the text goes. The module decides then;
 * most chunks never reach it.
 */
function mayEnd(text: string, { closingTags: [typeTag, nameTag], crlf }: Frame): boolean {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    if (agrees(text, at, typeTag) || agrees(text, at, nameTag)) return true;
  }
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end === 0 || text[end - 1] === "\n" || (crlf && text.endsWith("\r"));
}

/** Whether a tag stands at `at`, or its beginning at the end of the text. */
function agrees(text: string, at: number, tag: string): boolean {
  const length = Math.min(tag.length, text.length - at);
  for (let to = 1; to < length; to += 1) {
    if (text.charCodeAt(at + to) !== tag.charCodeAt(to)) return false;
  }
  return true;
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}
