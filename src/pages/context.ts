import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../access/accounts.ts";
import { actorOf, type Actor } from "../access/actor.ts";
import type { InFlight } from "../access/in-flight.ts";
import type { RateLimiter } from "../access/rate-limit.ts";
import { createSession, SESSION_LIFETIMES, type SessionInfo } from "../access/sessions.ts";
import type { Config } from "../config.ts";
import type { IngestRuns } from "../holdings/ingest-runs.ts";
import type { Logger } from "../log.ts";
import type { Records } from "../records/port.ts";
import type { Library } from "../retrieval/library.ts";
import type { Precedence } from "../shared/precedence.ts";
import type { Cookie } from "./security/cookie.ts";
import type { Html } from "../shared/html.ts";
import type { PageLimits } from "./security/limits.ts";

export interface PagesDeps {
  records: Records;
  /** What the pages of topics and papers show. */
  library: Library;
  ingestRuns: IngestRuns;
  config: Pick<Config, "baseUrl" | "oidc" | "dataDir">;
  limits: PageLimits;
  /** The requests a minute and the calls at a time that an account has in a browser, as a key has at the endpoint. */
  rateLimiter: RateLimiter;
  inFlight: InFlight;
  /** What only shows something gives way to the calls of the endpoint. */
  precedence: Precedence;
  log: Logger;
  /** Throws where a request is meant for another host than this one. */
  checkHost(host: string): void;
}

/** What the routes of the pages work with. */
export interface PageContext extends PagesDeps {
  sessionCookie: Cookie;
}

/** A person who is signed in. */
export interface Visitor {
  session: SessionInfo;
  account: Account;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in; null: nobody. */
    visitor: Visitor | null;
  }
}

/** The person who is signed in, on pages that nobody else gets to. */
export function visitorOf(request: FastifyRequest): Visitor & { actor: Actor } {
  if (request.visitor === null) throw new TypeError("A page for signed-in people was shown to somebody else");
  return { ...request.visitor, actor: actorOf(request.visitor.account, request.ip) };
}

/** Begins a session and hands it to the browser; every sign-in gets a session of its own. */
export async function startSession(
  { records, sessionCookie }: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<void> {
  const { id } = await createSession(records, account, { address: request.ip, userAgent: request.headers["user-agent"] ?? null });
  setSessionCookie(sessionCookie, reply, id);
}

/** Puts a session's id into the browser's cookie, for as long as a session can last. */
export function setSessionCookie(cookie: Cookie, reply: FastifyReply, id: string): void {
  cookie.write(reply, id, SESSION_LIFETIMES.maxMs / 1_000);
}

export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(page.toString());
}

/** Sends a page that shows a secret: nothing on its way may change it, as compression would. */
export function sendSecretPage(reply: FastifyReply, page: Html, status: number): FastifyReply {
  return sendPage(reply.header("Cache-Control", "no-store, no-transform"), page, status);
}

/** Leads the browser on with a GET, so that a reload sends nothing again. */
export function redirectTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(address, 303);
}
