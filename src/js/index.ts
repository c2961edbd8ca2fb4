// The public surface: arguments are checked here, the rest is below.
// `../wasm/types.d.ts` declares it.

import type * as Api from "#types";
import { renderBubble as render } from "#wasm";
import { expectBubble, expectString, optionalString, senderOf } from "./arguments";
import { compile, run } from "./engine";
import { expected, MessageError } from "./error";
import { readBubble, readMessage } from "./message";
import { position } from "./position";

export { callBubble, parseCall, parseResult } from "./call";
export { checkMessage, parseTranscript } from "./check";
export { Conversation } from "./conversation";
export { formatBubble, formatMessage } from "./format";
export { renderStream } from "./render-stream";
export { CALLS, KINDS, SCENARIOS } from "./rows";
export { MessageStream } from "./stream";
export { messageTransform, streamMessage } from "./updates";
export { MessageError, position };

export const parseMessage: typeof Api.parseMessage = (text, options) => {
  expectString(text, "text");
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
  expectBubble(bubble);
  const document = options?.document ?? globalThis.document;
  if (typeof document?.createElement !== "function") throw expected("a document", "options.document", document);
  return run(() => render(bubble.role, bubble.action, bubble.content, bubble.kind, document));
};

export const init: typeof Api.init = compile;

function throwFirstError(text: string, diagnostics: Api.Diagnostic[]): void {
  const error = diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (error) throw new MessageError(error, position(text, error.start));
}
