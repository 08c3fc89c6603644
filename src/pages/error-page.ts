import type { FastifyReply, FastifyRequest } from "fastify";
import { PublicError } from "../errors.ts";
import { sendPage, type PagesDeps } from "./context.ts";
import { CONTENT_SECURITY_POLICY } from "./security/headers.ts";
import { messagePage } from "./views/message.ts";
import { asTyped } from "../shared/as-typed.ts";

/** Why a request for a page is refused before anything else is looked at. */
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

/** The public address is plain HTTP and not this machine. */
export function needsHttps(): Error {
  return new PageRefusal(
    403,
    "HTTPS required",
    `Passwords and sessions must not be sent unencrypted. Serve this site over HTTPS and set BASE_URL to its https address. Until then, create keys on the server with \`${asTyped("keys create")}\`.`,
  );
}

/** A form that another site's page sent. */
export function foreignForm(): Error {
  return new PageRefusal(
    403,
    "Form not accepted",
    "This form was not sent from this site, so nothing was changed. Go back, reload the page and submit it again.",
  );
}

/** More requests from one address or account than a minute allows; the next may come after `seconds`. */
export function tooManyRequests(seconds: number, from: "address" | "account" = "address"): Error {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  return new PageRefusal(
    429,
    "Too many requests",
    `There were too many requests from your ${from}. Wait ${wait}, then reload the page or submit the form again.`,
    seconds,
  );
}

/** Whether whoever asks reads pages: browsers say so, programs do not. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

/** The page for an address that leads nowhere. */
export function nothingHere(): Error {
  return new PublicError("not_found", { message: "There is nothing at this address. It may have been mistyped, or moved." });
}

/** Answers with a page that says what went wrong, and logs what is not the visitor's doing. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Pick<PagesDeps, "log">,
): FastifyReply {
  const { status, title, text } = reportedError(error, request, { log });
  if (status === 503) reply.header("Retry-After", "2");
  if (error instanceof PageRefusal && error.retryAfterSeconds !== undefined) {
    reply.header("Retry-After", String(error.retryAfterSeconds));
  }
  // What was asked for can be asked for again where nothing but time stood in the way.
  const again = request.method === "GET" && AGAIN.has(status) ? request.url : undefined;
  return sendPage(reply, messagePage(title, text, { account: request.visitor?.account.name, again }), status);
}

/** What a visitor is told of an error; what is not the visitor's doing is logged. */
export function reportedError(
  error: unknown,
  request: FastifyRequest,
  { log }: Pick<PagesDeps, "log">,
): { status: number; title: string; text: string } {
  const shown = shownError(error, request.id);
  if (shown.status === 500) log.error({ err: error, request_id: request.id }, "a page failed");
  if (shown.status === 503) log.warn({ err: error, request_id: request.id }, "a page could not be made");
  return shown;
}

/** The same for a request outside the pages, whose headers are not those of pages yet. */
export function answerBrowser(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<PagesDeps, "log">,
): FastifyReply {
  reply.headers({ "Content-Security-Policy": CONTENT_SECURITY_POLICY, "X-Frame-Options": "DENY", "Cache-Control": "no-store" });
  return answerError(error, request, reply, deps);
}

const AGAIN: ReadonlySet<number> = new Set([429, 500, 503]);

/** Why the library cannot be read for now. */
const LIBRARY_AWAY: ReadonlySet<string> = new Set(["engine_unavailable", "engine_busy", "index_missing", "deadline_exceeded"]);
const UNAVAILABLE = "Temporarily unavailable";
const LIBRARY_AWAY_TEXT = "The search engine is not responding. Try again in a few seconds.";

function shownError(error: unknown, requestId: string): { status: number; title: string; text: string } {
  if (error instanceof PageRefusal) return { status: error.status, title: error.title, text: error.message };
  if (error instanceof PublicError) {
    if (error.code === "not_found") return { status: 404, title: "Page not found", text: error.message };
    if (error.code === "foreign_origin") return { status: 403, title: "Unknown host", text: error.message };
    if (error.code === "read_only") return { status: 403, title: "View only", text: error.message };
    if (error.code === "missing_scope") return { status: 403, title: "Access denied", text: error.message };
    if (LIBRARY_AWAY.has(error.code)) return { status: 503, title: UNAVAILABLE, text: LIBRARY_AWAY_TEXT };
    if (error.code === "too_many_in_flight" || error.code === "overloaded") {
      return { status: 503, title: UNAVAILABLE, text: "Too many questions are being answered. Try again in a few seconds." };
    }
    if (error.code === "records_unavailable") {
      return { status: 503, title: UNAVAILABLE, text: "The database is not responding. Try again in a few seconds." };
    }
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return { status: 503, title: UNAVAILABLE, text: LIBRARY_AWAY_TEXT };
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500)
    return { status, title: "Invalid request", text: "The form could not be read. Go back and submit it again." };
  return {
    status: 500,
    title: "Something went wrong",
    text: `This is a problem on our side. Try again; if it persists, send the operator this request ID: ${requestId}`,
  };
}
