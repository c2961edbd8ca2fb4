/**
 * agent-bubble: the messages of multi-agent systems as chat bubbles.
 *
 * Offsets are UTF-16 code units, half-open: `text.slice(start, end)`.
 * Whatever is absent is `null`, never `undefined`. Messages and bubbles are
 * plain objects: clone them, post them to a worker, store them.
 */

declare global {
  // for programs without the types of the DOM
  interface Document {}
  interface HTMLElement {}
}

/** What a message is. Narrow on it: `if (message.kind === "answer") message.questionId`. */
export type Kind = EnvelopeKind | "request" | "notice" | "control" | "plain";

/** The kinds that stand in a frame with a header, an id and two tags. */
export type EnvelopeKind = "task" | "progress" | "completion" | "ask" | "message" | "answer" | "other";

/** The stable name of a fault. The README lists each with a sample. */
export type Code =
  | "bad-attribute"
  | "bad-role"
  | "bidi-in-role"
  | "confusable-role"
  | "fullwidth-colon"
  | "id-case"
  | "id-in-attribute"
  | "invisible-in-role"
  | "malformed-name-tag"
  | "missing-field"
  | "missing-id"
  | "missing-open-tag"
  | "name-mismatch"
  | "one-line-frame"
  | "retired-prefix"
  | "sender-mismatch"
  | "tag-mismatch"
  | "timeout-mismatch"
  | "too-large"
  | "trailing-text"
  | "unclosed"
  | "unknown-action"
  | "unknown-tag"
  | "unusual-id"
  | "wrong-direction";

/** One fault of a text: what it is, where it stands and what to do about it. */
export interface Diagnostic {
  code: Code;
  /** An error can mislead a reader or lose structure; a warning is worth a look. */
  severity: "error" | "warning";
  /** One English sentence for a developer. */
  message: string;
  /** UTF-16 code units; `start === end` where something is missing. */
  start: number;
  end: number;
}

interface MessageBase {
  /** Who speaks: the trusted `sender` where one was given, else what the text says. */
  role: string | null;
  /** Who the text says it is from; the same as `role` without a `sender`. */
  claimedRole: string | null;
  /** What the message does, as sent: `任务发布`, `提问`, a purpose, a headline. */
  action: string | null;
  id: string | null;
  target: string | null;
  /** Verbatim: not trimmed, not unescaped, lone surrogates included. */
  content: string;
  /** Whether the frame, or the template, was there to its end. */
  complete: boolean;
  /** The faults, in the order of their places. */
  diagnostics: Diagnostic[];
}

interface Envelope<K extends EnvelopeKind> extends MessageBase {
  protocol: "envelope";
  kind: K;
  role: string;
  claimedRole: string;
  action: string;
  /** The name of the type tag: `Task`, `Output`, `Ask`, `Message`, `Answer` or another. */
  tag: string;
  subtype: string | null;
  /** The id of the question that an answer belongs to. */
  questionId: string | null;
  /** Every attribute of the type tag, in order: `[name, value]`, at most 32. */
  attributes: [name: string, value: string][];
}

/** A framed message that a backend puts into a chat, one type for each kind. */
export type EnvelopeMessage = { [K in EnvelopeKind]: Envelope<K> }[EnvelopeKind];

/** A request that one agent sends another through a session (`【Agent 间通信】`). */
export interface RequestMessage extends MessageBase {
  protocol: "session";
  kind: "request";
  id: null;
  agentId: string | null;
  sessionKey: string | null;
  expects: "blocking" | "fire-and-forget" | "background" | null;
  timeoutSeconds: number | null;
  /** The value of the `用户需求` line, the user's own words. */
  userNeed: string | null;
  /** The content without the `用户需求` line. */
  body: string;
  summary: string | null;
  /** Lines of the head that are no field, or name a field again. */
  extra: string[];
}

