/**
 * agent-bubble without the WebAssembly module inside: you bring it, as a
 * compiled module, as bytes or as a download of `agent-bubble/agent_bubble.wasm`.
 * Everything else is as in `agent-bubble`.
 */

export * from "agent-bubble";

declare global {
  // for programs without the types of the DOM
  interface Response {}
  namespace WebAssembly {
    interface Module {}
  }
}

/** A compiled module, or its bytes. */
export type ModuleSource = (WebAssembly.Module & object) | ArrayBuffer | ArrayBufferView;

/** What `init` waits for; a `Response` is compiled whatever its media type. */
export type DownloadSource = ModuleSource | (Response & object);

/**
 * Starts at once. A module that has started stays: later calls change nothing.
 *
 * @throws {TypeError} if the source is neither a module nor bytes.
 * @throws {WebAssembly.CompileError} if the bytes are no module.
 * @example
 * initSync(readFileSync(require.resolve("agent-bubble/agent_bubble.wasm")));
 */
export function initSync(source: ModuleSource): void;

/**
 * Compiles off the main thread, then starts.
 *
 * @example
 * await init(fetch("/agent_bubble.wasm"));
 */
export function init(source: DownloadSource | Promise<DownloadSource>): Promise<void>;
