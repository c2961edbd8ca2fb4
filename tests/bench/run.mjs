// node tests/bench/run.mjs: reports, and judges nothing.

import { coldStart } from "./cold-start.mjs";
import { encodings } from "./encodings.mjs";

console.log("import and first answer, each time in a fresh process: the shortest");
console.table(await coldStart());
console.log("the module inside JavaScript: size of such a file, and time from its import until it is compiled");
console.table(await encodings());
console.log("1 MB in chunks of 4 to 20 code units: the time of one push beside its rivals'");
await import("./streams.mjs");
console.log("one message more in a conversation, beside how many there are");
await import("./conversations.mjs");
