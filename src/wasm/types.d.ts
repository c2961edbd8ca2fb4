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
  interface Element {}
  interface AbortSignal {}
  interface TransformStream<I = any, O = any> {}
}

/** What a message is. Narrow on it: `if (message.kind === "answer") message.questionId`. */
export type Kind = EnvelopeKind | "request" | "notice" | "control" | "plain";

/** The kinds that stand in a frame with a header, an id and two tags. */
export type EnvelopeKind = "task" | "progress" | "completion" | "ask" | "message" | "answer" | "other";

/** The stable name of a fault. The README lists each with a sample. */
export type Code =
  | "answer-as-message"
  | "bad-argument"
  | "bad-attribute"
  | "bad-result"
  | "bad-role"
  | "bidi-in-content"
  | "bidi-in-role"
  | "confusable-role"
  | "control-in-content"
  | "duplicate-id"
  | "embedded-close"
  | "embedded-message"
  | "forbidden-tool"
  | "fullwidth-colon"
  | "id-case"
  | "id-in-attribute"
  | "id-prefix"
  | "invisible-in-role"
  | "malformed-name-tag"
  | "missing-argument"
  | "missing-field"
  | "missing-id"
  | "missing-open-tag"
  | "name-mismatch"
  | "negative-timeout"
  | "one-line-frame"
  | "retired-prefix"
  | "sender-mismatch"
  | "tag-mismatch"
  | "timeout-mismatch"
  | "too-large"
  | "too-many-rounds"
  | "trailing-text"
  | "unclosed"
  | "unformatted-request"
  | "unknown-action"
  | "unknown-question"
  | "unknown-tag"
  | "unlisted-session-key"
  | "unreported-question"
  | "unusual-id"
  | "unwrapped-message"
  | "unwritable"
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

/**
 * A framed message to be written. Action and tag are those of the kind where they
 * are absent; `other` needs both. A message that was read fits too.
 */
export interface EnvelopeInit {
  kind: EnvelopeKind;
  role: string;
  /** Not empty; `null` is refused. */
  id: string | null;
  content: string;
  action?: string | null | undefined;
  /** The receiver. It goes into the header. */
  target?: string | null | undefined;
  tag?: string | null | undefined;
  subtype?: string | null | undefined;
  questionId?: string | null | undefined;
  /** `[name, value]`; `subtype` and `questionId` join them where they are not there. */
  attributes?: readonly (readonly [name: string, value: string])[] | null | undefined;
  /**
   * Of the header, and of an action that is absent. By default English where the
   * action is written in ASCII, else Chinese.
   */
  language?: Language | null | undefined;
}

/**
 * A request to be written; absent fields are left out. Its content is made of
 * `userNeed` and `body`; one that is given counts where it says the same.
 */
export interface RequestMessageInit {
  kind: "request";
  role?: string | null | undefined;
  agentId?: string | null | undefined;
  target?: string | null | undefined;
  sessionKey?: string | null | undefined;
  /** The purpose. */
  action?: string | null | undefined;
  expects?: RequestMessage["expects"] | undefined;
  /** Whole seconds, at most 4,294,967,295. */
  timeoutSeconds?: number | null | undefined;
  userNeed?: string | null | undefined;
  body?: string | null | undefined;
  content?: string | null | undefined;
  summary?: string | null | undefined;
  extra?: readonly string[] | null | undefined;
  /** `false`: the summary part is missing. */
  complete?: boolean | undefined;
}

/** An error text to be written; headline and content are the document's where they are absent. */
export interface NoticeInit {
  kind: "notice";
  reason: NoticeMessage["reason"];
  /** The agent that is not there; only for `agent-not-found`. */
  target?: string | null | undefined;
  available?: readonly string[] | null | undefined;
  timeoutSeconds?: number | null | undefined;
  error?: string | null | undefined;
  /** The headline; it counts where it says the same as the fields. */
  action?: string | null | undefined;
  /** The lines below it; they count where they say the same as the fields. */
  content?: string | null | undefined;
}

export interface ControlInit {
  kind: "control";
  directive: ControlMessage["directive"];
}

export interface PlainInit {
  kind: "plain";
  content: string;
}

/** What `formatMessage` writes. */
export type MessageInit = EnvelopeInit | RequestMessageInit | NoticeInit | ControlInit | PlainInit;

export type Language = "zh" | "en";

