// What a host without Node's `Buffer` does for us.

export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** Copies the code units from `start` to `end` of `text` to `at` in `units`. */
export function copyUnits(text: string, start: number, end: number, units: Uint16Array, at: number): void {
  for (let from = start, to = at; from < end; from += 1, to += 1) units[to] = text.charCodeAt(from);
}
