import type * as Api from "#types";

export class MessageError extends Error implements Api.MessageError {
  override readonly name = "MessageError";
  readonly code: Api.Code;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly field: string | null;

  constructor(diagnostic: Api.Diagnostic, { line, column }: { line: number; column: number }, field: string | null = null) {
    const place = `line ${line}, column ${column}${field === null ? "" : ` of ${field}`}`;
    super(`${diagnostic.code} at ${place}: ${diagnostic.message}`);
    this.code = diagnostic.code;
    this.start = diagnostic.start;
    this.end = diagnostic.end;
    this.line = line;
    this.column = column;
    this.field = field;
  }
}

/** How much of a text stands in a sentence, in code units. */
const MAX_SHOWN = 32;

/** The sentence of a `TypeError` about an argument. */
export function expected(what: string, name: string, value: unknown): TypeError {
  const isBare = value === null || Number.isNaN(value);
  const found = isBare ? String(value) : typeof value === "string" ? JSON.stringify(value.slice(0, MAX_SHOWN)) : typeof value;
  return new TypeError(`expected ${what} as ${name}, found ${found}`);
}
