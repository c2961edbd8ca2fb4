import type * as Api from "#types";

export class MessageError extends Error implements Api.MessageError {
  override readonly name = "MessageError";
  readonly code: Api.Code;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;

  constructor(diagnostic: Api.Diagnostic, place: { line: number; column: number }) {
    super(`${diagnostic.code} at line ${place.line}, column ${place.column}: ${diagnostic.message}`);
    this.code = diagnostic.code;
    this.start = diagnostic.start;
    this.end = diagnostic.end;
    this.line = place.line;
    this.column = place.column;
  }
}

/** The sentence of a `TypeError` about an argument. */
export function expected(what: string, name: string, value: unknown): TypeError {
  return new TypeError(`expected ${what} as ${name}, found ${value === null ? "null" : typeof value}`);
}
