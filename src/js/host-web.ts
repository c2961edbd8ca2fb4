// What a host does for us of which we know nothing but the web's own objects.

import { fromHex } from "./inline";

export const loadModule = (): WebAssembly.Module => new WebAssembly.Module(fromHex());

export const compileModule = (): Promise<WebAssembly.Module> => WebAssembly.compile(fromHex());

export { copyUnits } from "./copy";
