import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request as httpRequest } from "node:http";
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

const QUESTIONS = [
  "dense retrieval for question answering",
  "does late interaction beat a single vector",
  "learned sparse term weights",
  "unsupervised training of retrievers",
  "reranking with cross-encoders",
];

/**
 * What the endpoint costs: `search_papers` over HTTP (connection kept, key, limits, protocol, validation, rendering) against the same
 * retrieval call in process, in alternating rounds over the bundled sample. Prints both medians, their difference and ratio.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: "string", default: "400" }, limit: { type: "string", default: "10" } },
  });
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
  const app = buildApp({
    library,
    config: { baseUrl: "http://127.0.0.1", allowedOrigins: [], trustProxy: 0, rateLimitPerMinute: 1_000_000, oidc: null },
    log: createLogger("silent"),
  });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const { key } = await createKey(library.records, { name: "bench", account: "local", scopes: ["papers:read"] });
  const agent = new Agent({ keepAlive: true });

  const limit = Number(values.limit);
  const inProcess = (query: string) => searchPapers(library, { ...DEFAULTS, query, limit });
  const overHttp = (query: string) => post(origin + MCP_PATH, key, agent, { query, limit });
  const times = { inProcess: [] as number[], overHttp: [] as number[] };
  for (let round = -20; round < Number(values.rounds); round += 1) {
    const query = QUESTIONS[(round + 20) % QUESTIONS.length];
    const order = round % 2 === 0 ? (["inProcess", "overHttp"] as const) : (["overHttp", "inProcess"] as const);
    for (const way of order) {
      const taken = await milliseconds(() => (way === "inProcess" ? inProcess(query) : overHttp(query)));
      if (round >= 0) times[way].push(taken);
    }
  }
  agent.destroy();
  await app.close();
  for (const part of Object.values(library)) await part[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });

  const [bare, served] = [quantile(times.inProcess, 0.5), quantile(times.overHttp, 0.5)];
  console.log(`search_papers, limit ${limit}, ${values.rounds} rounds`);
  console.log(`in process  p50 ${bare.toFixed(2)} ms, p95 ${quantile(times.inProcess, 0.95).toFixed(2)} ms`);
  console.log(`over HTTP   p50 ${served.toFixed(2)} ms, p95 ${quantile(times.overHttp, 0.95).toFixed(2)} ms`);
  console.log(`the endpoint adds ${(served - bare).toFixed(2)} ms, ratio ${(served / bare).toFixed(2)}`);
}

const DEFAULTS: Omit<PaperSearchRequest, "query" | "limit"> = {
  retrieval: "hybrid",
  filters: {},
  sort: "relevance",
  facets: false,
  detail: "concise",
};

function post(url: string, key: string, agent: Agent, args: object): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search_papers", arguments: args },
  });
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    httpRequest(url, { method: "POST", headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const { result } = JSON.parse(Buffer.concat(chunks).toString()) as { result?: { isError?: boolean } };
        if (result && result.isError !== true) resolve();
        else reject(new Error("the call failed"));
      });
    })
      .on("error", reject)
      .end(body);
  });
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
