import type { FastifyInstance } from "fastify";
import { beginTrace, readTraceParent, type OpenSpan, type SpanSink } from "../shared/tracing.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The part of a trace that this request is; null: no trace is kept of it. */
    span: OpenSpan | null;
  }
}

/** Probes and scrapes come every few seconds and tell nothing. */
const NOT_TRACED = new Set(["/healthz", "/readyz", "/metrics"]);

/** Makes each request a span, within the trace that its `traceparent` names. Attributes are ours and standard ones: no address of a caller, no query. */
export function traceRequests(app: FastifyInstance, sink: SpanSink): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (NOT_TRACED.has(route ?? "")) return done();
    const { traceparent } = request.headers;
    const parent = readTraceParent(Array.isArray(traceparent) ? undefined : traceparent);
    request.span = beginTrace(
      sink,
      {
        name: route === undefined ? request.method : `${request.method} ${route}`,
        kind: "server",
        attributes: {
          "http.request.method": request.method,
          ...(route === undefined ? {} : { "http.route": route }),
          "signal_canvas.request_id": request.id,
        },
      },
      parent,
    );
    within(request.span, done);
  });
  // A body arrives in the context of its socket.
  app.addHook("preValidation", (request, _reply, done) => within(request.span, done));
  app.addHook("onResponse", async (request, reply) => {
    const { tool, code, rpc } = request.noted;
    const attributes = {
      "http.response.status_code": reply.statusCode,
      ...(rpc === undefined ? {} : { "rpc.method": rpc }),
      ...(tool === undefined ? {} : { "signal_canvas.tool": tool }),
    };
    request.span?.end({ attributes, failedWith: reply.statusCode >= 500 ? (code ?? String(reply.statusCode)) : null });
  });
  // A caller that goes away gets no response.
  app.addHook("onRequestAbort", async (request) => {
    request.span?.end({ failedWith: "client_gone" });
  });
}

function within(span: OpenSpan | null, done: () => void): void {
  if (span === null) done();
  else span.run(done);
}
