// Import and first answer, beside the published WebAssembly parsers that start fastest.

import { fileURLToPath } from "node:url";

import { measure } from "./fresh.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const ours = (name) => file(`../../target/consumer/node_modules/agent-bubble/${name}`);
const peer = (path) => file(`../node_modules/${path}`);

const TEXT = "From A_1: question\nid: ask_1\n\n<A_1>\n<Ask>\nok?\n</Ask>\n</A_1>";
const READ = `({ parseMessage }) => parseMessage(${JSON.stringify(TEXT)})`;

/** Each by its fastest way. */
const PEERS = [
  { name: "es-module-lexer", path: peer("es-module-lexer/dist/lexer.js"), use: "async ({ init, parse }) => (await init(), parse('import a from \\'b\\''))" },
  { name: "cjs-module-lexer", path: peer("cjs-module-lexer/dist/lexer.mjs"), use: "({ initSync, parse }) => (initSync(), parse('exports.a = 1'))" },
];

/** Node imports what is made for Node. */
const OURS = { node: "node.js", chromium: "index.js" };

/** The rows of the report. */
export async function coldStart() {
  const own = Object.entries(OURS).map(([host, name]) => ({ name, path: ours(name), use: READ, hosts: [host] }));
  const times = await measure([...own, ...PEERS]);
  return Object.entries(OURS).map(([host, name]) => {
    const of = (subject) => times[host].get(subject);
    const best = Math.min(...PEERS.map((each) => of(each.name)));
    const peers = Object.fromEntries(PEERS.map((each) => [each.name, `${of(each.name).toFixed(1)} ms`]));
    return { host, "agent-bubble": `${of(name).toFixed(1)} ms`, ...peers, "of the faster": (of(name) / best).toFixed(2) };
  });
}
