/** The WebAssembly module in base64. */
declare const base64: string;
export default base64;
