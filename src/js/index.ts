// The public surface: arguments are checked here, the rest is below.
// `../wasm/types.d.ts` declares it.

import type * as Api from "#types";
import { renderBubble as render } from "#wasm";
import { compile, restart, start } from "./engine";
import { expected, MessageError } from "./error";
import { readBubble, readMessage } from "./message";

export { MessageError };

export const parseMessage: typeof Api.parseMessage = (text, options) => {
  if (typeof text !== "string") throw expected("a string", "text", text);
  const message = readMessage(text, senderOf(options));
  if (options?.strict) throwFirstError(text, message.diagnostics);
  return message;
};

export const toBubble: typeof Api.toBubble = (message, options) => {
  const sender = senderOf(options);
  if (typeof message === "string") return readBubble(message, sender);
  if (typeof message?.kind !== "string" || typeof message.content !== "string") {
    throw expected("a string or a message", "message", message);
  }
  if (message.kind === "control") return null;
  const role = sender ?? optionalString(message.role, "message.role");
  return { role, action: optionalString(message.action, "message.action"), content: message.content };
};

export const renderBubble: typeof Api.renderBubble = (bubble, options) => {
  if (typeof bubble?.content !== "string" || (bubble as { kind?: string }).kind === "control") {
    throw expected("a bubble (a directive has none)", "bubble", bubble);
  }
  const document = options?.document ?? globalThis.document;
  if (typeof document?.createElement !== "function") throw expected("a document", "options.document", document);
  try {
    start();
    return render(bubble.role, bubble.action, bubble.content, bubble.kind, document);
  } catch (error) {
    return restart(error);
  }
};

export const position: typeof Api.position = (text, offset) => {
  if (typeof text !== "string") throw expected("a string", "text", text);
  if (typeof offset !== "number") throw expected("a number", "offset", offset);
  const end = Math.min(Math.max(Math.trunc(offset) || 0, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let feed = text.indexOf("\n"); feed >= 0 && feed < end; feed = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = feed + 1;
  }
  return { line, column: end - lineStart + 1 };
};

export const init: typeof Api.init = compile;

function senderOf(options: Api.SenderOptions | undefined): string | null {
  if (options !== undefined && typeof options !== "object") throw expected("an object", "options", options);
  return optionalString(options?.sender, "options.sender");
}

function optionalString(value: string | null | undefined, name: string): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  throw expected("a string", name, value);
}

function throwFirstError(text: string, diagnostics: Api.Diagnostic[]): void {
  const error = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (error) throw new MessageError(error, position(text, error.start));
}
