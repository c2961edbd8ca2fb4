// Messages and calls in order. `../conversation/` has the rules.

import type * as Api from "#types";
import { KIND_NAMES, KNOWN_STRINGS, MISMATCHED, MODE_NAMES, RETIRED, STOPS, TOOL_RESULT } from "#tables";
import { contradicts, findings, idStem, openQuestions } from "#wasm";
import { expectOptions, expectString, optionalString, senderOf } from "./arguments";
import { callBubble, parseCall, readAnyResult, toolNumber } from "./call";
import { run } from "./engine";
import { expected } from "./error";
import { type CallFacts, Keys, Ledger, type MessageFacts, type Place } from "./ledger";
import { bubbleOf, readMessage } from "./message";

const CHANNELS: readonly unknown[] = ["user", "tool-result"];
/** The agent that answers the user, if nobody says otherwise. */
const LEADER = KNOWN_STRINGS[0] as string;
/** The number of a kind or mode that is not there. */
const NO_NUMBER = 0xff;
/** As much of a role crosses to be abbreviated: no header holds more. */
const MAX_ROLE_LENGTH = 1_024;

/** More than all keys, fewer than would make two of them no whole number. */
const KEY_SPACE = 2 ** 26;

/** What is known of an entry but its place, which is in no hand but ours. */
type Item = Pick<Api.Entry, "message" | "call" | "result" | "channel" | "bubble">;

interface Row extends Place {
  readonly item: Item;
  readonly role: string | null;
  readonly isShown: boolean;
  readonly answers: number[];
}

export class Conversation implements Api.Conversation {
  private readonly keys = new Keys();
  private readonly ledger: Ledger;
  private readonly viewer: string | null;
  private readonly rows: Row[] = [];
  private readonly contentKeys = new Keys();
  /** The first content with a role and an id, at the number of both. */
  private readonly contents = new Map<number, string>();

  constructor(options?: Api.ConversationOptions) {
    expectOptions(options);
    this.viewer = optionalString(options?.viewer, "options.viewer") || null;
    const main = optionalString(options?.main, "options.main") || LEADER;
    this.ledger = new Ledger(this.keys.of(this.viewer), this.keys.of(main));
  }

  get length(): number {
    return this.rows.length;
  }

  add(input: string | Api.Message, options?: Api.EntryOptions): Api.MessageEntry {
    const sender = senderOf(options);
    const channel = options?.channel ?? "user";
    if (!CHANNELS.includes(channel)) throw expected('"user" or "tool-result"', "options.channel", channel);
    const message = typeof input === "string" ? readMessage(input, sender) : copyMessage(input, sender);
    const item = { message, channel, call: null, result: null, bubble: bubbleOf(message) };
    const facts = this.factsOf(message, channel);
    return this.push(this.ledger.addMessage(message.id, facts), item, message.role) as Api.MessageEntry;
  }

  addCall(given: Api.ToolCall | Api.SessionCall, output?: unknown): Api.CallEntry {
    const read = parseCall(given);
    const call = { ...read, caller: read.caller ?? this.viewer };
    const result = readAnyResult(call, output);
    const listed = result?.kind === "list" ? result.sessionKeys.map((key) => this.keys.of(key)) : [];
    const message = call.kind === "send" ? call.message : null;
    const item = { message, channel: null, call, result, bubble: callBubble(call) };
    const facts = this.factsOfCall(call, result);
    return this.push(this.ledger.addCall(Uint32Array.from(listed), facts), item, call.caller) as Api.CallEntry;
  }

  private push(place: Place, item: Item, role: string | null): Api.Entry {
    const index = this.rows.length;
    const { question, duplicateOf } = place;
    this.rows.push({ ...place, item, role, isShown: item.bubble !== null && duplicateOf === null, answers: [] });
    if (question !== null && duplicateOf === null) this.rows[question]?.answers.push(index);
    return this.entry(index);
  }

  entry(index: number): Api.Entry {
    const row = Number.isInteger(index) ? this.rows[index] : undefined;
    if (row === undefined) throw new RangeError(`there is no entry ${String(index)}`);
    const { item, startsGroup, duplicateOf, question, answers } = row;
    return { index, ...item, startsGroup, duplicateOf, question, answers: [...answers] } as Api.Entry;
  }

