import type { FastifyReply, FastifyRequest } from "fastify";

/** The header fields that let a page of this origin, which was checked, read the answer. */
export function readableBy(origin: string): Record<string, string> {
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id",
  };
}

/** Answers a browser that asks what it may send. */
export async function preflight(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.refusal) throw request.refusal;
  return reply
    .code(204)
    .headers({
      Allow: "POST, OPTIONS",
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": "Content-Type, Authorization, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
      "Access-Control-Max-Age": "7200",
    })
    .send();
}
