import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Compiles the sources to JavaScript in dist/, which has the folders of the checkout, so that every path between a module and
 * its files (pages' assets, mappings, the model, the sample) is the same in both. Node strips no types below node_modules.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPIED = [
  "src/pages/assets",
  "mappings",
  "models/all-MiniLM-L6-v2-int8",
  "models/sentence-reader",
  "models/claim-reader",
  "sample",
];

rmSync(`${ROOT}/dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${ROOT}/node_modules/typescript/bin/tsc`, "-p", "tsconfig.build.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
for (const folder of COPIED) cpSync(`${ROOT}/${folder}`, `${ROOT}/dist/${folder}`, { recursive: true });
chmodSync(`${ROOT}/dist/src/cli.js`, 0o755);

const { name, version } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as Record<string, string>;
writeFileSync(`${ROOT}/dist/package.json`, `${JSON.stringify({ name, version, type: "module" })}\n`);
