// Messages and bubbles from offsets: every string is a slice of the text.

import type { Bubble, EnvelopeMessage, Message, PlainMessage } from "#types";
import { ABSENT, COMPLETE, KIND_NAMES, MAX_TEXT_LENGTH, NEEDS_TAKING, OPENING_UNITS } from "#tables";
import { takeMessage } from "#wasm";
import { answer, run, scan } from "./engine";

/** Where the offsets of a field begin in an answer. */
const CLAIMED_ROLE = 0;
const ACTION = 2;
const ID = 4;
const TARGET = 6;
const CONTENT = 8;
const TAG = 10;
const SUBTYPE = 12;
const QUESTION_ID = 14;
const ATTRIBUTE_COUNT = 16;
const ATTRIBUTES = 17;

const openings = new Set(OPENING_UNITS);

export function readMessage(text: string, sender: string | null): Message {
  if (isSurelyPlain(text)) return plainMessage(text, sender);
  const flags = scan(text, sender);
  if ((flags & NEEDS_TAKING) !== 0) return take(text, sender);
  const kind = kindOf(flags);
  return kind === "plain" ? plainMessage(text, sender) : envelopeMessage(text, sender, kind, flags);
}

export function readBubble(text: string, sender: string | null): Bubble | null {
  if (isSurelyPlain(text)) return { role: sender, action: null, content: text };
  const kind = kindOf(scan(text, sender));
  if (kind === "control") return null;
  return {
    role: sender ?? optionalField(text, CLAIMED_ROLE),
    action: optionalField(text, ACTION),
    content: field(text, CONTENT),
  };
}

/** Also of a message that comes from elsewhere and lacks what is absent. */
export function bubbleOf({ kind, role, action, content }: Message): Bubble | null {
  return kind === "control" ? null : { role: role ?? null, action: action ?? null, content };
}

/** Most rows of a chat are plain and show it by their first code unit. */
export function isSurelyPlain(text: string): boolean {
  return !openings.has(text.charCodeAt(0)) && text.length <= MAX_TEXT_LENGTH;
}

export function kindOf(flags: number): Message["kind"] {
  return KIND_NAMES[flags & 0xff] as Message["kind"];
}

function take(text: string, sender: string | null): Message {
  return run(() => takeMessage(text, sender));
}

function plainMessage(text: string, sender: string | null): PlainMessage {
  return {
    protocol: null,
    kind: "plain",
    role: sender,
    claimedRole: null,
    action: null,
    id: null,
    target: null,
    content: text,
    complete: true,
    diagnostics: [],
  };
}

function envelopeMessage(text: string, sender: string | null, kind: Message["kind"], flags: number): EnvelopeMessage {
  const claimedRole = field(text, CLAIMED_ROLE);
  const message = {
    protocol: "envelope",
    kind,
    role: sender ?? claimedRole,
    claimedRole,
    action: field(text, ACTION),
    id: optionalField(text, ID),
    target: optionalField(text, TARGET),
    content: field(text, CONTENT),
    complete: (flags & COMPLETE) !== 0,
    diagnostics: [],
    tag: field(text, TAG),
    subtype: optionalField(text, SUBTYPE),
    questionId: optionalField(text, QUESTION_ID),
    attributes: attributes(text),
  };
  return message as EnvelopeMessage;
}

function attributes(text: string): EnvelopeMessage["attributes"] {
  const list: EnvelopeMessage["attributes"] = [];
  const end = ATTRIBUTES + (answer[ATTRIBUTE_COUNT] as number) * 4;
  for (let at = ATTRIBUTES; at < end; at += 4) list.push([field(text, at), field(text, at + 2)]);
  return list;
}

function field(text: string, at: number): string {
  return text.slice(answer[at], answer[at + 1]);
}

function optionalField(text: string, at: number): string | null {
  return answer[at] === ABSENT ? null : field(text, at);
}

/** What a frame that has begun tells. */
export function startFields(text: string): { claimedRole: string; action: string; tag: string; contentStart: number } {
  return {
    claimedRole: field(text, CLAIMED_ROLE),
    action: field(text, ACTION),
    tag: field(text, TAG),
    contentStart: answer[CONTENT] as number,
  };
}
