// Streams as updates: for loops and for pipes.

import type * as Api from "#types";
import { expected } from "./error";
import { Decoder, type Source, sourceOf } from "./source";
import { MessageStream } from "./stream";

export async function* streamMessage(
  source: Api.ChunkSource,
  options?: Api.StreamOptions,
): AsyncGenerator<Api.StreamStep, void, undefined> {
  const stream = new MessageStream(options);
  const signal = options?.signal as AbortSignal | null | undefined;
  if (signal && typeof signal.addEventListener !== "function") throw expected("a signal", "options.signal", signal);
  const chunks = new Interruptible(sourceOf(source), signal);
  const decoder = new Decoder();
  try {
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      yield { ...push(stream, decoder.decode(chunk.value)), message: null };
    }
    // a consumer may never ask past the message
    chunks.close();
    yield lastStep(stream, decoder, chunks.interruption);
  } finally {
    chunks.close();
  }
}

export const messageTransform: typeof Api.messageTransform = (options) => {
  const stream = new MessageStream(options);
  const decoder = new Decoder();
  return new TransformStream<unknown, Api.StreamStep>({
    transform(chunk, controller) {
      controller.enqueue({ ...push(stream, decoder.decode(chunk)), message: null });
    },
    flush(controller) {
      controller.enqueue(lastStep(stream, decoder));
    },
  });
};

/** Reads on; once more where the module fails, since the stream has lost nothing. */
function push(stream: MessageStream, chunk: string): Api.StreamUpdate {
  try {
    return stream.push(chunk);
  } catch {
    return stream.push("");
  }
}

function lastStep(stream: MessageStream, decoder: Decoder, interruption?: Api.Interruption): Api.StreamStep {
  const { added } = push(stream, decoder.end());
  const last = stream.last(interruption);
  return { ...last, added: added + last.added };
}

/** A source that an abort ends at once, and whose errors end it too. */
class Interruptible {
  interruption: Api.Interruption | undefined;
  private wake: (() => void) | null = null;
  private isDone = false;
  private isClosed = false;

  constructor(
    private readonly source: Source,
    private readonly signal: AbortSignal | null | undefined,
  ) {
    signal?.addEventListener("abort", this.abort);
    if (signal?.aborted) this.abort();
  }

  /** The next chunk; `null` at the end. */
  async next(): Promise<{ value: unknown } | null> {
    if (this.interruption !== undefined) return null;
    try {
      const result = await this.read();
      if (result === null) return null;
      if (!result.done) return { value: result.value };
      this.isDone = true;
    } catch (cause) {
      this.isDone = true;
      this.interruption ??= { endedBy: "error", cause };
    }
    return null;
  }

  /** Every promise ends with its chunk: one that lived as long as the source would hold them all. */
  private read(): Promise<Awaited<ReturnType<Source["read"]>> | null> {
    return new Promise((resolve, reject) => {
      this.wake = () => resolve(null);
      Promise.resolve(this.source.read()).then(resolve, reject);
    });
  }

  private readonly abort = (): void => {
    this.interruption ??= { endedBy: "abort", cause: this.signal?.reason };
    this.wake?.();
  };

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.signal?.removeEventListener("abort", this.abort);
    this.wake = null;
    if (this.isDone) return;
    // nobody waits for it, and what it throws is of no use any more
    Promise.resolve(this.interruption?.cause)
      .then((reason) => this.source.cancel(reason))
      .catch(() => {});
  }
}
