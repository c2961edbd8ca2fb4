// What a user of the declarations writes; `@ts-expect-error` fails where they allow more.

import { type Bubble, Conversation, type Entry, type Message, MessageError, parseCall, parseMessage, parseResult, renderBubble, type SessionCall, toBubble } from "agent-bubble";
import wasm from "agent-bubble/agent_bubble.wasm";
import * as slim from "agent-bubble/slim";

export function questionOf(message: Message): string | null {
  // @ts-expect-error only some kinds have it
  message.questionId;
  if (message.kind === "answer") return message.questionId;
  if (message.kind === "request") return message.userNeed;
  if (message.kind === "control") return message.directive === "REPLY_SKIP" ? null : message.directive;
  if (message.protocol === null) return message.content satisfies string;
  // @ts-expect-error there is no such kind
  if (message.kind === "question") return null;
  return message.kind === "notice" ? message.error : message.attributes[0]?.[1] ?? null;
}

const bubble: Bubble | null = toBubble(parseMessage("x", { sender: "A_1", strict: true }));
// @ts-expect-error a directive has none
renderBubble(bubble);
if (bubble) renderBubble(bubble);
// @ts-expect-error a text is a string
parseMessage(5);

export function contentOf(entry: Entry): string {
  // @ts-expect-error a call need not send a message
  entry.message.content;
  return entry.call === null ? entry.message.content : entry.call.tool;
}

export function taskOf(call: SessionCall): string | null {
  // @ts-expect-error only a spawn has it
  call.task;
  if (call.kind === "send") return parseResult(call, "x").message?.content ?? call.sessionKey;
  return call.kind === "spawn" ? call.task : call.mode satisfies null;
}

const conversation = new Conversation({ viewer: "A_1" });
export const said: string = conversation.add("x", { sender: null, channel: null }).message.content;
const log: { tool: string; arguments: string } = { tool: "sessions_list", arguments: "{}" };
export const called: SessionCall = conversation.addCall(log, { sessions: [] }).call;
export const again: SessionCall = parseCall(called);
export const named: SessionCall[] = [parseCall({ name: "sessions_list", arguments: "{}" }), parseCall({ name: "sessions_list", input: {} })];
// @ts-expect-error a call has a name
parseCall({ arguments: {} });
for (const { code } of conversation.check()) {
  // @ts-expect-error a text alone has it
  if (code === "unclosed") break;
}
// @ts-expect-error there is no such channel
conversation.add("x", { channel: "assistant" });
// @ts-expect-error a plain text has no id
conversation.nextId("plain", "A_1");

export const place = (error: unknown): number => (error instanceof MessageError ? error.line : 0);

slim.initSync(wasm);
slim.initSync(new Uint8Array(8));
export const started: Promise<void> = slim.init(Promise.resolve(wasm));
export const same: Bubble | null = slim.toBubble("x");
// @ts-expect-error a module is no text
slim.initSync("agent_bubble.wasm");