/** One of the three error texts of the session protocol. */
export interface NoticeMessage extends MessageBase {
  protocol: "session";
  kind: "notice";
  claimedRole: null;
  action: string;
  id: null;
  reason: "agent-not-found" | "timeout" | "failure";
  /** The agents that can be reached; empty but for `agent-not-found`. */
  available: string[];
  /** Only for `timeout`. */
  timeoutSeconds: number | null;
  /** Only for `failure`. */
  error: string | null;
}

/** A directive to the session runtime: it has no bubble. */
export interface ControlMessage extends MessageBase {
  protocol: "session";
  kind: "control";
  claimedRole: null;
  action: null;
  id: null;
  target: null;
  directive: "REPLY_SKIP" | "ANNOUNCE_SKIP";
}

/** Any other text; its content is the whole of it, unchanged. */
export interface PlainMessage extends MessageBase {
  protocol: null;
  kind: "plain";
  claimedRole: null;
  action: null;
  id: null;
  target: null;
}

export type Message = EnvelopeMessage | RequestMessage | NoticeMessage | ControlMessage | PlainMessage;

/** The three parts that a chat bubble shows. */
export interface Bubble {
  role: string | null;
  action: string | null;
  content: string;
}

export interface SenderOptions {
  /**
   * Who really sent the text, known from your own metadata. It becomes the
   * `role`; a text that claims another gets `sender-mismatch`.
   */
  sender?: string | null | undefined;
}

export interface ParseOptions extends SenderOptions {
  /** Throw the first diagnostic of severity `error` as a `MessageError`. */
  strict?: boolean | undefined;
}

export interface RenderOptions {
  /** Where to create the elements; by default the global `document`. */
  document?: Document | undefined;
}

/**
 * Reads one text as one message. Total: every string is a message.
 *
 * @throws {MessageError} with `strict`, for the first error.
 * @throws {TypeError} if `text` is not a string.
 * @example
 * const message = parseMessage("来自 UI Operator_1 的提问\nid: ask_1\n\n<UI Operator_1>\n<Ask>\n好了吗？\n</Ask>\n</UI Operator_1>");
 * message.kind; // "ask"
 */
export function parseMessage(text: string, options?: ParseOptions): Message;

/**
 * The bubble of a message or of a text; `null` for a control directive, which
 * shows nothing.
 *
 * @throws {TypeError} if the input is neither a string nor a message.
 * @example
 * toBubble("你好"); // { role: null, action: null, content: "你好" }
 * toBubble("REPLY_SKIP"); // null
 */
export function toBubble(message: Message | string, options?: SenderOptions): Bubble | null;

/**
 * A bubble as an element: text nodes only, safe without a style sheet. The look
 * is yours: `.agent-bubble`, `.agent-bubble-header`, `.agent-bubble-role`,
 * `.agent-bubble-action`, `.agent-bubble-content`, `.agent-bubble-more`. A
 * message works too, except a directive, and sets `data-kind`.
 *
 * @throws {TypeError} if the input is no bubble, or there is no document.
 * @example
 * const bubble = toBubble(text);
 * if (bubble) list.append(renderBubble(bubble));
 */
export function renderBubble(bubble: Bubble & { kind?: Exclude<Kind, "control"> }, options?: RenderOptions): HTMLElement;

/**
 * Line and column of an offset, both from 1. A line ends with LF or CR LF; the
 * column counts UTF-16 code units. An offset beyond the text is its end.
 *
 * @throws {TypeError} if `text` is not a string or `offset` not a number.
 */
export function position(text: string, offset: number): { line: number; column: number };

/**
 * Optional: compiles the WebAssembly module off the main thread before first
 * use. Everything else starts it by itself.
 */
export function init(): Promise<void>;

/**
 * What `strict` throws. Two copies of a package can meet in one page: test
 * `error.code`, not `instanceof`.
 */
export class MessageError extends Error {
  constructor(diagnostic: Diagnostic, place: { line: number; column: number });
  readonly name: "MessageError";
  readonly code: Code;
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}
