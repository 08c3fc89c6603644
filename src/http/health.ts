import type { FastifyInstance } from "fastify";
import type { PartsState } from "./parts.ts";

export interface HealthDeps {
  /** Looks at what questions are answered from. */
  lookAtParts(): Promise<PartsState>;
  /** False while the server starts or stops. */
  isReady(): boolean;
}

/**
 * `/healthz`: the process answers. `/readyz`: what questions are answered from answers too, else 503. Without the embedder the service
 * still answers, lexically, without a part of the index with what the rest of it has, and keeps no runs where records take no writes: it is ready, and says `degraded`, as it does
 * while the disk of the records is nearly full. `reasons` tells what is known beside the state of a part.
 */
export async function healthRoutes(app: FastifyInstance, { lookAtParts, isReady }: HealthDeps): Promise<void> {
  app.get("/healthz", async (_request, reply) => reply.header("Cache-Control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const { parts, reasons } = await lookAtParts();
    const ready =
      isReady() && ["ok", "partial"].includes(parts.engine) && ["ok", "low", "full", "read_only"].includes(parts.records);
    const isWhole = Object.values(parts).every((state) => state === "ok");
    const status = ready ? (isWhole ? "ready" : "degraded") : "not_ready";
    return reply
      .code(ready ? 200 : 503)
      .headers({ "Cache-Control": "no-store", ...(ready ? {} : { "Retry-After": "2" }) })
      .send({ status, parts, ...(Object.keys(reasons).length === 0 ? {} : { reasons }) });
  });
}
