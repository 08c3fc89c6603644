import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMPILE_CACHE } from "./compile-cache.ts";

export interface ProgramRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program that an npm package brings, with this Node. `manifest`: its package.json. It is ended after `timeoutMs`. */
export async function runProgram(
  manifest: string,
  program: string,
  args: readonly string[],
  timeoutMs = 120_000,
): Promise<ProgramRun> {
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
  const child = spawn(process.execPath, [join(dirname(manifest), bin[program]!), ...args], {
    timeout: timeoutMs,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...COMPILE_CACHE, NO_COLOR: "1" },
  });
  const [stdout, stderr]: string[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => stdout!.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => stderr!.push(chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { exitCode, stdout: stdout!.join(""), stderr: stderr!.join("") };
}
