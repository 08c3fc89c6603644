import type { FastifyReply, FastifyRequest } from "fastify";
import { PublicError } from "../errors.ts";
import { sendPage, type PagesDeps } from "./context.ts";
import { messagePage } from "./views/message.ts";

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
    "Passwords and sessions must not be sent unencrypted. Serve this site over HTTPS and set BASE_URL to its https address. Until then, create keys on the server with `signal-canvas keys create`.",
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

/** More requests from one address than a minute allows; the next may come after `seconds`. */
export function tooManyRequests(seconds: number): Error {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  return new PageRefusal(
    429,
    "Too many requests",
    `There were too many requests from your address. Wait ${wait}, then reload the page or submit the form again.`,
    seconds,
  );
}

/** Answers with a page that says what went wrong, and logs what is not the visitor's doing. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, { log }: PagesDeps): FastifyReply {
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

/** Why the library cannot be read for now. */
const LIBRARY_AWAY: ReadonlySet<string> = new Set(["engine_unavailable", "engine_busy", "index_missing", "deadline_exceeded"]);
const UNAVAILABLE = "Temporarily unavailable";
const LIBRARY_AWAY_TEXT = "The search engine is not responding. Try again in a few seconds.";

function shownError(error: unknown, requestId: string): { status: number; title: string; text: string } {
  if (error instanceof PageRefusal) return { status: error.status, title: error.title, text: error.message };
  if (error instanceof PublicError) {
    if (error.code === "not_found") return { status: 404, title: "Page not found", text: error.message };
    if (error.code === "foreign_origin") return { status: 403, title: "Unknown host", text: error.message };
    if (error.code === "missing_scope") return { status: 403, title: "Access denied", text: error.message };
    if (LIBRARY_AWAY.has(error.code)) return { status: 503, title: UNAVAILABLE, text: LIBRARY_AWAY_TEXT };
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
