import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { limitedAddress } from "../../access/addresses.ts";
import { RateLimiter } from "../../access/rate-limit.ts";
import type { Logger } from "../../log.ts";
import type { Records } from "../../records/port.ts";

/** Requests a minute and address: for any page, and for what anybody may try without being signed in. */
export interface PageLimits {
  pages: number;
  entrances: number;
}

export const PAGE_LIMITS: PageLimits = { pages: 300, entrances: 20 };

const ENTRANCES = new Set(["POST /sign-in", "POST /setup", "POST /invite", "GET /sign-in/oidc", "GET /sign-in/oidc/callback"]);

/**
 * Counts the requests of each address for pages, at all servers together. The function resolves to null where a request may pass, else to the seconds
 * that it has to wait.
 */
export function pageLimits(
  records: Records,
  limits: PageLimits,
  log: Logger,
): (request: FastifyRequest) => Promise<number | null> {
  const onError = (err: unknown) => log.warn({ err }, "the rate limit of the pages applies to this server alone");
  const pages = new RateLimiter(records, limits.pages, { onError });
  const entrances = new RateLimiter(records, limits.entrances, { onError });
  return async (request) => {
    const address = addressHash(request.ip);
    const page = await pages.take(`page:${address}`);
    if (!page.allowed) return page.resetSeconds;
    // Each GET route answers HEAD too, and does its work for it.
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (!ENTRANCES.has(`${method} ${request.routeOptions.url}`)) return null;
    const entrance = await entrances.take(`entrance:${address}`);
    return entrance.allowed ? null : entrance.resetSeconds;
  };
}

function addressHash(address: string): string {
  return createHash("sha256").update(limitedAddress(address)).digest("hex");
}
