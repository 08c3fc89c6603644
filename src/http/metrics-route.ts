import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireOperator } from "../access/operators.ts";
import { PublicError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { admitKey, type KeyAdmission } from "./admit-key.ts";
import type { Metrics } from "./metrics.ts";
import { errorHeaders, httpStatus } from "./rpc-error.ts";

export interface MetricsRouteDeps extends KeyAdmission {
  metrics: Metrics;
  log: Logger;
}

/** `/metrics`, for whoever runs the server: it tells who uses it and how much, so it wants the operator's key even on this machine, where a proxy may stand before it. */
export async function metricsRoute(app: FastifyInstance, deps: MetricsRouteDeps): Promise<void> {
  const { metrics, log } = deps;
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, log));
  app.get("/metrics", async (request, reply) => {
    reply.header("Cache-Control", "no-store");
    const key = await admitKey(request, reply, deps);
    await requireOperator(deps.records, key);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const told = error instanceof PublicError ? error : new PublicError("internal", { cause: error });
  request.noted.code = told.code;
  if (told.cause !== undefined) log.warn({ err: told.cause, request_id: request.id }, told.code);
  return reply
    .code(httpStatus(told.code))
    .headers(errorHeaders(told))
    .send({ error: told.code, message: told.message, hint: told.hint, request_id: request.id });
}
