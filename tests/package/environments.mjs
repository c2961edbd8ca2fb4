// The environments that the package is used in, each as a newcomer does it:
// no configuration file, a few lines of source, the tool's own command.

const TEXT =
  '"来自 UI Operator_1 的提问\\nid: ask_1\\n\\n<UI Operator_1>\\n<Ask question_id=\'q&amp;a\'>\\n好了吗？\\n</Ask>\\n</UI Operator_1>"';

/** The same in every project; the result is read back where it runs. */
const READ = `
const text = ${TEXT};
const { kind, questionId } = parseMessage(text);
const result = { kind, questionId, bubble: toBubble(text), none: toBubble("REPLY_SKIP") };
`;
const PRINT = "console.log(JSON.stringify(result));\n";
const RENDER = "document.body.append(renderBubble(toBubble(text)));\n";
const SHOW = `${RENDER}document.body.dataset.result = JSON.stringify(result);\n`;

const imports = (from = "agent-bubble") => `import { parseMessage, renderBubble, toBubble } from "${from}";\n`;
const REQUIRE = 'const { parseMessage, renderBubble, toBubble } = require("agent-bubble");\n';

const page = (script, head = "") =>
  `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>newcomer</title>${head}</head>` +
  `<body><script type="module" src="${script}"></script></body></html>\n`;
const importMap = '<script type="importmap">{ "imports": { "agent-bubble": "./node_modules/agent-bubble/index.js" } }</script>';

const IN_NODE = imports() + READ + PRINT;
const IN_PAGE = imports() + READ + SHOW;

export const RESULT = {
  kind: "ask",
  questionId: "q&a",
  bubble: { role: "UI Operator_1", action: "提问", content: "好了吗？" },
  none: null,
};
export const RENDERED = "UI Operator_1 提问\n好了吗？";

/** Slim: the module comes from outside. */
const SLIM_NODE = `
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initSync, parseMessage, toBubble } from "agent-bubble/slim";
initSync(readFileSync(fileURLToPath(import.meta.resolve("agent-bubble/agent_bubble.wasm"))));
${READ}${PRINT}`;
const slimPage = (from, head, url) => `
import { init, parseMessage, renderBubble, toBubble } from "${from}/slim${from === "agent-bubble" ? "" : ".js"}";
${head}await init(fetch(${url}));
${READ}${SHOW}`;

const WORKER = `${imports()}${READ}postMessage(result);\n`;
const USES_WORKER = `
import { renderBubble, toBubble } from "agent-bubble";
const text = ${TEXT};
${RENDER}
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => (document.body.dataset.result = JSON.stringify(data));
`;

/** Test runners say only whether a test passes: it leaves its result in a file. */
const inTest = (head) => `${head}${READ}
test("reads", () => require("node:fs").writeFileSync("result.json", JSON.stringify(result)));
`;
const IN_VITEST = `
import { writeFileSync } from "node:fs";
import { test } from "vitest";
${imports()}${READ}
test("reads", () => writeFileSync("result.json", JSON.stringify(result)));
`;

const FETCH_HANDLER = `${imports()}export default { async fetch() {${READ} return Response.json(result); } };\n`;

/** A server component, a route handler, the same at the edge, and a client component that gathers all. */
const NEXT_HANDLER = `${imports()}export async function GET() {${READ} return Response.json(result); }\n`;
const NEXT_APP = {
  "app/layout.js": 'export default ({ children }) => <html lang="zh"><body>{children}</body></html>;\n',
  "app/page.js": `${imports()}import Client from "./client";
export default function Page() {${READ} return <Client server={result} />; }\n`,
  "app/client.js": `"use client";
import { useEffect } from "react";
${imports()}
const get = async (path) => (await fetch(path)).json();
export default function Client({ server }) {
  useEffect(() => {
    (async () => {
      ${READ}
      const all = { server, client: result, route: await get("/route"), edge: await get("/edge") };
      if (!document.querySelector(".agent-bubble")) ${RENDER}
      document.body.dataset.result = JSON.stringify(all);
    })();
  }, []);
  return null;
}
`,
  "app/route/route.js": NEXT_HANDLER,
  "app/edge/route.js": `export const runtime = "edge";\n${NEXT_HANDLER}`,
};
const NEXT_RESULT = { server: RESULT, client: RESULT, route: RESULT, edge: RESULT };

