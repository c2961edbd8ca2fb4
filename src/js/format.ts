// Messages and bubbles as texts.

import type * as Api from "#types";
import { BOX_WIDTH, KIND_NAMES, MAX_TEXT_LENGTH } from "#tables";
import { formatBubble as drawBox, formatMessage as write } from "#wasm";
import { expectBubble, expectString } from "./arguments";
import { run } from "./engine";
import { expected, MessageError } from "./error";

/** Kinds whose content is not looked at. */
const FRAMED = 2;

/** The text of another kind, the two parts of a frame, or what cannot be written. */
type Written =
  | [text: string]
  | [before: string, after: string]
  | [field: string, start: number, end: number, line: number, column: number, message: string];

export const formatMessage: typeof Api.formatMessage = (message) => {
  if (typeof message !== "object" || message === null) throw expected("a message", "message", message);
  const content = contentOf(message);
  const written = run(() => write(message, Math.min(content.length, MAX_TEXT_LENGTH + 1))) as Written;
  if (written.length === 1) return written[0];
  if (written.length === FRAMED) return written[0] + content + written[1];
  const [field, start, end, line, column, sentence] = written;
  const diagnostic = { code: "unwritable", severity: "error", message: sentence, start, end } as const;
  throw new MessageError(diagnostic, { line, column }, field);
};

/** Kinds that have another source of their content. */
const WITHOUT_CONTENT: readonly string[] = ["request", "notice", "control"];

function contentOf({ kind, content }: { kind: string; content?: unknown }): string {
  const isOptional = WITHOUT_CONTENT.includes(kind) || !KIND_NAMES.includes(kind);
  if (isOptional && (content === undefined || content === null)) return "";
  expectString(content, "content");
  return content;
}

export const formatBubble: typeof Api.formatBubble = (bubble, options) => {
  expectBubble(bubble);
  const width = options?.width ?? BOX_WIDTH;
  if (typeof width !== "number" || Number.isNaN(width)) throw expected("a number", "options.width", width);
  const cells = Math.min(Math.max(Math.trunc(width), 0), 2 ** 31);
  return run(() => drawBox(bubble.role, bubble.action, bubble.content, cells));
};
