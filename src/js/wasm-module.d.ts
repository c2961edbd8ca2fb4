/** What tools for hosts that forbid compiling make of such an import. */
declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}