  groups(): Api.Group[] {
    const groups: Api.Group[] = [];
    this.rows.forEach(({ role, isShown, startsGroup }, index) => {
      if (!isShown) return;
      if (startsGroup) groups.push({ role, entries: [] });
      groups[groups.length - 1]?.entries.push(index);
    });
    return groups;
  }

  openQuestions(): number[] {
    return this.ledger.use((handle) => Array.from(openQuestions(handle)));
  }

  nextId(kind: Api.EnvelopeKind, role: string): string {
    expectString(role, "role");
    const stem = run(() => idStem(kindNumber(kind), role.slice(0, MAX_ROLE_LENGTH)))?.toLowerCase();
    if (stem === undefined) throw expected("a kind that has ids", "kind", kind);
    return this.ledger.nextId(stem, (id) => this.keys.has(id));
  }

  check(): Api.Finding[] {
    return this.ledger.use((handle) => findings(handle)) as Api.Finding[];
  }

  private factsOf(message: Api.Message, channel: Api.Channel): MessageFacts {
    const { keys } = this;
    const { kind, role, id, target, content } = message;
    const { questionId, subtype } = message as Partial<Api.EnvelopeMessage>;
    const flags = (channel === "user" ? 0 : TOOL_RESULT) | faultFlags(message);
    const [roleKey, idKey] = [keys.of(role), keys.of(id)];
    const contentKey = idKey === 0 ? 0 : this.contentKey(roleKey * KEY_SPACE + idKey, content);
    return [kindNumber(kind), roleKey, idKey, keys.of(questionId), keys.of(target), keys.of(subtype), contentKey, flags];
  }

  /** The same for the same content with one role and id: of most there is only one, which is not looked at. */
  private contentKey(roleAndId: number, content: string): number {
    const first = this.contents.get(roleAndId);
    if (first === undefined) this.contents.set(roleAndId, content);
    return first === undefined || first === content ? 0 : this.contentKeys.of(content);
  }

  private factsOfCall(call: Api.SessionCall, result: Api.SessionResult | null): CallFacts {
    const { keys } = this;
    const send = call.kind === "send" ? call : null;
    const message = send?.message ?? null;
    const request = message?.kind === "request" ? message : null;
    const reply = result?.kind === "send" ? result.message : null;
    const stops = [message, reply].some((each) => each?.kind === "control" && each.directive === "REPLY_SKIP");
    const flags = faultFlags(message) | (send && isMismatched(send, request) ? MISMATCHED : 0) | (stops ? STOPS : 0);
    return [
      toolNumber(call.tool), keys.of(call.caller), keys.of(request?.sessionKey), keys.of(send?.sessionKey),
      modeNumber(call.mode), kindNumber(message?.kind), kindNumber(reply?.kind), flags,
    ];
  }
}

function isMismatched({ timeoutSeconds }: Api.SendCall, request: Api.RequestMessage | null): boolean {
  if (timeoutSeconds === null || request === null) return false;
  const requested = request.timeoutSeconds ?? undefined;
  return run(() => contradicts(timeoutSeconds, modeNumber(request.expects), requested));
}

function faultFlags(message: Api.Message | null): number {
  const has = (code: Api.Code): boolean => message?.diagnostics?.some((fault) => fault?.code === code) ?? false;
  return (has("retired-prefix") ? RETIRED : 0) | (has("timeout-mismatch") ? MISMATCHED : 0);
}

function kindNumber(kind: string | undefined): number {
  const number = kind === undefined ? -1 : KIND_NAMES.indexOf(kind);
  return number < 0 ? NO_NUMBER : number;
}

function modeNumber(mode: string | null): number {
  return mode === null ? NO_NUMBER : MODE_NAMES.indexOf(mode);
}

const STRINGS = ["role", "id", "target", "action", "questionId", "subtype"] as const;

/** A message that comes from elsewhere; what a getter gives is asked for once. */
function copyMessage(input: Api.Message, sender: string | null): Api.Message {
  if (typeof input !== "object" || input === null) throw expected("a string or a message", "input", input);
  const message = { ...input } as Partial<Api.EnvelopeMessage>;
  const { kind, content, diagnostics } = message;
  if (!KIND_NAMES.includes(kind as string) || typeof content !== "string" || !Array.isArray(diagnostics)) {
    throw expected("a message that was read", "input", input);
  }
  for (const name of STRINGS) optionalString(message[name], `input.${name}`);
  return { ...message, role: sender ?? message.role ?? null, id: message.id ?? null } as Api.Message;
}
