// Arguments are checked here: what has a wrong type is a `TypeError`.

import type { Bubble, SenderOptions } from "#types";
import { expected } from "./error";

export function expectString(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string") throw expected("a string", name, value);
}

export function optionalString(value: string | null | undefined, name: string): string | null {
  if (value === null || value === undefined) return null;
  expectString(value, name);
  return value;
}

export function expectOptions(options: unknown): void {
  if (options !== undefined && typeof options !== "object") throw expected("an object", "options", options);
}

export function senderOf(options: SenderOptions | undefined): string | null {
  expectOptions(options);
  return optionalString(options?.sender, "options.sender");
}

/** A bubble, or a message that has one. */
export function expectBubble(bubble: Bubble & { kind?: string }): void {
  if (typeof bubble?.content !== "string" || bubble.kind === "control") {
    throw expected("a bubble (a directive has none)", "bubble", bubble);
  }
}
