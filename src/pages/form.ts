import type { FastifyInstance, FastifyRequest } from "fastify";
import { PublicError } from "../errors.ts";
import type { Problems } from "./fields.ts";

const MAX_FORM_BYTES = 16 * 1024;

/** Forms are the only bodies that pages take. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
}

/** The fields that a form sent; none where there was no body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** What a form is told when `error` stood in its way, or null where the error is not about what was typed. */
export function problemsOf(error: unknown, fields: readonly string[]): Problems | null {
  if (!(error instanceof PublicError)) return null;
  if (error.code === "invalid_argument") {
    const field = error.field !== undefined && fields.includes(error.field) ? error.field : "form";
    return { [field]: error.message };
  }
  return null;
}
