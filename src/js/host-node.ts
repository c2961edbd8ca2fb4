// What Node does for us faster than code that runs everywhere.

import hex from "#wasm-hex";
import type * as Web from "./host-web";

/** From here on one native call is faster than a loop. */
const NATIVE_COPY_LENGTH = 48;

/** All of the module's memory. */
let memory: Buffer | undefined;

export const loadModule: typeof Web.loadModule = () => new WebAssembly.Module(Buffer.from(hex, "hex"));

export const compileModule: typeof Web.compileModule = () => WebAssembly.compile(Buffer.from(hex, "hex"));

export const copyUnits: typeof Web.copyUnits = (text, start, end, units, at) => {
  if (end - start < NATIVE_COPY_LENGTH) {
    for (let from = start, to = at; from < end; from += 1, to += 1) units[to] = text.charCodeAt(from);
    return;
  }
  if (memory?.buffer !== units.buffer) memory = Buffer.from(units.buffer);
  const piece = start === 0 ? text : text.slice(start);
  memory.write(piece, units.byteOffset + at * 2, (end - start) * 2, "utf16le");
};
