// The module inside the JavaScript. Why in hexadecimal digits: CONTRIBUTING.md.

import hex from "#wasm-hex";

/** The bytes, by the host's own decoder where it has one (browsers of 2025). */
export function fromHex(): Uint8Array<ArrayBuffer> {
  const { fromHex } = Uint8Array as unknown as { fromHex?: (hex: string) => Uint8Array<ArrayBuffer> };
  return fromHex ? fromHex.call(Uint8Array, hex) : decode(hex);
}

/** Cold code runs slowly: one loop, no call but `charCodeAt`. */
function decode(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0, from = 0; at < bytes.length; at += 1, from += 2) {
    const high = digits.charCodeAt(from);
    const low = digits.charCodeAt(from + 1);
    // a letter's code has bit 6 set and counts from 1
    bytes[at] = ((high & 15) + (high >> 6) * 9) * 16 + (low & 15) + (low >> 6) * 9;
  }
  return bytes;
}
