import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readSession } from "../access/sessions.ts";
import { isPrivateLine } from "../config.ts";
import { PublicError } from "../errors.ts";
import { accountRoutes } from "./account.ts";
import { sendPage, leadTo, type PageContext, type PagesDeps } from "./context.ts";
import { cookieOf } from "./cookie.ts";
import { acceptForms } from "./form.ts";
import { inviteRoutes } from "./invite.ts";
import { keyRoutes } from "./keys.ts";
import { messagePage } from "./message-view.ts";
import { pageLimits } from "./limits.ts";
import { signInFor } from "./next.ts";
import { oidcRoutes } from "./oidc.ts";
import { proofRoutes } from "./proof/routes.ts";
import { isFromOurPages } from "./same-origin.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { setupRoutes } from "./setup.ts";
import { signInRoutes } from "./sign-in.ts";

/** The pages for people, under their fixed addresses. A request is refused for its host or for where it comes from before anything else is looked at. */
export async function pages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { baseUrl } = deps.config;
  const publicOrigin = new URL(baseUrl).origin;
  const context: PageContext = { ...deps, sessionCookie: cookieOf("signal_canvas", baseUrl) };
  const secondsToWait = pageLimits(deps.records, deps.limits, deps.log);
  await app.register(cookie);
  acceptForms(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    deps.checkHost(request.host);
    if (!isPrivateLine(baseUrl)) throw new PageRefusal(403, "These pages need HTTPS", NEEDS_HTTPS);
    if (!isFromOurPages(request.method, request.headers, publicOrigin)) throw new PageRefusal(403, "Not sent", NOT_FROM_HERE);
    const seconds = await secondsToWait(request);
    if (seconds !== null) throw new PageRefusal(429, "One moment, please", tooMany(seconds), seconds);
    const id = context.sessionCookie.read(request);
    request.visitor = id === null ? null : await readSession(deps.records, id);
  });

  setupRoutes(app, context);
  signInRoutes(app, context);
  oidcRoutes(app, context);
  inviteRoutes(app, context);
  await app.register(async (signedIn) => {
    signedIn.addHook("onRequest", async (request, reply) =>
      request.visitor === null ? leadTo(reply, signInFor(request.url)) : undefined,
    );
    keyRoutes(signedIn, context);
    accountRoutes(signedIn, context);
    proofRoutes(signedIn, context);
  });
}

class PageRefusal extends Error {
  override readonly name = "PageRefusal";
  readonly status: number;
  readonly title: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, title: string, text: string, retryAfterSeconds?: number) {
    super(text);
    this.status = status;
    this.title = title;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const NEEDS_HTTPS =
  "A password and a session must not travel in the open. Serve these pages over HTTPS and set BASE_URL to their https address. On the server itself, `keys create` makes keys.";
const NOT_FROM_HERE =
  "This form did not come from one of our own pages, so nothing was done. Go back, load the page again and send it from there.";

function tooMany(seconds: number): string {
  const wait = seconds === 1 ? "a second" : `${seconds} seconds`;
  return `Many requests came from your address. Nothing is lost: wait ${wait}, then load the page or send the form again.`;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: PagesDeps): FastifyReply {
  const { status, title, text } = shownError(error, request.id);
  if (status === 500) log.error({ err: error, request_id: request.id }, "a page failed");
  if (status === 503) {
    log.warn({ err: error, request_id: request.id }, "a page could not be made");
    reply.header("Retry-After", "2");
  }
  if (error instanceof PageRefusal && error.retryAfterSeconds !== undefined) {
    reply.header("Retry-After", String(error.retryAfterSeconds));
  }
  return sendPage(reply, messagePage(title, text, request.visitor?.account.name), status);
}

/** Why the library cannot be read for now, and what people are told. */
const AWAY: ReadonlySet<string> = new Set(["engine_unavailable", "index_missing", "deadline_exceeded"]);
const AWAY_TEXT = "The library does not answer right now. Try again in a moment.";

function shownError(error: unknown, requestId: string): { status: number; title: string; text: string } {
  if (error instanceof PageRefusal) return { status: error.status, title: error.title, text: error.message };
  if (error instanceof PublicError) {
    if (error.code === "not_found") return { status: 404, title: "Not here", text: error.message };
    if (error.code === "foreign_origin") return { status: 403, title: "Not served here", text: error.message };
    if (error.code === "missing_scope") return { status: 403, title: "Not for your account", text: error.message };
    if (AWAY.has(error.code)) return { status: 503, title: "One moment", text: AWAY_TEXT };
    if (error.code === "records_unavailable") {
      return { status: 503, title: "One moment", text: "The record store does not answer right now. Try again in a moment." };
    }
  }
  if (error instanceof Error && error.name === "TimeoutError") return { status: 503, title: "One moment", text: AWAY_TEXT };
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500)
    return { status, title: "Not understood", text: "The form could not be read. Go back and send it again." };
  return {
    status: 500,
    title: "Something went wrong",
    text: `The fault is on our side. Try again; if it stays, tell the operator this number: ${requestId}`,
  };
}
