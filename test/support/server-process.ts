import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closedPort } from "./fake-elasticsearch.ts";

const CLI = resolve(import.meta.dirname, "../../src/cli.ts");
const READY_MS = 120_000;

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  origin: string;
  /** The MCP endpoint. */
  url: string;
  pid: number;
  /** Everything that it printed so far. */
  printed(): string;
}

/** Settings of a server that is asked for nothing by meaning: it need not read the bundled model, and the one that it is told of does not answer. */
export const WITHOUT_MODEL = {
  EMBEDDER: "openai",
  EMBEDDING_MODEL: "none",
  EMBEDDING_DIMENSIONS: "384",
  EMBEDDING_BASE_URL: "http://127.0.0.1:9",
};

/** `signal-canvas serve`, or another command that serves, with these settings, on a port of its own; resolves once it listens. Disposing it ends it. */
export async function startServerProcess(settings: Record<string, string>, command = "serve"): Promise<ServerProcess> {
  const origin = await closedPort();
  const child = spawn(process.execPath, [CLI, command], {
    env: { ...cleanEnvironment(), PORT: new URL(origin).port, STOP_GRACE_SECONDS: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (const giveUpAt = Date.now() + READY_MS; ; await sleep(50)) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok)
      return { origin, url: `${origin}/api/mcp`, pid: child.pid!, printed: () => printed, [Symbol.asyncDispose]: stop };
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      if (child.exitCode === null) await stop();
      throw new Error(`The server did not start:\n${printed}`);
    }
  }
}

/** Runs one command of the program to its end; `input` is its standard input. */
export async function runCommand(
  args: readonly string[],
  settings: Record<string, string>,
  input = "",
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...cleanEnvironment(), ...settings } });
  const [out, err]: string[][] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out!.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => err!.push(chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: out!.join(""), err: err!.join("") };
}

/** The environment of this process without what would set up the program. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(?:HOST|PORT|BASE_URL|DATA_DIR|ENGINE|INDEX_PREFIX|RATE_LIMIT_PER_MINUTE|STOP_GRACE_SECONDS|SHARDS|REPLICAS|(?:ELASTICSEARCH|EMBEDD|SUMMARIZER|OPENAI|OIDC|OTEL).*)$/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
