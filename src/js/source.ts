// Where chunks come from: one way to read them all.

import type { ChunkSource } from "#types";
import { expected } from "./error";

type Chunk = string | Uint8Array;
type Result = { done?: boolean | undefined; value?: unknown };

export interface Source {
  read(): Promise<Result> | Result;
  /** Says that no more is wanted. */
  cancel(reason: unknown): unknown;
}

export function sourceOf(source: ChunkSource): Source {
  const from = source as unknown as Record<PropertyKey, unknown> | null | undefined;
  if (typeof from === "string" || ArrayBuffer.isView(from)) return fromIterator([from as unknown as Chunk][Symbol.iterator]());
  if (typeof from?.getReader === "function") return fromReader(from as unknown as ReadableStream<Chunk>);
  if (typeof from?.[Symbol.asyncIterator] === "function") {
    return fromIterator((from as unknown as AsyncIterable<Chunk>)[Symbol.asyncIterator]());
  }
  if (typeof from?.[Symbol.iterator] === "function") {
    return fromIterator((from as unknown as Iterable<Chunk>)[Symbol.iterator]());
  }
  if (from?.body === null) return sourceOf([]);
  const body = from?.body as { getReader?: unknown } | undefined;
  if (typeof body?.getReader === "function") return fromReader(body as unknown as ReadableStream<Chunk>);
  throw expected("a stream, a response or an iterable", "source", source);
}

function fromReader(stream: ReadableStream<Chunk>): Source {
  const reader = stream.getReader();
  return { read: () => reader.read(), cancel: (reason) => reader.cancel(reason) };
}

function fromIterator(iterator: AsyncIterator<Chunk> | Iterator<Chunk>): Source {
  return { read: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** Strings as they are, bytes as UTF-8, whose characters can be split. */
export class Decoder {
  private decoder: TextDecoder | null = null;

  decode(chunk: unknown): string {
    if (typeof chunk === "string") return this.end() + chunk;
    if (!ArrayBuffer.isView(chunk)) throw expected("a string or bytes", "chunk", chunk);
    this.decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
    return this.decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
  }

  /** What is left of a character that was not whole. */
  end(): string {
    const rest = this.decoder?.decode() ?? "";
    this.decoder = null;
    return rest;
  }
}
