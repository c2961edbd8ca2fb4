// The WebAssembly instance: started on first use, replaced after a trap.

import { compileModule, copyUnits, loadModule } from "#host";
import { ANSWER_LENGTH, NEED_MORE } from "#tables";
import { type InitOutput, initSync } from "#wasm";

/** The code units of a text's two ends that a first scan sees. */
const HEAD_LENGTH = 224;
const TAIL_LENGTH = 48;

let module: WebAssembly.Module | undefined;
let exports: InitOutput | undefined;
let units = new Uint16Array(0);
/** The offsets that the last scan wrote. */
export let answer = new Uint32Array(0);

/** Compiles the module off the main thread, if nothing has started it yet. */
export async function compile(): Promise<void> {
  if (module === undefined) use(await compileModule());
}

/** Starts with a compiled module, if nothing has started yet. */
export function use(compiled: WebAssembly.Module): void {
  module ??= compiled;
  start();
}

/** The exports of a live instance. */
export function start(): InitOutput {
  if (exports === undefined) {
    module ??= loadModule();
    exports = initSync({ module });
    reserve(exports, HEAD_LENGTH + TAIL_LENGTH);
  }
  return exports;
}

/**
 * After a trap or a stack overflow the instance can be in any state: the next
 * call gets a new one, whatever was thrown.
 */
export function restart(error: unknown): never {
  exports = undefined;
  throw error;
}

/** Reads a text; the fields are in `answer`, kind and flags are returned. */
export function scan(text: string, sender: string | null): number {
  const name = sender?.slice(0, text.length + 1) ?? null;
  let head = HEAD_LENGTH;
  let tail = TAIL_LENGTH;
  for (;;) {
    const windowed = head + tail < text.length;
    const flags = scanWindows(text, name, windowed ? head : text.length, windowed ? tail : 0);
    if (flags !== NEED_MORE) return flags;
    head *= 2;
    tail *= 2;
  }
}

function scanWindows(text: string, sender: string | null, head: number, tail: number): number {
  try {
    const wasm = start();
    const nameLength = sender?.length ?? 0;
    const count = nameLength + head + tail;
    if (units.length < count || units.buffer !== wasm.memory.buffer) reserve(wasm, count);
    if (sender !== null) copyUnits(sender, 0, nameLength, units, 0);
    copyUnits(text, 0, head, units, nameLength);
    if (tail > 0) copyUnits(text, text.length - tail, text.length, units, nameLength + head);
    const flags = wasm.scan(sender === null ? -1 : nameLength, head, tail, text.length) >>> 0;
    if (answer.length === 0) reserve(wasm, count);
    return flags;
  } catch (error) {
    return restart(error);
  }
}

/** Growing memory detaches views, which leaves them empty: they are made again. */
function reserve(wasm: InitOutput, count: number): void {
  const address = wasm.reserve(count);
  units = new Uint16Array(wasm.memory.buffer, address, count);
  answer = new Uint32Array(wasm.memory.buffer, wasm.answer(), ANSWER_LENGTH);
}
