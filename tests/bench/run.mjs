// node tests/bench/run.mjs: reports, and judges nothing.

import { coldStart } from "./cold-start.mjs";
import { encodings } from "./encodings.mjs";

console.log("import and first answer, each time in a fresh process: the shortest");
console.table(await coldStart());
console.log("the module inside JavaScript: size of such a file, and time from its import until it is compiled");
console.table(await encodings());
