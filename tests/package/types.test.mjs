// The declarations, as the compilers of users read them.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { installFresh } from "./project.mjs";

const tools = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const sample = fileURLToPath(new URL("sample.ts", import.meta.url));

const COMPILERS = {
  "5.0": { path: tools("typescript-5.0/bin/tsc"), resolutions: ["node10", "node16", "bundler"] },
  current: { path: tools("typescript/bin/tsc"), resolutions: ["node16", "bundler"] },
};

/** The module formats that a resolution of modules goes with, and the sample's name in each. */
const FORMATS = {
  node10: [{ module: "commonjs", file: "sample.ts" }],
  node16: [{ module: "node16", file: "sample.mts" }, { module: "node16", file: "sample.cts" }],
  bundler: [{ module: "esnext", file: "sample.ts" }],
};

const LIBRARIES = { "with the DOM": ["es2021", "dom"], "without the DOM": ["es2021"] };

/** The compiler's own libraries are not ours to check; our declarations are. */
const OPTIONS = { strict: true, noEmit: true, target: "es2021", types: [], skipDefaultLibCheck: true };

let project;

before(() => {
  project = installFresh();
});
after(() => rmSync(project, { recursive: true, force: true }));

function show(program, args) {
  try {
    execFileSync(process.execPath, [program, ...args], { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch ({ stdout, stderr }) {
    throw new Error(`${stdout}${stderr}`);
  }
}

for (const [version, { path, resolutions }] of Object.entries(COMPILERS)) {
  for (const moduleResolution of resolutions) {
    for (const { module, file } of FORMATS[moduleResolution]) {
      for (const [library, lib] of Object.entries(LIBRARIES)) {
        test(`TypeScript ${version}, ${moduleResolution}, ${file}, ${library} narrows on kind`, () => {
          const folder = join(project, `${version}-${moduleResolution}-${file}-${lib.length}`);
          mkdirSync(folder);
          copyFileSync(sample, join(folder, file));
          const compilerOptions = { ...OPTIONS, module, moduleResolution, lib };
          writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
          show(path, ["--project", folder]);
        });
      }
    }
  }
}

test("arethetypeswrong finds nothing", () => {
  show(tools("@arethetypeswrong/cli/dist/index.js"), [process.env.TARBALL, "--no-emoji", "--no-color"]);
});

test("publint finds nothing", () => show(tools("publint/src/cli.js"), ["run", process.env.TARBALL, "--strict"]));
