// Texts that are read with their content.

import type * as Api from "#types";
import { MAX_TEXT_LENGTH } from "#tables";
import { check, split } from "#wasm";
import { expectString, senderOf } from "./arguments";
import { readWhole } from "./engine";
import { readMessage } from "./message";

export const checkMessage: typeof Api.checkMessage = (text, options) => {
  expectString(text, "text");
  const sender = senderOf(options);
  if (text.length > MAX_TEXT_LENGTH) return readMessage(text, sender).diagnostics;
  return readWhole(text, sender, (_, nameLength) => check(nameLength, text.length));
};

export const parseTranscript: typeof Api.parseTranscript = (text) => {
  expectString(text, "text");
  if (text.length > MAX_TEXT_LENGTH) return [readMessage(text, null)];
  const places = readWhole(text, null, () => split(text.length));
  const messages: Api.Message[] = [];
  for (let at = 0; at < places.length; at += 2) {
    messages.push(readAt(text, places[at] as number, places[at + 1] as number));
  }
  return messages;
};

/** A message of a transcript; its places count in the transcript. */
function readAt(text: string, start: number, end: number): Api.Message {
  const message = readMessage(text.slice(start, end), null);
  for (const diagnostic of message.diagnostics) {
    diagnostic.start += start;
    diagnostic.end += start;
  }
  return message;
}
