import type { FastifyReply, FastifyRequest } from "fastify";
import { checkKey, type KeyInfo } from "../access/keys.ts";
import { rateLimitHeaders, type RateLimiter } from "../access/rate-limit.ts";
import type { KeysLately } from "../access/keys-lately.ts";
import type { UsageCounter } from "../access/usage.ts";
import { PublicError } from "../errors.ts";
import type { Records } from "../records/port.ts";
import { bearerToken } from "./bearer.ts";

export interface KeyAdmission {
  records: Records;
  rateLimiter: RateLimiter;
  usage: UsageCounter;
  /** Where given, it learns how keys stand. */
  keysLately?: KeysLately;
}

/**
 * The key of a request, checked against the store and counted against its limit, which the answer's header fields tell. Throws what `bearerToken` and
 * `checkKey` throw, and `rate_limited`.
 */
export async function admitKey(request: FastifyRequest, reply: FastifyReply, deps: KeyAdmission): Promise<KeyInfo> {
  const key = await checked(bearerToken(request.raw), deps);
  request.key = key;
  const decision = await deps.rateLimiter.take(key.key_id);
  reply.headers(rateLimitHeaders(decision));
  if (!decision.allowed) throw new PublicError("rate_limited", { retryAfterSeconds: decision.resetSeconds });
  deps.usage.count(key);
  return key;
}

async function checked(token: string, { records, keysLately }: KeyAdmission): Promise<KeyInfo> {
  try {
    const key = await checkKey(records, token, keysLately?.of(token));
    keysLately?.good(token, key);
    return key;
  } catch (error) {
    // A store that is away says nothing of the key.
    if (!(error instanceof PublicError) || error.code !== "key_store_unavailable") keysLately?.forget(token);
    throw error;
  }
}
