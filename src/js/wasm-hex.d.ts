/** The WebAssembly module in hexadecimal digits. */
declare const hex: string;
export default hex;
