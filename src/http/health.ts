import type { FastifyInstance } from "fastify";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";

export interface HealthDeps {
  library: Library;
  /** False while the server starts or stops. */
  isReady(): boolean;
}

type Part = "engine" | "records" | "embedder";
/** `ok`, or the code of the error that stands in the way. */
type Parts = Record<Part, string>;

/** How long one look at the parts is good for: the address is open to all and must not become a load. */
const LOOK_LIFETIME_MS = 1_000;
const EMBEDDER_LOOK_LIFETIME_MS = 30_000;
const LOOK_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: what questions are answered from answers too, else 503. Without the embedder the service
 * still answers, lexically: it is ready, and says `degraded`.
 */
export async function healthRoutes(app: FastifyInstance, { library, isReady }: HealthDeps): Promise<void> {
  const lookAtEngine = remembered(LOOK_LIFETIME_MS, () => engineState(library));
  const lookAtRecords = remembered(LOOK_LIFETIME_MS, () =>
    stateOf((signal) => library.records.get("secret", "readiness", signal)),
  );
  const lookAtEmbedder = remembered(EMBEDDER_LOOK_LIFETIME_MS, () =>
    stateOf((signal) => library.embedder.embedQuery("ready", signal)),
  );

  app.get("/healthz", async (_request, reply) => reply.header("Cache-Control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const [engine, records, embedder] = await Promise.all([lookAtEngine(), lookAtRecords(), lookAtEmbedder()]);
    const parts: Parts = { engine, records, embedder };
    const ready = isReady() && engine === "ok" && records === "ok";
    const status = ready ? (embedder === "ok" ? "ready" : "degraded") : "not_ready";
    return reply
      .code(ready ? 200 : 503)
      .headers({ "Cache-Control": "no-store", ...(ready ? {} : { "Retry-After": "2" }) })
      .send({ status, parts });
  });
}

/** The engine answers and papers have a live generation. */
async function engineState(library: Library): Promise<string> {
  return stateOf(async (signal) => {
    const status = await library.engine.status({ signal, timeoutMs: LOOK_TIMEOUT_MS });
    if (!status.some((index) => index.target === "papers" && index.generation !== null)) throw new PublicError("index_missing");
  });
}

async function stateOf(look: (signal: AbortSignal) => Promise<unknown>): Promise<string> {
  const timeout = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  const tooLate = new Promise<string>((resolve) => {
    timeout.addEventListener("abort", () => resolve("deadline_exceeded"), { once: true });
  });
  const looked = look(timeout).then(
    () => "ok",
    (error: unknown) => (error instanceof PublicError ? error.code : "internal"),
  );
  return Promise.race([looked, tooLate]);
}

/** The work's result for as long as it is fresh; callers at the same time share one run. */
function remembered<Result>(lifetimeMs: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > lifetimeMs) last = { at: performance.now(), result: work() };
    return last.result;
  };
}