const VITE_PAGE = { "index.html": page("/main.js"), "main.js": IN_PAGE };
const WITH_WORKER = { "index.html": page("/main.js"), "main.js": USES_WORKER, "worker.js": WORKER };
const WEBPACK_PAGE = { "dist/index.html": page("main.js"), "src/index.js": IN_PAGE };

const VITE_8 = ["vite@8.4.0"];
const VITE_7 = ["vite@7.3.8"];
const VITE_5 = ["vite@5.4.9"];
const WEBPACK = ["webpack@5.113.0", "webpack-cli@7.3.1"];
const WEBPACK_5_90 = ["webpack@5.90.3", "webpack-cli@5.1.4"];
const RSPACK = ["@rspack/core@2.3.4", "@rspack/cli@2.2.8"];
const ESBUILD = ["esbuild@0.28.2"];
const ROLLUP = ["rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3"];
const PARCEL = ["parcel@2.16.4"];
const BUN = ["bun@1.4.5"];
const DENO = ["deno@2.9.6"];
const NEXT = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"];
const WRANGLER = ["wrangler@4.164.0", "node@22.23.3"];
const JEST = ["jest@30.5.2", "jest-environment-jsdom@30.5.2"];
const VITEST = ["vitest@5.1.2"];

const nodeRows = (version, quick) => [
  { name: `Node ${version.split(".")[0]}, import`, quick, install: [`node@${version}`], files: { "main.mjs": IN_NODE }, run: ["node", "main.mjs"] },
  { name: `Node ${version.split(".")[0]}, require`, quick, install: [`node@${version}`], files: { "main.cjs": REQUIRE + READ + PRINT }, run: ["node", "main.cjs"] },
];

/**
 * `quick`: also without `--full`. `install`: packages besides ours, the tool
 * first. `build`: a command. Then what gives the result: `run`, a command that
 * prints it; `leaves`, a file that `run` writes; `open`, a folder for a browser;
 * `start`, a server for a browser (`PORT` is its port), or with `fetch` for one request.
 */
