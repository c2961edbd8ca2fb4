// The module is given from outside: `slim.ts` has what takes it.

import type * as Web from "./host-web";

export const loadModule: typeof Web.loadModule = () => {
  throw new Error("agent-bubble/slim has no module yet: call initSync, or await init, before anything else");
};

export const compileModule: typeof Web.compileModule = async () => loadModule();

export { copyUnits } from "./copy";
