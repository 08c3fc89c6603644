import type { CallToolResult } from "@modelcontextprotocol/server";
import { ERRORS, PublicError } from "../errors.ts";
import type { ToolContext } from "./context.ts";
import { plain } from "./render.ts";

/**
 * The result that tells of an error. A public error is told as it is; anything else becomes `internal_error` and goes to the log,
 * with the caller's own text taken out of it.
 */
export function toolError(
  error: unknown,
  tool: string,
  args: unknown,
  context: Pick<ToolContext, "log" | "requestId" | "signal">,
): CallToolResult {
  const known = error instanceof PublicError ? error : null;
  if (known === null && !context.signal.aborted) {
    context.log.error({ err: withoutText(error, textsOf(args)), request_id: context.requestId, tool }, "a tool failed");
  } else if (known?.cause !== undefined) {
    context.log.warn({ err: withoutText(known, textsOf(args)), request_id: context.requestId, tool }, known.code);
  }
  return errorResult(known ?? new PublicError("internal_error", { cause: error }), context.requestId);
}

function errorResult(error: PublicError, requestId: string): CallToolResult {
  const entry = ERRORS[error.code];
  const told = {
    code: error.code,
    message: error.message,
    field: error.field ?? null,
    allowed: error.allowed ?? null,
    retryable: "retryable" in entry ? entry.retryable : false,
    retry_after_seconds: error.retryAfterSeconds ?? null,
    request_id: requestId,
  };
  const lines = [
    `Error ${told.code}: ${told.message}`,
    ...(told.field === null ? [] : [`Argument: ${told.field}`]),
    ...(told.allowed === null ? [] : [`Allowed: ${[told.allowed].flat().map(shown).join(", ")}`]),
    `What to do: ${error.hint}`,
    told.retryable
      ? `Trying again may help${told.retry_after_seconds === null ? "" : `, after ${told.retry_after_seconds} s`}.`
      : "Retrying without changes will not help.",
    `Request ID: ${requestId}`,
  ];
  return { isError: true, structuredContent: { error: told }, content: [{ type: "text", text: lines.join("\n") }] };
}

/** Words of ours stand as they are; values from records are escaped as everywhere. */
function shown(allowed: string): string {
  return /[`<>[\]\\]|:\/\//u.test(allowed) ? plain(allowed, 300) : allowed;
}

/** The texts of at least four characters in the arguments: questions and names that have no place in a log. */
function textsOf(args: unknown): string[] {
  if (typeof args === "string") return args.length >= 4 ? [args] : [];
  if (args === null || typeof args !== "object") return [];
  return Object.values(args).flatMap(textsOf);
}

/** A copy of an error and its causes in which none of the texts stands. */
function withoutText(error: unknown, texts: string[]): unknown {
  if (!(error instanceof Error)) return clean(String(error), texts);
  const copy = new Error(
    clean(error.message, texts),
    error.cause === undefined ? undefined : { cause: withoutText(error.cause, texts) },
  );
  copy.name = error.name;
  copy.stack = clean(error.stack ?? "", texts);
  return copy;
}

function clean(text: string, texts: string[]): string {
  return texts.reduce((cleaned, given) => cleaned.replaceAll(given, "[argument]"), text);
}