export const ENVIRONMENTS = [
  ...nodeRows("20.20.2", true),
  { name: "Node 20, `agent-bubble/slim`", quick: true, install: ["node@20.20.2"], files: { "main.mjs": SLIM_NODE }, run: ["node", "main.mjs"] },
  ...nodeRows("22.23.3", false),
  ...nodeRows("24.9.0", false),
  { name: "Bun, import", install: BUN, files: { "main.js": IN_NODE }, run: ["bun", "main.js"] },
  { name: "Deno, import", install: DENO, files: { "main.mjs": IN_NODE }, run: ["deno", "run", "main.mjs"] },
  { name: "plain `<script type=\"module\">`, no bundler", quick: true, files: { "index.html": page("main.js"), "main.js": imports("./node_modules/agent-bubble/index.js") + READ + SHOW }, open: "." },
  { name: "plain `<script type=\"module\">`, import map", quick: true, files: { "index.html": page("main.js", importMap), "main.js": IN_PAGE }, open: "." },
  { name: "plain `<script type=\"module\">`, `slim.js`", quick: true, files: { "index.html": page("main.js"), "main.js": slimPage("./node_modules/agent-bubble", "", '"./node_modules/agent-bubble/agent_bubble.wasm"') }, open: "." },
  { name: "Vite 8, build", quick: true, install: VITE_8, files: VITE_PAGE, build: ["vite", "build"], open: "dist" },
  { name: "Vite 8, dev", install: VITE_8, files: VITE_PAGE, start: ["vite", "--host", "127.0.0.1", "--port", "PORT", "--strictPort"] },
  { name: "Vite 8, build with a worker", install: VITE_8, files: WITH_WORKER, build: ["vite", "build"], open: "dist" },
  { name: "Vite 8, dev with a worker", install: VITE_8, files: WITH_WORKER, start: ["vite", "--host", "127.0.0.1", "--port", "PORT", "--strictPort"] },
  { name: "Vite 8, SSR", install: VITE_8, files: { "main.js": IN_NODE }, build: ["vite", "build", "--ssr", "main.js"], run: ["node", "dist/main.mjs"] },
  { name: "Vite 8, `agent-bubble/slim` with `?url`", install: VITE_8, files: { "index.html": page("/main.js"), "main.js": slimPage("agent-bubble", 'import url from "agent-bubble/agent_bubble.wasm?url";\n', "url") }, build: ["vite", "build"], open: "dist" },
  { name: "Vite 7, build", install: VITE_7, files: VITE_PAGE, build: ["vite", "build"], open: "dist" },
  { name: "Vite 7, dev", install: VITE_7, files: VITE_PAGE, start: ["vite", "--host", "127.0.0.1", "--port", "PORT", "--strictPort"] },
  { name: "Vite 5, build", install: VITE_5, files: VITE_PAGE, build: ["vite", "build"], open: "dist" },
  { name: "webpack 5, web", quick: true, install: WEBPACK, files: WEBPACK_PAGE, build: ["webpack", "--mode", "production"], open: "dist" },
  { name: "webpack 5, node", quick: true, install: WEBPACK, files: { "src/index.js": IN_NODE }, build: ["webpack", "--mode", "production", "--target", "node"], run: ["node", "dist/main.js"] },
  { name: "webpack 5.90, web", install: WEBPACK_5_90, files: WEBPACK_PAGE, build: ["webpack", "--mode", "production"], open: "dist" },
  { name: "webpack 5.90, node", install: WEBPACK_5_90, files: { "src/index.js": IN_NODE }, build: ["webpack", "--mode", "production", "--target", "node"], run: ["node", "dist/main.js"] },
  { name: "Rspack, web", install: RSPACK, files: WEBPACK_PAGE, build: ["rspack", "build", "--mode", "production"], open: "dist" },
  { name: "esbuild, browser", quick: true, install: ESBUILD, files: { "dist/index.html": page("bundle.js"), "main.js": IN_PAGE }, build: ["esbuild", "main.js", "--bundle", "--minify", "--format=esm", "--outfile=dist/bundle.js"], open: "dist" },
  { name: "esbuild, node", quick: true, install: ESBUILD, files: { "main.js": IN_NODE }, build: ["esbuild", "main.js", "--bundle", "--platform=node", "--outfile=bundle.cjs"], run: ["node", "bundle.cjs"] },
  { name: "Rollup with node-resolve, web", quick: true, install: ROLLUP, files: { "dist/index.html": page("bundle.js"), "main.mjs": IN_PAGE }, build: ["rollup", "main.mjs", "-p", "@rollup/plugin-node-resolve", "-f", "es", "-o", "dist/bundle.js"], open: "dist" },
  { name: "Parcel 2, build", install: PARCEL, files: { "index.html": page("main.js"), "main.js": IN_PAGE }, build: ["parcel", "build", "index.html", "--no-cache"], open: "dist" },
  { name: "Bun build, web", install: BUN, files: { "dist/index.html": page("main.js"), "main.js": IN_PAGE }, build: ["bun", "build", "main.js", "--minify", "--outdir", "dist"], open: "dist" },
  { name: "Next.js 16, Turbopack", install: NEXT, files: NEXT_APP, build: ["next", "build"], start: ["next", "start", "--hostname", "127.0.0.1", "--port", "PORT"], result: NEXT_RESULT },
  { name: "Next.js 16, webpack", install: NEXT, files: NEXT_APP, build: ["next", "build", "--webpack"], start: ["next", "start", "--hostname", "127.0.0.1", "--port", "PORT"], result: NEXT_RESULT },
  { name: "Cloudflare workerd (Wrangler), dev", install: WRANGLER, files: { "worker.mjs": FETCH_HANDLER }, start: ["wrangler", "dev", "worker.mjs", "--ip", "127.0.0.1", "--port", "PORT", "--compatibility-date", "2026-07-01"], fetch: true },
  { name: "Jest 30, node", install: JEST, files: { "main.test.js": inTest(REQUIRE) }, run: ["jest"], leaves: "result.json" },
  { name: "Jest 30, jsdom", quick: true, install: JEST, files: { "main.test.js": inTest(REQUIRE) }, run: ["jest", "--env=jsdom"], leaves: "result.json" },
  { name: "Vitest, node", quick: true, install: VITEST, files: { "main.test.js": IN_VITEST }, run: ["vitest", "run"], leaves: "result.json" },
];
