// Messages and calls in order. `../conversation/` has the rules.

import type * as Api from "#types";
import { KIND_NAMES, MISMATCHED, MODE_NAMES, RETIRED, STOPS, TOOL_RESULT } from "#tables";
import { contradicts, findings, idStem, openQuestions } from "#wasm";
import { expectOptions, expectString, optionalString, senderOf } from "./arguments";
import { callBubble, parseCall, readAnyResult, toolNumber } from "./call";
import { run } from "./engine";
import { expected } from "./error";
import { type CallFacts, Keys, Ledger, type MessageFacts, type Place } from "./ledger";
import { bubbleOf, readMessage } from "./message";

const CHANNELS: readonly unknown[] = ["user", "tool-result"];
/** The number of a kind or mode that is not there. */
const NO_NUMBER = 0xff;
const ID_DIGITS = 3;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

export class Conversation implements Api.Conversation {
  private readonly keys = new Keys();
  private readonly ledger: Ledger;
  private readonly viewer: string | null;
  private readonly entries: Mutable<Api.Entry>[] = [];

  constructor(options?: Api.ConversationOptions) {
    expectOptions(options);
    this.viewer = optionalString(options?.viewer, "options.viewer");
    const main = optionalString(options?.main, "options.main") ?? "Team Leader";
    this.ledger = new Ledger(this.keys.of(this.viewer), this.keys.of(main));
  }

  get length(): number {
    return this.entries.length;
  }

  add(input: string | Api.Message, options?: Api.EntryOptions): Api.MessageEntry {
    const sender = senderOf(options);
    const channel = options?.channel ?? "user";
    if (!CHANNELS.includes(channel)) throw expected('"user" or "tool-result"', "options.channel", channel);
    const message = typeof input === "string" ? readMessage(input, sender) : withSender(expectMessage(input), sender);
    const place = this.ledger.addMessage(message.id, this.factsOf(message, channel));
    return this.push(place, { message, channel, bubble: bubbleOf(message) }) as Api.MessageEntry;
  }

  addCall(given: Api.ToolCall | Api.SessionCall, output?: unknown): Api.CallEntry {
    const read = parseCall(given);
    const call = { ...read, caller: read.caller ?? this.viewer };
    const result = readAnyResult(call, output);
    const listed = result?.kind === "list" ? result.sessionKeys.map((key) => this.keys.of(key)) : [];
    const place = this.ledger.addCall(Uint32Array.from(listed), this.factsOfCall(call, result));
    const message = call.kind === "send" ? call.message : null;
    return this.push(place, { message, call, result, bubble: callBubble(call) }) as Api.CallEntry;
  }

  private push(place: Place, item: Partial<Api.Entry>): Api.Entry {
    const index = this.entries.length;
    const { startsGroup, duplicateOf, question } = place;
    const { message = null, call = null, result = null, channel = null, bubble = null } = item;
    const entry = { index, message, call, result, channel, bubble, startsGroup, duplicateOf, question, answers: [] } as Mutable<Api.Entry>;
    this.entries.push(entry);
    if (question !== null && duplicateOf === null) this.entries[question]?.answers.push(index);
    return entry;
  }

  entry(index: number): Api.Entry {
    const entry = this.entries[index];
    if (entry === undefined) throw new RangeError(`there is no entry ${index}`);
    return entry;
  }

  groups(): Api.Group[] {
    const groups: Api.Group[] = [];
    for (const { index, bubble, duplicateOf, startsGroup } of this.entries) {
      if (bubble === null || duplicateOf !== null) continue;
      if (startsGroup) groups.push({ role: bubble.role, entries: [] });
      groups[groups.length - 1]?.entries.push(index);
    }
    return groups;
  }

  openQuestions(): number[] {
    return this.ledger.use((handle) => Array.from(openQuestions(handle)));
  }

  nextId(kind: Api.EnvelopeKind, role: string): string {
    expectString(role, "role");
    const stem = run(() => idStem(kindNumber(kind), role))?.toLowerCase();
    if (stem === undefined) throw expected("a kind that has ids", "kind", kind);
    return stem + String(this.ledger.nextNumber(stem)).padStart(ID_DIGITS, "0");
  }

  check(): Api.Finding[] {
    return this.ledger.use((handle) => findings(handle)) as Api.Finding[];
  }

  private factsOf(message: Api.Message, channel: Api.Channel): MessageFacts {
    const { keys } = this;
    const { kind, role, id, target, content } = message;
    const { questionId, subtype } = message as Partial<Api.EnvelopeMessage>;
    const flags = (channel === "user" ? 0 : TOOL_RESULT) | faultFlags(message);
    const contentKey = id === null ? 0 : keys.of(content);
    return [
      kindNumber(kind), keys.of(role), keys.of(id), keys.of(questionId), keys.of(target), keys.of(subtype), contentKey, flags,
    ];
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

function withSender(message: Api.Message, sender: string | null): Api.Message {
  return sender === null ? message : ({ ...message, role: sender } as Api.Message);
}

const OPTIONAL_STRINGS = ["role", "id", "target", "action", "questionId", "subtype"] as const;

function expectMessage(message: Api.Message): Api.Message {
  const { kind, content, diagnostics } = (message ?? {}) as Partial<Api.Message>;
  if (!KIND_NAMES.includes(kind as string) || typeof content !== "string") throw expected("a string or a message", "input", message);
  if (!Array.isArray(diagnostics)) throw expected("a message that was read", "input", message);
  for (const name of OPTIONAL_STRINGS) optionalString((message as Partial<Api.EnvelopeMessage>)[name], `input.${name}`);
  return message;
}
