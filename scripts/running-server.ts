import { spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

const START_MS = 120_000;
const POLL_MS = 200;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Runs a server until `check` has passed, then ends it by SIGTERM. `check` gets what it printed so far, once `/healthz` answers.
 * Throws with that text where it ends early or does not answer in two minutes.
 */
export async function withServer(
  [command, ...args]: readonly [string, ...string[]],
  { port, ...options }: SpawnOptions & { port: number },
  check: (output: () => string) => Promise<void>,
): Promise<void> {
  let output = "";
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    await untilHealthy(port, () => {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`);
    });
    await check(() => output);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${output}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

async function untilHealthy(port: number, stillRuns: () => void): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    stillRuns();
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`/healthz did not answer within ${START_MS / 1000} s.`);
}
