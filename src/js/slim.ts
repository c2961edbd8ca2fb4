// The public surface without the module inside: it is given by `init` or `initSync`.

import type * as Slim from "#slim-types";
import { use } from "./engine";

export * from "./index";

export const initSync: typeof Slim.initSync = (source) => {
  use(isModule(source) ? source : new WebAssembly.Module(source as BufferSource));
};

export const init: typeof Slim.init = async (source) => {
  const given = await source;
  if (isModule(given)) return use(given);
  use(await WebAssembly.compile(isResponse(given) ? await download(given) : (given as BufferSource)));
};

/** Whatever realm it comes from: test runners have several. */
function isModule(source: unknown): source is WebAssembly.Module {
  return Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
}

function isResponse(source: unknown): source is Response {
  return typeof (source as Response | null)?.arrayBuffer === "function";
}

/** All of it before compiling: a server may send any media type. */
async function download(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`the WebAssembly module could not be fetched: status ${response.status}`);
  return response.arrayBuffer();
}
