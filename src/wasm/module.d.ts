/**
 * The WebAssembly module, as hosts and tools give it that compile it
 * themselves: Cloudflare Workers, and edge functions (with `?module`).
 * Elsewhere give its URL or its bytes to `agent-bubble/slim`.
 */

declare global {
  // for programs without the types of the DOM
  namespace WebAssembly {
    interface Module {}
  }
}

declare const module: WebAssembly.Module;
export default module;
