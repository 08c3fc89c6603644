import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runIngest } from "../ingest/run.ts";
import { createKey } from "../src/access/keys.ts";
import { openLocalEmbedder } from "../src/embedding/local.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import { buildApp } from "../src/http/app.ts";
import { MCP_PATH } from "../src/http/mcp-route.ts";
import { createLogger } from "../src/log.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import { searchPapers, type PaperSearchRequest } from "../src/retrieval/retrieve.ts";
import type { Call, Called } from "./endpoint/caller.ts";

const QUESTIONS = [
  "dense retrieval for question answering",
  "does late interaction beat a single vector",
  "learned sparse term weights",
  "unsupervised training of retrievers",
  "reranking with cross-encoders",
];
/** Rounds that are not counted, until the code is compiled and the caches are warm. */
const WARM_UP = 100;

/**
 * What the endpoint costs: `search_papers` over HTTP against the same retrieval in this process, the same questions in turns, over the
 * bundled sample. Each question is asked both ways, one right after the other, so that a busy moment of the machine hits both.
 * Measured are
 * - the retrieval: from the call to its result;
 * - what a caller in another process sees: from writing the request to the last byte of the answer, over a kept connection;
 * - the time inside the server: from the head of the request, parsed, to the answer, handed to the system.
 * The difference of the first two medians is what the endpoint costs: both ends of HTTP, the key, limits, protocol, validation, rendering, log.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "400" }, limit: { type: "string", default: "10" } },
  });
  const [rounds, limit] = [Number(values.rounds), Number(values.limit)];
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-bench-"));
  const library = {
    engine: openLanceDb({ folder, prefix: "" }),
    records: openSqliteRecords(join(folder, "records.sqlite")),
    embedder: await openLocalEmbedder({ threads: 1 }),
  };
  await runIngest(
    { source: { target: "papers", path: join(import.meta.dirname, "../sample/papers.jsonl"), format: "jsonl" }, dataDir: folder },
    library,
  );
  const times = { inProcess: [] as number[], caller: [] as number[], server: [] as number[] };
  const app = buildApp({
    library,
    config: { baseUrl: "http://127.0.0.1", allowedOrigins: [], trustProxy: false, rateLimitPerMinute: 1_000_000, oidc: null },
    log: createLogger("info", { write: () => {} }),
  });
  app.addHook("onResponse", async (_request, reply) => void times.server.push(reply.elapsedTime));
  const url = (await app.listen({ host: "127.0.0.1", port: 0 })) + MCP_PATH;
  const { key } = await createKey(library.records, { name: "bench", account: "local", scopes: ["papers:read"] });
  const caller = fork(new URL("endpoint/caller.ts", import.meta.url));

  const ways = {
    inProcess: (query: string) => milliseconds(() => searchPapers(library, { ...DEFAULTS, query, limit })),
    caller: (query: string) => callOf(caller, { url, ...requestOf(key, { query, limit }) }),
  };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    if (round === 0) times.server.length = 0;
    const query = QUESTIONS[(round + WARM_UP) % QUESTIONS.length];
    const order = round % 2 === 0 ? (["inProcess", "caller"] as const) : (["caller", "inProcess"] as const);
    for (const way of order) {
      const taken = await ways[way](query);
      if (round >= 0) times[way].push(taken);
    }
  }
  caller.disconnect();
  await app.close();
  for (const part of Object.values(library)) await part[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });

  console.log(`search_papers, limit ${limit}, ${rounds} rounds`);
  console.log(`the retrieval in process    ${summary(times.inProcess)}`);
  console.log(`what a caller sees          ${summary(times.caller)}`);
  console.log(`  of it inside the server   ${summary(times.server)}`);
  const [bare, served] = [quantile(times.inProcess, 0.5), quantile(times.caller, 0.5)];
  console.log(`the endpoint adds ${(served - bare).toFixed(2)} ms, ratio ${(served / bare).toFixed(2)}`);
}

const DEFAULTS: Omit<PaperSearchRequest, "query" | "limit"> = {
  retrieval: "hybrid",
  filters: {},
  sort: "relevance",
  facets: false,
  detail: "concise",
};

/** A call of the tool as MCP clients send it. */
function requestOf(key: string, args: object): Omit<Call, "url"> {
  return {
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search_papers", arguments: args } }),
  };
}

async function callOf(caller: ChildProcess, call: Call): Promise<number> {
  caller.send(call);
  const [called] = (await once(caller, "message")) as [Called];
  if ("failure" in called) throw new Error(`the call failed: ${called.failure}`);
  return called.ms;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function summary(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
