import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { holdSize } from "./folder-size.ts";
import { freePort, withServer } from "./running-server.ts";

/**
 * Does by hand, in an empty folder, what the Dockerfile says: each COPY, each RUN in the build stage, then its CMD as an
 * unprivileged user, and asks /healthz. It needs no Docker; the base image is this machine with this Node.
 */
const NOBODY = 65_534;
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "signal-canvas-image-"));
chmodSync(folder, 0o755);
const bin = join(folder, "bin");
const data = join(folder, "data");
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_")));
const env = { ...own, PATH: `${bin}${delimiter}${process.env.PATH}` };

try {
  mkdirSync(bin);
  // A copy, since the unprivileged user may not reach this one.
  cpSync(process.execPath, join(bin, "node"));
  const [command, ...args] = buildImage();
  if (command === undefined) throw new Error("The Dockerfile has no CMD.");
  holdSize("production", join(folder, "final", "node_modules"));

  mkdirSync(data);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(data, NOBODY, NOBODY);
  const port = await freePort();
  const options = {
    cwd: join(folder, "final"),
    env: { PATH: env.PATH, HOME: data, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), DATA_DIR: data },
    port,
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  };
  await withServer([command, ...args], options, async () => {
    process.stdout.write(`What the image runs answers /healthz${asRoot ? " as user nobody" : ""}.\n`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Makes the folders `build` and `final`, one a stage; gives the words of CMD. */
function buildImage(): string[] {
  let stage = "final";
  let command: string[] = [];
  for (const line of readFileSync(join(root, "Dockerfile"), "utf8").split("\n")) {
    const [instruction, ...words] = line.split(" ");
    if (instruction === "FROM") {
      stage = line.includes(" AS ") ? (words.at(-1) ?? "") : "final";
      mkdirSync(join(folder, stage));
    }
    if (instruction === "COPY") copy(words, join(folder, stage));
    // The final stage's RUN only makes the data folder, which is made above.
    if (instruction === "RUN" && stage !== "final") run(words.join(" "), join(folder, stage));
    if (instruction === "CMD") command = JSON.parse(words.join(" ")) as string[];
  }
  return command;
}

function copy(words: string[], to: string): void {
  const from = words[0]?.startsWith("--from=") ? join(folder, words.shift()?.slice("--from=".length) ?? "") : root;
  const target = words.pop() ?? "";
  for (const source of words) {
    const path = join(from, source.replace(/^\/app\//u, ""));
    const isSkipped = (file: string) => /[/]node_modules([/]|$)/u.test(file.slice(root.length));
    const filter = from === root ? (file: string) => !isSkipped(file) : () => true;
    cpSync(path, join(to, target === "./" ? basename(source) : target), { recursive: true, verbatimSymlinks: true, filter });
  }
}

function run(command: string, cwd: string): void {
  process.stdout.write(`${command}\n`);
  execFileSync("/bin/sh", ["-c", command], { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
}
