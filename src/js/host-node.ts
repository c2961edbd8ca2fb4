// What Node does for us faster than code that runs everywhere.

import type * as Web from "./host-web";

/** From here on one native call is faster than a loop. */
const NATIVE_COPY_LENGTH = 48;

let buffer: Buffer | undefined;

export const decodeBase64: typeof Web.decodeBase64 = (base64) => new Uint8Array(Buffer.from(base64, "base64"));

export const copyUnits: typeof Web.copyUnits = (text, start, end, units, at) => {
  if (end - start < NATIVE_COPY_LENGTH) {
    for (let from = start, to = at; from < end; from += 1, to += 1) units[to] = text.charCodeAt(from);
    return;
  }
  if (buffer?.buffer !== units.buffer || buffer.byteOffset !== units.byteOffset) {
    buffer = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  }
  buffer.write(start === 0 ? text : text.slice(start, end), at * 2, (end - start) * 2, "utf16le");
};
