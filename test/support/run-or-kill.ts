import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { COMPILE_CACHE } from "./compile-cache.ts";

const GIVE_UP_AFTER_MS = 300_000;

interface Options {
  program: string;
  environment: NodeJS.ProcessEnv;
  /** What the program is told, as JSON in its only argument. */
  options: object;
  /** The process is killed after so many steps: lines `step` that it prints, and requests that the service meets. */
  killAt: number;
  /** Where a service tells of its requests. */
  state: { onRequest: () => void };
}

/** What a program printed last, as JSON; null where it was killed with SIGKILL. */
export async function runOrKill<Report>({ program, environment, options, killAt, state }: Options) {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    env: { ...environment, ...COMPILE_CACHE },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_AFTER_MS);
  let steps = 0;
  let isKilled = false;
  let last = "";
  let errors = "";
  const step = (): void => {
    steps += 1;
    if (steps >= killAt && !isKilled) isKilled = child.kill("SIGKILL");
  };
  state.onRequest = step;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "step") step();
    else last = line;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  if (isKilled && signal === "SIGKILL") return { report: null, steps };
  if (code !== 0) throw new Error(`the process ended with ${code ?? signal}: ${errors.slice(-2_000)}`);
  return { report: JSON.parse(last) as Report, steps };
}
