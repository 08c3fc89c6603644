import { parseArgs } from "node:util";
import { Agent, request as send } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const QUESTIONS = ["dense retrieval for question answering", "learned sparse term weights", "reranking with cross-encoders"];

/**
 * Asks a running server `search_papers` with more and more clients at once, each with its next call as soon as the last one is answered (after a refusal, after
 * `--pause` ms), and prints for each number of clients: accepted calls a second, their p50 and p99, refusals and how soon they left, and every other outcome. KEYS are
 * API keys, separated by commas: a key has eight calls at a time.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string", default: "http://127.0.0.1:8080/api/mcp" },
      keys: { type: "string" },
      clients: { type: "string", default: "4,8,16,32,64,128" },
      seconds: { type: "string", default: "8" },
      pause: { type: "string", default: "100" },
    },
  });
  const keys = (values.keys ?? "").split(",").filter(Boolean);
  if (keys.length === 0) throw new Error("--keys: the API keys to use, one for each eight clients");
  console.log("| clients | accepted/s | p50 | p99 | refused | slowest refusal | other |\n|---|---|---|---|---|---|---|");
  for (const clients of values.clients.split(",").map(Number)) {
    console.log(await tried(values.url, keys, clients, Number(values.seconds) * 1_000, Number(values.pause)));
    await sleep(1_000);
  }
}

async function tried(url: string, keys: readonly string[], clients: number, ms: number, pauseMs: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [accepted, refused]: [number[], number[]] = [[], []];
  const others = new Map<string, number>();
  const until = performance.now() + ms;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = client; performance.now() < until; round += 1) {
        const startedAt = performance.now();
        const outcome = await called(agent, url, keys[client % keys.length]!, QUESTIONS[round % QUESTIONS.length]!);
        const took = performance.now() - startedAt;
        if (outcome === "ok") accepted.push(took);
        else if (outcome === "overloaded" || outcome === "too_many_in_flight") refused.push(took);
        else others.set(outcome, (others.get(outcome) ?? 0) + 1);
        if (outcome !== "ok") await sleep(pauseMs);
      }
    }),
  );
  agent.destroy();
  const at = (share: number) =>
    `${Math.round(accepted.toSorted((a, b) => a - b)[Math.floor(share * accepted.length)] ?? NaN)} ms`;
  const rest = [...others].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  return `| ${[clients, (accepted.length / (ms / 1_000)).toFixed(1), at(0.5), at(0.99), refused.length, `${Math.round(Math.max(0, ...refused))} ms`, rest || 0].join(" | ")} |`;
}

/** `ok`, or the code of the error. */
async function called(agent: Agent, url: string, key: string, query: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_papers", arguments: { query } },
  });
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  };
  const sent = send(url, { method: "POST", headers, agent }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => {
      const { result, error } = JSON.parse(Buffer.concat(chunks).toString()) as {
        result?: { structuredContent?: { error?: { code: string } } };
        error?: { data?: { code?: string } };
      };
      resolve(error?.data?.code ?? result?.structuredContent?.error?.code ?? "ok");
    });
  });
  sent.on("error", (error) => resolve((error as NodeJS.ErrnoException).code ?? "connection"));
  sent.end(body);
  return promise;
}
