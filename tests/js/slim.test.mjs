// The entry without the module inside, and how each entry gets at the module.

import assert from "node:assert/strict";
import { test } from "node:test";
import { esm, freshCopy, moduleBytes, slimCjs, slimEsm } from "./package.mjs";

const ASK = "来自 A_1 的提问\nid: ask_1\n\n<A_1>\n<Ask>\n好了吗？\n</Ask>\n</A_1>";
const fresh = (name) => freshCopy(name, "slim.js");

test("both formats of slim export what the package does, and initSync", () => {
  const names = [...Object.keys(esm), "initSync"].sort();
  assert.deepEqual(Object.keys(slimEsm).sort(), names);
  assert.deepEqual(Object.keys(slimCjs).sort(), names);
});

test("slim before a module says what to do", async () => {
  const slim = await fresh("before");
  assert.throws(() => slim.parseMessage(ASK), /call initSync, or await init/);
  slim.initSync(moduleBytes);
  assert.equal(slim.parseMessage(ASK).kind, "ask");
});

const SYNC_SOURCES = {
  "a Buffer": () => moduleBytes,
  "an ArrayBuffer": () => Uint8Array.from(moduleBytes).buffer,
  "a module": () => new WebAssembly.Module(moduleBytes),
};
const SOURCES = {
  ...SYNC_SOURCES,
  "a promise of a module": () => WebAssembly.compile(moduleBytes),
  "a response": () => new Response(moduleBytes),
  "a promise of a response of any media type": async () => new Response(moduleBytes, { headers: { "content-type": "text/plain" } }),
};

for (const [name, source] of Object.entries(SYNC_SOURCES)) {
  test(`slim starts with ${name} at once, and twice`, async () => {
    const slim = await fresh(`sync ${name}`);
    slim.initSync(source());
    slim.initSync(source());
    assert.deepEqual(slim.parseMessage(ASK), esm.parseMessage(ASK));
  });
}

for (const [name, source] of Object.entries(SOURCES)) {
  test(`slim starts with ${name}`, async () => {
    const slim = await fresh(`async ${name}`);
    await slim.init(source());
    assert.deepEqual(slim.parseMessage(ASK), esm.parseMessage(ASK));
  });
}

test("slim given no module throws, and can be given one later", async () => {
  const slim = await fresh("wrong");
  assert.throws(() => slim.initSync(undefined), TypeError);
  assert.throws(() => slim.initSync("agent_bubble.wasm"), TypeError);
  assert.throws(() => slim.initSync(new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(slim.init(undefined), TypeError);
  await assert.rejects(slim.init(new Response("", { status: 404 })), /status 404/);
  await slim.init(moduleBytes);
  assert.equal(slim.parseMessage(ASK).kind, "ask");
});

test("the web entry takes the host's decoder where there is one", async () => {
  const web = await freshCopy("decoder", "index.js");
  const own = Uint8Array.fromHex;
  let calls = 0;
  Uint8Array.fromHex = (hex) => {
    calls += 1;
    return Uint8Array.from(Buffer.from(hex, "hex"));
  };
  try {
    assert.equal(web.parseMessage(ASK).kind, "ask");
    assert.equal(calls, 1);
  } finally {
    if (own) Uint8Array.fromHex = own;
    else delete Uint8Array.fromHex;
  }
});

test("the web entry decodes by itself where the host has no decoder", async () => {
  const web = await freshCopy("no decoder", "index.js");
  const own = Uint8Array.fromHex;
  Uint8Array.fromHex = undefined;
  try {
    assert.equal(web.parseMessage(ASK).kind, "ask");
  } finally {
    if (own) Uint8Array.fromHex = own;
    else delete Uint8Array.fromHex;
  }
});

test("a wrong module is a TypeError, and the right one starts behind it", async () => {
  const slim = await freshCopy("wrong module", "slim.js");
  assert.throws(() => slim.initSync(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)), TypeError);
  slim.initSync(moduleBytes);
  assert.equal(slim.parseMessage(ASK).kind, "ask");
});
