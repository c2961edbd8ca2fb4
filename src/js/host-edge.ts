// Hosts that forbid compiling: their tools hand over a compiled module.

import module from "./agent_bubble.wasm?module";
import type * as Web from "./host-web";

export const loadModule: typeof Web.loadModule = () => module;

export const compileModule: typeof Web.compileModule = async () => module;

export { copyUnits } from "./copy";
