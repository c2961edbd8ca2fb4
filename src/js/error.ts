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

/** The sentence of a `TypeError` about an argument. */
export function expected(what: string, name: string, value: unknown): TypeError {
  const found = value === null || Number.isNaN(value) ? String(value) : typeof value;
  return new TypeError(`expected ${what} as ${name}, found ${found}`);
}
