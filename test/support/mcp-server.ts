import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ingestRuns } from "../../ingest/history.ts";
import { createKey, type NewKey } from "../../src/access/keys.ts";
import type { Config } from "../../src/config.ts";
import { openLocalEmbedder } from "../../src/embedding/local.ts";
import type { Embedder } from "../../src/embedding/port.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { PublicError } from "../../src/errors.ts";
import { buildApp } from "../../src/http/app.ts";
import { MCP_PATH } from "../../src/http/mcp-route.ts";
import { createLogger } from "../../src/log.ts";
import type { Registry } from "../../src/mcp/registry.ts";
import { defineTool, READ_ONLY } from "../../src/mcp/tool.ts";
import type { PageLimits } from "../../src/pages/security/limits.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import type { Library } from "../../src/retrieval/library.ts";
import type { SpanSink } from "../../src/shared/tracing.ts";

export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** The MCP endpoint. */
  url: string;
  library: Library;
  /** Every line that was logged, as written. */
  logged: string[];
  /** Makes a key with these scopes; all that read by default. */
  key(scopes?: NewKey["scopes"]): Promise<string>;
  close(): Promise<void>;
}

/** An empty library over LanceDB in a folder of its own, with the bundled embedder on one thread. */
export async function openTestLibrary(given: Partial<Library> = {}): Promise<Library & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "signal-canvas-test-"));
  const engine = given.engine ?? openLanceDb({ folder, prefix: "" });
  const records = given.records ?? openSqliteRecords(join(folder, "records.sqlite"));
  const embedder: Embedder = given.embedder ?? (await openLocalEmbedder({ threads: 1 }));
  return {
    engine,
    records,
    embedder,
    ...(given.languageModel === undefined ? {} : { languageModel: given.languageModel }),
    async [Symbol.asyncDispose]() {
      await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose](), embedder[Symbol.asyncDispose]()]);
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** The whole HTTP server, listening on a port of its own. */
export async function startTestServer(
  library: Library,
  options: {
    tools?: Registry["tools"];
    registry?: Registry;
    ratePerMinute?: number;
    requestTimeoutMs?: number;
    /** Of the pages; without it so many that no test reaches them. */
    pageLimits?: PageLimits;
    allowedOrigins?: string[];
    trustProxy?: number;
    /** The public address; without it one that nobody asks under. */
    baseUrl?: string;
    port?: number;
    oidc?: Config["oidc"];
    /** Where loads keep their dead letters; without it nowhere. */
    dataDir?: string;
    /** Takes spans; without it none are made. */
    traces?: SpanSink;
  } = {},
): Promise<TestServer> {
  const logged: string[] = [];
  const { dataDir = "" } = options;
  const app = buildApp({
    library,
    config: {
      baseUrl: options.baseUrl ?? "http://127.0.0.1:8080",
      allowedOrigins: options.allowedOrigins ?? [],
      trustProxy: options.trustProxy ?? 0,
      rateLimitPerMinute: options.ratePerMinute ?? 10_000,
      oidc: options.oidc ?? null,
      dataDir,
    },
    ingestRuns: ingestRuns(library.records, dataDir),
    log: createLogger("trace", { write: (line) => void logged.push(line) }),
    ...(options.traces ? { traces: options.traces } : {}),
    registry: options.registry ?? (options.tools && { tools: options.tools, resources: [], prompts: [] }),
    requestTimeoutMs: options.requestTimeoutMs,
    pageLimits: options.pageLimits ?? { pages: 100_000, entrances: 100_000 },
  });
  const origin = await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const close = () => app.close();
  return {
    origin,
    url: origin + MCP_PATH,
    library,
    logged,
    key: async (scopes = ["papers:read", "signals:read"]) =>
      (await createKey(library.records, { name: "test", account: "local", scopes })).key,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const none = z.strictObject({});
const anything = z.looseObject({});
const common = { title: "For tests", description: "For tests of the protocol.", annotations: READ_ONLY, output: anything };

/** Tools that do what the protocol's tests need; `gates` holds what waits. */
export function protocolTools(gates: { release: Promise<void>; aborted: string[] }) {
  return [
    defineTool({
      ...common,
      name: "echo",
      scopes: ["papers:read"],
      input: z.strictObject({ text: z.string(), times: z.int().min(1).max(3).default(1) }),
      output: z.looseObject({ said: z.string() }),
      handler: async ({ text, times }) => ({ structured: { said: text.repeat(times) }, lines: () => [text.repeat(times)] }),
    }),
    defineTool({
      ...common,
      name: "write",
      scopes: ["workspaces:write"],
      input: none,
      handler: async () => ({ structured: {}, lines: () => ["written"] }),
    }),
    defineTool({
      ...common,
      name: "count",
      scopes: [],
      input: none,
      handler: async (_args, { reportProgress }) => {
        for (const done of [1, 2]) await reportProgress(done, 2, `step ${done}`);
        return { structured: {}, lines: () => ["counted"] };
      },
    }),
    defineTool({
      ...common,
      name: "wait",
      scopes: [],
      input: none,
      handler: async (_args, { signal }) => {
        signal.addEventListener("abort", () => gates.aborted.push("wait"), { once: true });
        await gates.release;
        return { structured: {}, lines: () => ["waited"] };
      },
    }),
    defineTool(
      {
        ...common,
        name: "sleep",
        scopes: [],
        input: none,
        handler: () => new Promise<never>(() => {}),
      },
      50,
    ),
    defineTool({
      ...common,
      name: "fail",
      scopes: [],
      input: z.strictObject({ with: z.enum(["public", "secret"]), query: z.string().optional() }),
      handler: async (args) => {
        if (args.with === "public") throw new PublicError("engine_unavailable", { retryAfterSeconds: 3 });
        throw new Error(`connect ECONNREFUSED 10.0.0.7:9200 while asking for ${args.query}`);
      },
    }),
  ];
}
