// The projects that the package is installed into, each as a newcomer makes
// it: no configuration file, one source file, one command.

/** What every project does: four lines, the result where it runs. */
const SOURCE = (show) => `
const text = "来自 UI Operator_1 的提问\\nid: ask_1\\n\\n<UI Operator_1>\\n<Ask question_id='q&amp;a'>\\n好了吗？\\n</Ask>\\n</UI Operator_1>";
const { kind, questionId } = parseMessage(text);
${show}({ kind, questionId, bubble: toBubble(text), none: toBubble("REPLY_SKIP") });
`;

const IMPORT = 'import { parseMessage, renderBubble, toBubble } from "agent-bubble";';
const REQUIRE = 'const { parseMessage, toBubble } = require("agent-bubble");';

const PRINTED = SOURCE("const print = (result) => console.log(JSON.stringify(result)); print");
const SHOWN = `${SOURCE("const show = (result) => (document.body.dataset.result = JSON.stringify(result)); show")}
document.body.append(renderBubble(toBubble(text)));
`;

const page = (script, head = "") =>
  `<!doctype html><html lang="zh"><head><meta charset="utf-8">${head}</head><body><script type="module" src="${script}"></script></body></html>`;

export const RESULT = {
  kind: "ask",
  questionId: "q&a",
  bubble: { role: "UI Operator_1", action: "提问", content: "好了吗？" },
  none: null,
};

/**
 * `install`: packages besides ours. `build`: the command, if there is one.
 * `run`: what Node runs; or `serve`: the folder that a browser opens.
 */
export const ENVIRONMENTS = [
  { name: "Node, ES module", files: { "main.mjs": IMPORT.replace("renderBubble, ", "") + PRINTED }, run: "main.mjs" },
  { name: "Node, CommonJS", files: { "main.cjs": REQUIRE + PRINTED }, run: "main.cjs" },
  {
    name: "Vite, build",
    install: ["vite@8.4.0"],
    files: { "index.html": page("/main.js"), "main.js": IMPORT + SHOWN },
    build: ["npx", "vite", "build", "--logLevel", "error"],
    serve: "dist",
  },
  {
    name: "esbuild, browser",
    install: ["esbuild@0.28.2"],
    files: { "dist/index.html": page("bundle.js"), "main.js": IMPORT + SHOWN },
    build: ["npx", "esbuild", "main.js", "--bundle", "--format=esm", "--outfile=dist/bundle.js", "--log-level=error"],
    serve: "dist",
  },
  {
    name: "esbuild, Node",
    install: ["esbuild@0.28.2"],
    files: { "main.js": IMPORT.replace("renderBubble, ", "") + PRINTED },
    build: ["npx", "esbuild", "main.js", "--bundle", "--platform=node", "--outfile=bundle.cjs", "--log-level=error"],
    run: "bundle.cjs",
  },
  {
    name: "plain script, no bundler",
    files: {
      "index.html": page("main.js"),
      "main.js": IMPORT.replace('"agent-bubble"', '"./node_modules/agent-bubble/index.js"') + SHOWN,
    },
    serve: ".",
  },
];
