import type { FastifyRequest } from "fastify";
import { visitorOf, type PagesDeps } from "../context.ts";
import { tooManyRequests } from "../error-page.ts";

/**
 * Does what costs a query of the engine, for the account that is signed in: within the same requests a minute and the same calls at a time as a key has, and among
 * the calls of all. Throws a refusal with 429, and `too_many_in_flight` or `overloaded`.
 */
export async function asQuery<Result>(
  { rateLimiter, inFlight }: Pick<PagesDeps, "rateLimiter" | "inFlight">,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const asker = `account:${visitorOf(request).account.account_id}`;
  const { allowed, resetSeconds } = await rateLimiter.take(asker);
  if (!allowed) throw tooManyRequests(resetSeconds, "account");
  const leave = await inFlight.enter(asker);
  try {
    return await work();
  } finally {
    leave();
  }
}
