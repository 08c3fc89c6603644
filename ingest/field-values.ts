import type { Problem } from "./sources/port.ts";

/** How the text or JSON value of a column is read. Strictly: what is not exactly of the type is a problem, never guessed at. */
export const VALUE_TYPES = ["text", "year", "integer", "number", "date", "boolean", "list"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

export type FieldValue = { value: unknown } | { problem: Pick<Problem, "reason" | "message" | "allowed"> };

/** Reads a value as a type. Missing, null and blank values give null; `split` says what stands between the entries of a list in text. */
export function fieldValue(raw: unknown, type: ValueType, split = ";"): FieldValue {
  if (raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "")) return { value: null };
  if (type === "list") return listValue(raw, split);
  if (typeof raw === "string") return fromText(raw.trim(), type);
  return fromJson(raw, type);
}

const TEXT_FORMS: Record<Exclude<ValueType, "list" | "text">, { pattern: RegExp; allowed: string }> = {
  year: { pattern: /^\d{4}$/u, allowed: "four digits such as 2024" },
  integer: { pattern: /^-?(?:0|[1-9]\d{0,14})$/u, allowed: "a whole number such as 120, digits alone" },
  number: { pattern: /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u, allowed: "a number such as 12 or 0.5, digits and a point alone" },
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/u, allowed: "a date such as 2024-02-29" },
  boolean: { pattern: /^(?:true|false|yes|no|1|0)$/iu, allowed: ["true", "false", "yes", "no", "1", "0"].join(", ") },
};

function fromText(text: string, type: Exclude<ValueType, "list">): FieldValue {
  if (type === "text") return { value: text };
  const { pattern, allowed } = TEXT_FORMS[type];
  if (!pattern.test(text)) return refused(text, allowed);
  if (type === "date") return { value: text };
  if (type === "boolean") return { value: /^(?:true|yes|1)$/iu.test(text) };
  return { value: Number(text) };
}

function fromJson(raw: unknown, type: Exclude<ValueType, "list">): FieldValue {
  if (type === "text") {
    // Ids and years are at times given as numbers; objects and lists are not text.
    return typeof raw === "number" ? { value: String(raw) } : refused(raw, "text");
  }
  const { allowed } = TEXT_FORMS[type];
  if (type === "boolean") return typeof raw === "boolean" ? { value: raw } : refused(raw, allowed);
  if (type === "date" || typeof raw !== "number") return refused(raw, allowed);
  const fits = type === "number" || (Number.isSafeInteger(raw) && (type === "integer" || /^\d{4}$/u.test(String(raw))));
  return fits ? { value: raw } : refused(raw, allowed);
}

function listValue(raw: unknown, split: string): FieldValue {
  if (typeof raw === "string") return { value: raw.split(split) };
  if (Array.isArray(raw) && raw.every((item) => typeof item === "string")) return { value: raw };
  return refused(raw, "a list of texts");
}

function refused(raw: unknown, allowed: string): FieldValue {
  const shown = (typeof raw === "string" ? raw : (JSON.stringify(raw) ?? typeof raw)).slice(0, 60);
  return { problem: { reason: "invalid_field", message: `is ${JSON.stringify(shown)}`, allowed } };
}
