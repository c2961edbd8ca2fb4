// The WebAssembly instance: started on first use, replaced after a trap.

import { compileModule, copyUnits, loadModule } from "#host";
import { ANSWER_LENGTH, NEED_MORE } from "#tables";
import { type InitOutput, initSync } from "#wasm";

/** What the module knows of the end of a content that grows; the first number is the length that is held back. */
export type Hold = readonly number[];

/** What `feedFrame` needs of a frame. */
export interface FrameEnd {
  /** The role and, right behind it, the tag: as units, which cross faster than strings. */
  readonly names: Uint16Array;
  readonly roleLength: number;
  readonly crlf: boolean;
  hold: Hold;
}

/** The code units of a text's two ends that a first scan sees. */
const HEAD_LENGTH = 224;
const TAIL_LENGTH = 48;

let module: WebAssembly.Module | undefined;
let exports: InitOutput | undefined;
/** Counts the instances: what one of them holds is lost with it. */
export let generation = 0;
let units = new Uint16Array(0);
/** The offsets that the last scan wrote. */
export let answer = new Uint32Array(0);

/** Compiles the module off the main thread, if nothing has started it yet. */
export async function compile(): Promise<void> {
  if (module === undefined) use(await compileModule());
}

/** Starts with a compiled module, if nothing has started yet. */
export function use(compiled: WebAssembly.Module): void {
  if (exports !== undefined) return;
  const earlier = module;
  module ??= compiled;
  try {
    start();
  } catch {
    module = earlier;
    exports = undefined;
    throw new TypeError("expected the agent_bubble.wasm of this version as source");
  }
}

/** The exports of a live instance. */
function start(): InitOutput {
  if (exports === undefined) {
    module ??= loadModule();
    exports = initSync({ module });
    generation += 1;
    reserve(exports, HEAD_LENGTH + TAIL_LENGTH);
  }
  return exports;
}

/**
 * After a trap or a stack overflow the instance can be in any state: the next
 * call gets a new one, whatever was thrown.
 */
function restart(error: unknown): never {
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
  return run((wasm) => {
    const nameLength = write(wasm, text, sender, head, tail);
    return wasm.scan(nameLength, head, tail, text.length) >>> 0;
  });
}

/** Calls the module with a whole text in its memory, behind the sender, whose length is -1 where there is none. */
export function readWhole<T>(text: string, sender: string | null, read: (wasm: InitOutput, nameLength: number) => T): T {
  const name = sender?.slice(0, text.length + 1) ?? null;
  return run((wasm) => read(wasm, write(wasm, text, name, text.length, 0)));
}

/** Reads the beginning of a growing text; the fields are in `answer`. `null` where more is needed. */
export function beginFrame(text: string): number | null {
  const flags = readWhole(text, null, (wasm) => wasm.begin(text.length) >>> 0);
  return flags === NEED_MORE ? null : flags;
}

/** The code units of a text. */
export function unitsOf(text: string): Uint16Array {
  const copy = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) copy[at] = text.charCodeAt(at);
  return copy;
}

/**
 * Reads on in a content: in `text`, of which the first `held` units are held back.
 * `null` where all that are held back are needed.
 */
export function feedFrame({ names, roleLength, crlf, hold }: FrameEnd, text: string, held: number): Hold | null {
  return run((wasm) => {
    makeRoom(wasm, names.length + text.length);
    units.set(names);
    copyUnits(text, 0, text.length, units, names.length);
    for (let at = 0; at < hold.length; at += 1) answer[at] = hold[at] as number;
    const flags = wasm.feed(roleLength, names.length - roleLength, Number(crlf), held, text.length - held) >>> 0;
    renew(wasm);
    return flags === NEED_MORE ? null : ([answer[0], answer[1], answer[2], answer[3], answer[4]] as number[]);
  });
}

/** Calls a live instance; one that fails is replaced. */
export function run<T>(call: (wasm: InitOutput) => T): T {
  try {
    const wasm = start();
    const result = call(wasm);
    renew(wasm);
    return result;
  } catch (error) {
    return restart(error);
  }
}

/** Writes the sender and the windows of a text; the sender's length, -1 where there is none. */
export function write(wasm: InitOutput, text: string, sender: string | null, head: number, tail: number): number {
  const nameLength = sender?.length ?? 0;
  const count = nameLength + head + tail;
  makeRoom(wasm, count);
  if (sender !== null) copyUnits(sender, 0, nameLength, units, 0);
  copyUnits(text, 0, head, units, nameLength);
  if (tail > 0) copyUnits(text, text.length - tail, text.length, units, nameLength + head);
  return sender === null ? -1 : nameLength;
}

/** Views of memory that has grown are empty: too short for anything. */
function makeRoom(wasm: InitOutput, count: number): void {
  if (units.length < count) reserve(wasm, count);
}

/** What was read stands in `answer` wherever the memory is now. */
export function renew(wasm: InitOutput): void {
  if (answer.length === 0) reserve(wasm, 0);
}

/** Growing memory detaches views, which leaves them empty: they are made again. */
function reserve(wasm: InitOutput, count: number): void {
  const address = wasm.reserve(count);
  units = new Uint16Array(wasm.memory.buffer, address, count);
  answer = new Uint32Array(wasm.memory.buffer, wasm.answer(), ANSWER_LENGTH);
}
