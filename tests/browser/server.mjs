// The site and the test pages, over 127.0.0.1.

import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What a careful host sends; the site's own pages bring theirs in a `meta`. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'";

const MOUNTS = [
  { prefix: "/tests/", folder: here("pages/"), headers: { "content-security-policy": POLICY } },
  { prefix: "/vectors/", folder: here("../vectors/"), headers: {} },
  { prefix: "/", folder: process.env.SITE ?? here("../../target/site/"), headers: {}, watched: true },
];

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/** What the site's page loads first of all, so that no fault of it goes unseen. */
const WATCH = '<script src="/tests/watch.js"></script>';

export async function startServer(mounts = MOUNTS) {
  await Promise.all(mounts.map(mustExist));
  const server = createServer((request, response) => {
    if (request.url === "/slowly") return sendSlowly(request, response);
    answer(mounts, request.url).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends back the chunks of bytes that it was sent, one after the other. */
async function sendSlowly(request, response) {
  const chunks = JSON.parse(Buffer.concat(await request.toArray()));
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  for (const chunk of chunks) {
    response.write(Buffer.from(chunk));
    await wait(10);
  }
  response.end();
}

async function mustExist({ folder }) {
  await access(folder).catch(() => {
    throw new Error(`there is no folder ${folder}: build the site first, or name its folder in SITE`);
  });
}

async function answer(mounts, url) {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  const { prefix, folder, headers, watched } = mounts.find((mount) => path.startsWith(mount.prefix));
  const file = join(folder, normalize(`/${path.slice(prefix.length)}`));
  const type = TYPES[extname(file)];
  const body = type && (await readFile(file).catch(() => null));
  if (!body) return { status: 404, headers: {}, body: "" };
  const isPage = watched && extname(file) === ".html";
  return {
    status: 200,
    headers: { "content-type": type, "cache-control": "no-store", ...headers },
    body: isPage ? body.toString().replace("<head>", `<head>${WATCH}`) : body,
  };
}
