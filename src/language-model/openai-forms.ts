import type { OpenAI } from "openai";
import type { CompletionRequest } from "./port.ts";

/** How a request for a completion is put. Endpoints and models differ in what they take. */
export interface RequestForm {
  format: "json_schema" | "json_object" | "text";
  /** The field that limits the tokens of the answer. */
  limit: "max_completion_tokens" | "max_tokens" | null;
  /** Not mentioned where null. */
  temperature: 0 | null;
}

/** What is tried first: OpenAI has renamed the limit, others know the old name better. */
export function firstForm(isOpenAi: boolean): RequestForm {
  return { format: "json_schema", limit: isOpenAi ? "max_completion_tokens" : "max_tokens", temperature: 0 };
}

/**
 * The form to try after one was refused: without what the refusal names, else with a plainer format, else with nothing optional. Null
 * where nothing is left to leave out.
 */
export function plainerForm(form: RequestForm, refusal: string): RequestForm | null {
  if (form.temperature !== null && /temperature/iu.test(refusal)) return { ...form, temperature: null };
  if (form.limit !== null && /max_(?:completion_)?tokens/iu.test(refusal))
    return { ...form, limit: nextLimit(form.limit, refusal) };
  switch (form.format) {
    case "json_schema":
      return { ...form, format: "json_object" };
    case "json_object":
      return { ...form, format: "text" };
    case "text":
      return form.limit === null && form.temperature === null ? null : { format: "text", limit: null, temperature: null };
  }
}

/** The other name where the refusal suggests it, else none. */
function nextLimit(limit: NonNullable<RequestForm["limit"]>, refusal: string): RequestForm["limit"] {
  const other = limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return new RegExp(`\\b${other}\\b`, "u").test(refusal) ? other : null;
}

/** The body of a request in a form. It never offers tools. */
export function bodyOf(
  model: string,
  { instructions, data, schema, maxTokens }: CompletionRequest,
  { format, limit, temperature }: RequestForm,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: data },
    ],
    ...(format === "json_schema"
      ? { response_format: { type: "json_schema" as const, json_schema: { ...schema, strict: true } } }
      : {}),
    ...(format === "json_object" ? { response_format: { type: "json_object" as const } } : {}),
    ...(limit === null ? {} : { [limit]: maxTokens }),
    ...(temperature === null ? {} : { temperature }),
  };
}
