import type { FastifyReply, FastifyRequest } from "fastify";
import { checkKey, type KeyInfo } from "../access/keys.ts";
import { rateLimitHeaders, type RateLimiter } from "../access/rate-limit.ts";
import type { UsageCounter } from "../access/usage.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { bearerToken } from "./bearer.ts";

export interface KeyAdmission {
  records: Records;
  rateLimiter: RateLimiter;
  usage: UsageCounter;
}

/**
 * The key of a request, checked against the store and counted against its limit, which the answer's header fields tell. Throws what `bearerToken` and
 * `checkKey` throw, and `rate_limited`.
 */
export async function admitKey(request: FastifyRequest, reply: FastifyReply, deps: KeyAdmission): Promise<KeyInfo> {
  const key = await checkKey(deps.records, bearerToken(request.raw));
  request.key = key;
  const decision = await deps.rateLimiter.take(key.key_id);
  reply.headers(rateLimitHeaders(decision));
  if (!decision.allowed) throw new PublicError("rate_limited", { retryAfterSeconds: decision.resetSeconds });
  deps.usage.count(key);
  return key;
}
