import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ingestRuns } from "../ingest/history.ts";
import { runIngest } from "../ingest/run.ts";
import { createKey } from "../src/access/keys.ts";
import { openLocalEmbedder } from "../src/embedding/local.ts";
import { openLanceDb } from "../src/engine/lancedb/engine.ts";
import { buildApp } from "../src/http/app.ts";
import { MCP_PATH } from "../src/http/mcp-route.ts";
import { createLogger } from "../src/log.ts";
import { openSqliteRecords } from "../src/records/sqlite.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import type { Call, Called } from "./endpoint/caller.ts";
import { ORDINARY_SEARCH } from "./loads/ordinary-search.ts";
import { SAMPLE_QUESTIONS } from "./loads/questions.ts";

/** Rounds that are not counted, until the code is compiled and the caches are warm. */
const WARM_UP = 100;
/** A revision of each protocol era: they are served in different ways. */
const REVISIONS = ["2025-11-25", "2026-07-28"];

/**
 * What the endpoint costs: `search_papers` over HTTP against the same retrieval in this process, over the bundled sample, for a caller of
 * each era. Each question is asked both ways, one right after the other, now this and now that first, so that a busy moment of the
 * machine hits both. Measured are
 * - the retrieval: from the call of its function to the result;
 * - what a caller in another process sees: from writing the request to the last byte of the answer, over a kept connection;
 * - of it the server's part: from the head of the request, parsed, until the system has taken the answer.
 * The endpoint costs the difference of the first two medians: both ends of HTTP, key, limits, protocol, validation and rendering. Reading the
 * answer as JSON is not counted, it is the caller's. The rate limit is out of reach, and the log goes nowhere.
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
  const app = buildApp({
    library,
    config: {
      baseUrl: "http://127.0.0.1",
      allowedOrigins: [],
      trustProxy: 0,
      rateLimitPerMinute: 1_000_000,
      oidc: null,
      dataDir: folder,
    },
    ingestRuns: ingestRuns(library.records, folder),
    log: createLogger("info", { write: () => {} }),
  });
  const inServer: number[] = [];
  app.addHook("onResponse", async (_request, reply) => void inServer.push(reply.elapsedTime));
  const url = (await app.listen({ host: "127.0.0.1", port: 0 })) + MCP_PATH;
  const { key } = await createKey(library.records, { name: "bench", account: "local", scopes: ["papers:read"] });
  const caller = fork(new URL("endpoint/caller.ts", import.meta.url));

  console.log(`search_papers, limit ${limit}, ${rounds} rounds`);
  for (const revision of REVISIONS) {
    inServer.length = 0;
    const inProcess: number[] = [];
    const seen: number[] = [];
    for (let round = 0; round < WARM_UP + rounds; round += 1) {
      const query = SAMPLE_QUESTIONS[round % SAMPLE_QUESTIONS.length];
      const ask = async () => seen.push(await millisecondsOf(caller, { url, ...requestOf(revision, key, { query, limit }) }));
      if (round % 2 === 0) await ask();
      inProcess.push(await milliseconds(() => searchPapers(library, { ...ORDINARY_SEARCH, query: query!, limit })));
      if (round % 2 === 1) await ask();
    }
    const [bare, served] = [summary(inProcess), summary(seen)];
    console.log(`the retrieval in process      ${shown(bare)}`);
    console.log(`a caller of ${revision} sees   ${shown(served)}`);
    console.log(`  of it in the server         ${shown(summary(inServer))}`);
    console.log(
      `  the endpoint adds           ${(served.p50 - bare.p50).toFixed(2)} ms, ratio ${(served.p50 / bare.p50).toFixed(2)}`,
    );
  }
  caller.disconnect();
  await app.close();
  for (const part of Object.values(library)) await part[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}

/** A call of the tool as MCP clients of a revision send it. */
function requestOf(revision: string, key: string, args: object): Omit<Call, "url"> {
  const modern = revision >= "2026";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "search_papers", arguments: args, ...(modern ? { _meta: meta } : {}) };
  return {
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": revision,
      ...(modern ? { "Mcp-Method": "tools/call", "Mcp-Name": params.name } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

async function millisecondsOf(caller: ChildProcess, call: Call): Promise<number> {
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

/** Of the rounds after the warm-up. */
function summary(times: readonly number[]): { p50: number; p95: number } {
  const sorted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p95: sorted[Math.floor(sorted.length * 0.95)]! };
}

function shown({ p50, p95 }: { p50: number; p95: number }): string {
  return `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
}
