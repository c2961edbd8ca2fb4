/** Copies the code units from `start` to `end` of `text` to `at` in `units`. */
export function copyUnits(text: string, start: number, end: number, units: Uint16Array, at: number): void {
  for (let from = start, to = at; from < end; from += 1, to += 1) units[to] = text.charCodeAt(from);
}
