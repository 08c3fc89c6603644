import type { FastifyInstance, FastifyRequest } from "fastify";
import { PublicError, type ErrorCode } from "../errors.ts";
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

/** One field of a form as text; empty where it was not sent. */
export function textOf(form: URLSearchParams, name: string): string {
  return form.get(name) ?? "";
}

/** Why a form was refused. */
export interface Refusal {
  status: 422 | 429;
  problems: Problems;
  headers: Record<string, string>;
}

/**
 * The refusal that an error is, to be shown with the form. `fields` says where errors of what was typed stand: an error code, or the field that an
 * `invalid_argument` names, to the form's field. Throws the error again where it is not about what was typed.
 */
export function refusalOf(error: unknown, fields: Readonly<Record<string, string>>): Refusal {
  if (!(error instanceof PublicError)) throw error;
  if (error.code === "too_many_attempts") {
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
    const text = `Too many tries. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`;
    return { status: 429, problems: { form: text }, headers: { "Retry-After": String(error.retryAfterSeconds ?? 60) } };
  }
  const about: ErrorCode[] = ["invalid_argument", "invalid_code", "wrong_credentials"];
  if (!about.includes(error.code)) throw error;
  const named = error.code === "invalid_argument" ? (error.field ?? "") : error.code;
  const field = fields[named] ?? "form";
  // Where the name is not asked for, it is not what was wrong.
  const text = error.code === "wrong_credentials" && field !== "form" ? "The password is not right." : sentence(error.message);
  return { status: 422, problems: { [field]: text }, headers: {} };
}

/** Messages for programs begin with the name of the argument. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
