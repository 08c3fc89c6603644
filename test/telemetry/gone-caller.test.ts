import { request as httpRequest } from "node:http";
import fastify, { type FastifyRequest } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { traceRequests } from "../../src/http/trace-requests.ts";
import type { Span } from "../../src/shared/tracing.ts";

it("the request of a caller that went away is one span, and keeps its trace for what is logged of it", async () => {
  const spans: Span[] = [];
  const begun = Promise.withResolvers<FastifyRequest>();
  const gate = Promise.withResolvers<void>();
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest("span", null);
  app.addHook("onRequest", async (request) => {
    request.noted = {};
  });
  traceRequests(app, { keeps: () => true, take: (span) => void spans.push(span) });
  app.get("/slow", async (request) => {
    begun.resolve(request);
    await gate.promise;
    return "late";
  });
  const sent = httpRequest(`${await app.listen({ host: "127.0.0.1", port: 0 })}/slow`, { agent: false });
  sent.on("error", () => {});
  sent.end();
  const request = await begun.promise;
  sent.destroy();
  await expect.poll(() => spans.length).toBe(1);
  gate.resolve();
  expect(request.span?.traceId).toBe(spans[0]!.traceId);
  request.span?.end();
  expect(spans.map(({ failedWith }) => failedWith)).toEqual(["client_gone"]);
});
