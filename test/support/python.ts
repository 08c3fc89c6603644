import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const INSTALL_MS = 5 * 60_000;

/** A Python that can import some packages, or why there is none. */
export type Python = { command: string; env: Record<string, string> } | { missing: string };

/**
 * `PYTHON` or `python3` with these packages: its own, else those that pip installed into a folder of the user's cache. Where `REQUIRE_PYTHON=1` they are installed there, once for all checkouts
 * (half a gigabyte), and this throws instead of telling what is missing. `requirements`: a file for pip; `modules`: what it installs, as Python imports it.
 */
export async function pythonWith(requirements: string, modules: readonly string[]): Promise<Python> {
  const python = await findPython(requirements, modules);
  if ("missing" in python && process.env.REQUIRE_PYTHON === "1") throw new Error(python.missing);
  return python;
}

async function findPython(requirements: string, modules: readonly string[]): Promise<Python> {
  const command = process.env.PYTHON ?? "python3";
  const imports = (env: Record<string, string>): boolean =>
    spawnSync(command, ["-c", `import ${modules.join(", ")}`], { stdio: "ignore", env: { ...process.env, ...env } }).status === 0;
  if (imports({})) return { command, env: {} };
  const version = spawnSync(command, ["--version"], { encoding: "utf8" });
  if (version.status !== 0) return { missing: `there is no ${command} (set PYTHON)` };
  const wanted = createHash("sha256")
    .update(`${version.stdout}${process.arch}${readFileSync(requirements, "utf8")}`)
    .digest("hex");
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "signal-canvas-tests");
  const folder = join(cache, `python-${wanted.slice(0, 12)}`);
  const env = { PYTHONPATH: folder };
  try {
    if (!existsSync(folder)) {
      if (process.env.REQUIRE_PYTHON !== "1")
        return { missing: `${command} has no ${modules.join(" and ")} (REQUIRE_PYTHON=1 installs them)` };
      await install(command, requirements, cache, folder);
    }
  } catch (error) {
    return { missing: `pip of ${command} could not install ${modules.join(" and ")}: ${lastLine(error)}` };
  }
  return imports(env) ? { command, env } : { missing: `${command} cannot import what pip installed into ${folder}` };
}

/** Two runs at once do not disturb each other: each installs its own, and the first to finish keeps it. */
async function install(command: string, requirements: string, cache: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "installing-"));
  try {
    const quietly = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "30"];
    const options = ["--target", join(work, "packages"), "--only-binary", ":all:", "--requirement", requirements];
    await run(command, ["-m", "pip", "install", ...quietly, ...options], { timeout: INSTALL_MS });
    try {
      renameSync(join(work, "packages"), folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).split("\n").at(-1)!;
}