/** A label in both languages. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}

export type Party = "Team Leader" | "sub-agent";

/** What the protocol says of a kind of framed messages. */
export interface KindInfo {
  readonly kind: EnvelopeKind;
  /** The action in a header, in Chinese as the document has it; `null` where any will do. */
  readonly action: Label | null;
  /** Further actions that running systems send. */
  readonly alsoSent: readonly string[];
  /** The type tag; `null` where any will do. */
  readonly tag: string | null;
  /** The values of the attribute `subtype` that tell the kind. */
  readonly subtypes: readonly string[];
  /** What an id begins with. */
  readonly idPrefix: string;
  /** Who sends it to whom; empty where anyone may send it to anyone. */
  readonly directions: readonly (readonly [from: Party, to: Party])[];
  /** The tools that send it; empty where natural output is captured. */
  readonly tools: readonly string[];
  /** How it arrives: as a `user` message, or as the result of the tool that asked. */
  readonly channel: "user" | "tool-result" | null;
}

/** A call of a session tool, in one of its modes. */
export interface Call {
  readonly tool: "sessions_send" | "sessions_spawn" | "sessions_list";
  readonly purpose: Label;
  readonly mode: NonNullable<RequestMessage["expects"]> | null;
  /** What the mode is called, or what the call gives. */
  readonly label: Label;
  /** 0 sends without waiting, or runs without a limit. */
  readonly timeoutSeconds: number | null;
  /** The most rounds of ping-pong. */
  readonly maxRounds: number | null;
  readonly arguments: readonly string[];
  readonly optionalArguments: readonly string[];
}

/** A reason to talk to another agent, and how it is done. */
export interface Scenario {
  readonly name: Label;
  /** Words of a user that tell it; empty where the document has none. */
  readonly intents: readonly string[];
  /** What the quick reference calls it. */
  readonly needs: readonly string[];
  readonly tool: "sessions_send" | "sessions_spawn";
  readonly mode: NonNullable<RequestMessage["expects"]>;
  /** 0 sends without waiting, or runs without a limit. */
  readonly timeoutSeconds: number;
  /** One call, one after the other with the result of the one before, or all at once. */
  readonly order: "single" | "sequence" | "parallel";
}

/** The framed kinds: actions, tags, ids, directions, tools. Frozen. */
export const KINDS: readonly KindInfo[];

/** The calls of the session tools: modes, timeouts, arguments. Frozen. */
export const CALLS: readonly Call[];

/** When to make which call, with the quick reference. Frozen. */
export const SCENARIOS: readonly Scenario[];

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

