// The module inside JavaScript, in each encoding that could carry it: what a
// page downloads, and how long it takes until it is compiled.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";

import { measure } from "./fresh.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = file("../../target/encodings/");
const ESBUILD = file("../../src/js/node_modules/.bin/esbuild");

const BASE64 = `
function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = units.charCodeAt(at);
  return bytes;
}`;

const ENCODINGS = {
  base64: (bytes) => `${BASE64}
export const bytes = () => decodeBase64("${bytes.toString("base64")}");`,

  "base64-of-deflate": (bytes) => `import { inflateSync } from "fflate";${BASE64}
const out = new Uint8Array(${bytes.length});
export const bytes = () => inflateSync(decodeBase64("${deflateRawSync(bytes, { level: 9 }).toString("base64")}"), { out });`,

  hex: (bytes) => `import { fromHex } from ${JSON.stringify(file("../../src/js/inline.ts"))};
export const bytes = fromHex;`,
};

function bundle(name, source) {
  const path = `${FOLDER}${name}.js`;
  writeFileSync(`${path}.source.js`, source);
  const hex = `--alias:#wasm-hex=${FOLDER}wasm-hex.js`;
  execFileSync(ESBUILD, [`${path}.source.js`, "--bundle", "--minify", "--format=esm", "--log-level=error", hex, `--outfile=${path}`], {
    env: { ...process.env, NODE_PATH: file("../node_modules") },
  });
  return path;
}

export async function encodings() {
  mkdirSync(FOLDER, { recursive: true });
  const module = readFileSync(file("../../pkg/agent_bubble.wasm"));
  writeFileSync(`${FOLDER}wasm-hex.js`, `export default "${module.toString("hex")}";`);
  const subjects = Object.entries(ENCODINGS).map(([name, write]) => ({
    name,
    path: bundle(name, write(module)),
    use: "({ bytes }) => new WebAssembly.Module(bytes())",
  }));
  const shortest = await measure(subjects);
  return subjects.map(({ name, path }) => {
    const code = readFileSync(path);
    const times = Object.entries(shortest).map(([host, times]) => [host, `${times.get(name).toFixed(1)} ms`]);
    return {
      encoding: name,
      bytes: code.length,
      gz: gzipSync(code, { level: 9 }).length,
      brotli: brotliCompressSync(code).length,
      ...Object.fromEntries(times),
    };
  });
}
