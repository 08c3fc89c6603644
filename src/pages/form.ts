import formBody from "@fastify/formbody";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { PublicError, type ErrorCode } from "../errors.ts";
import { withoutInvisible } from "../shared/invisible.ts";
import type { Problems } from "./views/fields.ts";

const MAX_FORM_BYTES = 16 * 1024;

/** What a form sent: each field once, or several times. */
export type Form = Readonly<Record<string, string | string[] | undefined>>;

/** Forms are the only bodies that pages take. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formBody, { bodyLimit: MAX_FORM_BYTES });
}

/** The fields that a form sent; none where there was no body. */
export function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

/** One field of a form as text; empty where it was not sent, the first where it was sent more than once. */
export function textOf(form: Form, name: string): string {
  return allOf(form, name)[0] ?? "";
}

/** Every value of a field, without invisible characters, which nobody types. */
export function allOf(form: Form, name: string): string[] {
  return [form[name] ?? []].flat().map(withoutInvisible);
}

/** A password exactly as it was sent; empty where it was not sent. */
export function passwordOf(form: Form, name: string): string {
  return [form[name] ?? []].flat()[0] ?? "";
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
    const text = `Too many attempts. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`;
    return { status: 429, problems: { form: text }, headers: { "Retry-After": String(error.retryAfterSeconds ?? 60) } };
  }
  const about: ErrorCode[] = ["invalid_argument", "invalid_code", "wrong_credentials"];
  if (!about.includes(error.code)) throw error;
  const named = error.code === "invalid_argument" ? (error.field ?? "") : error.code;
  const field = fields[named] ?? "form";
  // Where the name is not asked for, it is not what was wrong.
  const text = error.code === "wrong_credentials" && field !== "form" ? "The password is incorrect." : sentence(error.message);
  return { status: 422, problems: { [field]: text }, headers: {} };
}

/** Messages for programs begin with the name of the argument. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