export interface BoxOptions {
  /** In terminal cells, from 6 to 10,000; by default 40. */
  width?: number | undefined;
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
 * Every fault of a text, those of its content too, in the order of their places.
 * It reads all of the text, in linear time; `parseMessage` never looks into the
 * content of a closed frame.
 *
 * @throws {TypeError} if `text` is not a string.
 * @example
 * checkMessage(text).map((fault) => fault.code); // ["embedded-close"]
 */
export function checkMessage(text: string, options?: SenderOptions): Diagnostic[];

/**
 * Reads a text of many messages, one after the other, of both protocols. A message
 * ends at the first of its closing pairs that another message's beginning or the
 * end follows; what stands between is plain. Places in diagnostics count in the
 * whole text.
 *
 * Any agent whose words stand in the text can forge messages of any other: call
 * this only for a text that you trust as a whole.
 *
 * @throws {TypeError} if `text` is not a string.
 * @example
 * const bubbles = parseTranscript(log).map((message) => toBubble(message));
 */
export function parseTranscript(text: string): Message[];

/**
 * Writes a message in the layout of its protocol, so that it is read back the
 * same, whatever its content holds. Its `role` is written, not its `claimedRole`;
 * that of a notice, a directive or a plain text has no place in the text.
 *
 * @throws {MessageError} `unwritable`, with the `field` that would not come back:
 *   a line end in a name or an id, which would forge a frame, or what contradicts
 *   another field.
 * @throws {TypeError} if a field has a wrong type.
 * @example
 * formatMessage({ kind: "ask", role: "UI Operator_1", id: "ask_uio_001", content: "好了吗？" });
 */
export function formatMessage(message: MessageInit | Message): string;

/**
 * A bubble as a box of text, for a terminal or a log. East Asian wide characters
 * take two cells; long lines are wrapped; tabs become spaces; control characters,
 * and in a role all that cannot be seen, are written out (`⟨U+001B⟩`).
 *
 * @throws {TypeError} if the input is no bubble, or the width no number.
 * @example
 * console.log(formatBubble(bubble, { width: 60 }));
 */
export function formatBubble(bubble: Bubble & { kind?: Exclude<Kind, "control"> }, options?: BoxOptions): string;

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

/** What a chunk of a stream changed. */
export interface StreamUpdate {
  /** What the message is; `null` until that is known. */
  kind: Kind | null;
  /** The trusted sender, or, once it is known, who the text says. */
  role: string | null;
  /** `null` until it is known, and where there is none. */
  action: string | null;
  /** What became visible of the content. */
  added: string;
  /** All that is visible; `null` until something is known. */
  bubble: Bubble | null;
}

/** Why a stream ended before its message did. */
export interface Interruption {
  endedBy: "abort" | "error";
  /** The reason of the abort, or the error of the source. */
  cause?: unknown;
}

/** The message of a stream: that of the whole text, or, interrupted, of what arrived of it. */
export type StreamedMessage = Message & Partial<Interruption>;

/**
 * Reads a message that arrives in chunks, split anywhere. What it shows only grows
 * and never holds a piece of the frame. Requests, notices and directives are known
 * at the end. A text that outgrows 16,777,216 code units ends as a plain message,
 * as everywhere, whatever was shown of it.
 *
 * @example
 * const stream = new MessageStream();
 * for await (const chunk of chunks) draw(stream.push(chunk).bubble); // null: not known yet
 * draw(toBubble(stream.end())); // with what was held back
 */
export class MessageStream {
  constructor(options?: SenderOptions);
  /**
   * Reads on.
   *
   * @throws {TypeError} if `chunk` is not a string.
   * @throws {Error} if the stream has ended.
   */
  push(chunk: string): StreamUpdate;
  /**
   * The message. An interrupted one is not complete and says by what it ended. A
   * second call gives the same.
   */
  end(interruption?: Interruption): StreamedMessage;
}

/** Text in chunks: strings, or bytes of UTF-8 that can be split anywhere; a `fetch` response too. */
export type ChunkSource =
  | Uint8Array
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | { getReader(): ChunkReader }
  | { readonly body: { getReader(): ChunkReader } | null };

interface ChunkReader {
  read(): Promise<{ done: boolean; value?: string | Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

export interface StreamOptions extends SenderOptions {
  /** Ends the stream; the source is cancelled. */
  signal?: AbortSignal | null | undefined;
}

/** An update, or the last of a stream, which bears the message. */
export type StreamStep = (StreamUpdate & { message: null }) | (StreamUpdate & { message: StreamedMessage });

/**
 * The updates of a source, one for each chunk, and a last one with the message,
 * which shows what was held back. An abort and an error of the source end it too:
 * see `message.endedBy`.
 *
 * @throws {TypeError} if the source gives neither strings nor bytes.
 * @example
 * for await (const { added, message } of streamMessage(await fetch(url))) {
 *   node.append(added);
 *   if (message) console.log(message.kind);
 * }
 */
export function streamMessage(source: ChunkSource, options?: StreamOptions): AsyncGenerator<StreamStep, void, undefined>;

/**
 * A transform from text in chunks to updates, for pipes.
 *
 * @throws {Error} if the host has no `TransformStream`.
 * @example
 * response.body.pipeThrough(new TextDecoderStream()).pipeThrough(messageTransform());
 */
export function messageTransform(options?: SenderOptions): TransformStream<string | Uint8Array, StreamStep>;

export interface RenderStreamOptions extends StreamOptions, RenderOptions {}

/**
 * Draws a message in `element` while it arrives: one bubble, to whose text node
 * each chunk is appended. The bubble is `aria-busy` while it grows and is announced
 * once, when it is whole. The message.
 *
 * @throws {TypeError} if there is no document, or the source is none.
 * @example
 * const message = await renderStream(await fetch(url), list);
 */
export function renderStream(source: ChunkSource, element: Element, options?: RenderStreamOptions): Promise<StreamedMessage>;

interface ToolCallBase {
  /** The name of the agent that calls; by default that of the request it sends. */
  caller?: string | null | undefined;
}

/** Arguments as an object, or its JSON. */
type ToolArguments = object | string | null | undefined;

/** A call of a tool, as an agent's log has it: `tool` and `arguments`, or what chat interfaces call them. */
export type ToolCall = ToolCallBase &
  (
    | { tool: string; arguments?: ToolArguments }
    | { name: string; arguments?: ToolArguments }
    | { name: string; input?: ToolArguments }
  );

/** A fault of a call or of a result. */
export interface CallDiagnostic {
  code: "missing-argument" | "bad-argument" | "negative-timeout" | "bad-result";
  severity: "error" | "warning";
  /** One English sentence for a developer. */
  message: string;
  /** The argument, or the field of the result. */
  field: string;
}

interface CallBase {
  tool: string;
  caller: string | null;
  /** Arguments that the tool does not have, and those whose value is no good. */
  extra: Record<string, unknown>;
  diagnostics: CallDiagnostic[];
}

/** `sessions_send`: a message to another session. */
export interface SendCall extends CallBase {
  kind: "send";
  /** `null` where the timeout is not known. */
  mode: "blocking" | "fire-and-forget" | null;
  sessionKey: string | null;
  timeoutSeconds: number | null;
  /** The message, read. */
  message: Message | null;
}

/** `sessions_spawn`: a task in the background, whose result is pushed to who asked for it. */
export interface SpawnCall extends CallBase {
  kind: "spawn";
  mode: "background";
  task: string | null;
  label: string | null;
  agentId: string | null;
  /** 0: no limit. */
  runTimeoutSeconds: number | null;
  cleanup: string | boolean | null;
}

/** `sessions_list`: the live session keys. */
export interface ListCall extends CallBase {
  kind: "list";
  mode: null;
}

/** Any other tool; all of its arguments are in `extra`. */
export interface OtherCall extends CallBase {
  kind: "other";
  mode: null;
}

/** Narrow on `kind`: `if (call.kind === "spawn") call.task`. */
export type SessionCall = SendCall | SpawnCall | ListCall | OtherCall;

interface ResultBase {
  status: string | null;
  /** Fields that are none of the others. */
  extra: Record<string, unknown>;
  diagnostics: CallDiagnostic[];
}

/** What `sessions_send` gives: an object with the text `reply`, or that text alone. */
export interface SendResult extends ResultBase {
  kind: "send";
  /** The reply, read; `null` where there is none. */
  message: Message | null;
}

/** What `sessions_spawn` gives at once: `{ status: "accepted", runId, childSessionKey }`. */
export interface SpawnResult extends ResultBase {
  kind: "spawn";
  runId: string | null;
  childSessionKey: string | null;
}

/** What `sessions_list` gives: a list, or an object with the list `sessions`, of keys or of objects with a `key` or `sessionKey`. */
export interface ListResult extends ResultBase {
  kind: "list";
  sessionKeys: string[];
}

/** What any other tool gives. */
export interface OtherResult extends ResultBase {
  kind: "other";
}

export type SessionResult = SendResult | SpawnResult | ListResult | OtherResult;

/**
 * Reads a call of a session tool. Never fails on what a model wrote: what is wrong
 * with the arguments is in `diagnostics`, and nothing of them is lost. A call that
 * was read before stays as it is.
 *
 * @throws {TypeError} if `call` is no object with a `tool` or a `name`.
 * @example
 * const call = parseCall({ tool: "sessions_send", arguments: { sessionKey, message, timeoutSeconds: 120 } });
 * call.mode; // "blocking"
 */
export function parseCall(call: ToolCall | SessionCall): SessionCall;

/**
 * Reads what a session tool gave: an object, its JSON, or the text of a reply. A
 * result that was read before stays as it is.
 *
 * @throws {TypeError} if `call` is no call.
 * @example
 * parseResult(call, { status: "accepted", runId: "run-1", childSessionKey: "agent:writer:1" });
 */
export function parseResult(call: SendCall, result: unknown): SendResult;
export function parseResult(call: SpawnCall, result: unknown): SpawnResult;
export function parseResult(call: ListCall, result: unknown): ListResult;
export function parseResult(call: OtherCall, result: unknown): OtherResult;
export function parseResult(call: ToolCall | SessionCall, result: unknown): SessionResult;

/**
 * The bubble of a call: the caller, the mode as action (the tool where it has none),
 * the task or message as content (none for other tools). `null` for a directive,
 * which shows nothing.
 *
 * @throws {TypeError} if `call` is no call.
 * @example
 * callBubble({ tool: "sessions_spawn", arguments: { task: "写周报" }, caller: "主控" });
 * // { role: "主控", action: "后台委托", content: "写周报" }
 */
export function callBubble(call: ToolCall | SessionCall, options?: { language?: Language | undefined }): Bubble | null;

/** How a message reached the one it is for: inserted into the chat, or as the result of the tool that asked. */
export type Channel = "user" | "tool-result";

export interface EntryOptions extends SenderOptions {
  /** By default `user`. */
  channel?: Channel | null | undefined;
}

interface EntryBase {
  readonly index: number;
  /** `null` where nothing is shown: a directive. */
  readonly bubble: Bubble | null;
  /** Whether another speaks than in the bubble before. Entries without a bubble of their own, duplicates too, start none. */
  readonly startsGroup: boolean;
  /** The entry that this one repeats (same kind, role, id and content): both are one bubble. */
  readonly duplicateOf: number | null;
  /** The question that this answer belongs to: the last one before it with the id that it names. */
  readonly question: number | null;
  /** The answers to this question, in order; of a duplicate none. */
  readonly answers: readonly number[];
}

export interface MessageEntry extends EntryBase {
  readonly message: Message;
  readonly channel: Channel;
  readonly call: null;
  readonly result: null;
}

export interface CallEntry extends EntryBase {
  /** The message that it sends. */
  readonly message: Message | null;
  readonly channel: null;
  readonly call: SessionCall;
  readonly result: SessionResult | null;
}

/** One row of a conversation, as it is when it is asked for: later answers are in a later `entry(index)`. */
export type Entry = MessageEntry | CallEntry;

/** Consecutive bubbles of one role. */
export interface Group {
  role: string | null;
  /** The indices of its entries. */
  entries: number[];
}

/** The rules that `check` knows. */
export type FindingCode = Extract<
  Code,
  | "answer-as-message"
  | "duplicate-id"
  | "forbidden-tool"
  | "id-prefix"
  | "retired-prefix"
  | "timeout-mismatch"
  | "too-many-rounds"
  | "unformatted-request"
  | "unknown-question"
  | "unlisted-session-key"
  | "unreported-question"
  | "unwrapped-message"
  | "wrong-direction"
>;

/** A rule of the protocols that an entry breaks. */
export interface Finding {
  code: FindingCode;
  severity: "error" | "warning";
  /** One English sentence for a developer. */
  message: string;
  /** The index of the entry. */
  entry: number;
}

export interface ConversationOptions {
  /** The agent whose chat it is; without one it is the merged log of a whole team. */
  viewer?: string | null | undefined;
  /** The agent that answers the user, and may use the tool `message`; by default `Team Leader`. */
  main?: string | null | undefined;
}

/**
 * Messages and calls in order: which belong together, and which break the rules of
 * the protocols. Adding one costs the same however many there are.
 *
 * @example
 * const conversation = new Conversation({ viewer: "Team Leader" });
 * for (const { text, sender } of rows) conversation.add(text, { sender });
 * conversation.check(); // [] or what to mend
 */
export class Conversation {
  constructor(options?: ConversationOptions);
  /** How many entries there are. */
  readonly length: number;
  /**
   * Adds a text, which is read with the trusted `sender`, or a message, which is copied
   * and gets the `sender` as its role; its diagnostics stay as they are.
   *
   * @throws {TypeError} if the input is neither, or an option has a wrong type; nothing is added then.
   */
  add(input: string | Message, options?: EntryOptions): MessageEntry;
  /**
   * Adds a call of a tool, and what it gave. One without a caller is the viewer's. The
   * reply of a send is no entry of its own; add it to show it.
   *
   * @throws {TypeError} if `call` is no call; nothing is added then.
   */
  addCall(call: ToolCall | SessionCall, result?: unknown): CallEntry;
  /**
   * @throws {RangeError} if there is no such entry.
   */
  entry(index: number): Entry;
  /** The bubbles in order, grouped by who speaks. */
  groups(): Group[];
  /** The questions without an answer. */
  openQuestions(): number[];
  /**
   * The id for the next message of a kind and role: `ask_uio_001`, one more than the
   * greatest so far. It has the initials of the role without its number (a task has
   * none), and is free until a message with it is added.
   *
   * @throws {TypeError} if the kind has no ids, or the role is no string.
   */
  nextId(kind: EnvelopeKind, role: string): string;
  /**
   * What breaks the rules that span messages, in the order of the entries. The faults
   * of a text alone are those of `checkMessage`, those of a call its `diagnostics`.
   */
  check(): Finding[];
}

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
 * What `strict` and `formatMessage` throw. Two copies of a package can meet in one page: test
 * `error.code`, not `instanceof`.
 */
export class MessageError extends Error {
  constructor(diagnostic: Diagnostic, place: { line: number; column: number }, field?: string | null);
  readonly name: "MessageError";
  readonly code: Code;
  /** UTF-16 code units, in the text or in the field's value. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The field that cannot be written; only for `unwritable`. */
  readonly field: string | null;
}
