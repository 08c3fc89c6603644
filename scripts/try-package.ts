import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, withServer } from "./running-server.ts";

/** Packs this, installs the package into an empty folder, and runs its command there: the version, the help, the demo. */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "signal-canvas-package-"));
// Nothing of the surrounding npm run may steer this installation, such as the checkout's .npmrc.
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith("npm_")));
const env = { ...own, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, DATA_DIR: join(folder, "data") };

try {
  run(root, "npm", "pack", "--loglevel=error", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no file");
  run(folder, "npm", "install", "--global", "--prefix", folder, "--no-audit", "--no-fund", join(folder, tarball));

  const command = join(folder, "bin", "signal-canvas");
  for (const option of ["--version", "--help"]) run(folder, command, option);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const serving = { cwd: folder, env: { ...env, PORT: String(port), BASE_URL: baseUrl }, port };
  await withServer([command, "demo"], serving, async (output) => {
    const tools = await toolsOf(baseUrl, await keyIn(output));
    if (!tools.includes("search_signal_canvas")) throw new Error(`tools/list gave ${tools.join(", ") || "nothing"}`);
    process.stdout.write(`The installed package serves ${tools.length} tools.\n`);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(cwd: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
}

/** The key that the demo prints, after its server listens. */
async function keyIn(output: () => string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const key = /API key [^\n]*:\n(\S+)/u.exec(output())?.[1];
    if (key) return key;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The demo printed no key.");
}

async function toolsOf(baseUrl: string, key: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/api/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = (await response.json()) as { result?: { tools: { name: string }[] } };
  return (result?.tools ?? []).map((tool) => tool.name);
}
