import { parsePythonList } from "./python-list.ts";
import type { Problem } from "./sources/port.ts";
import { rounded } from "../src/shared/rounding.ts";

/** How the text or JSON value of a column is read. Strictly: what is not exactly of the type is a problem, never guessed at. */
export const VALUE_TYPES = [
  "text",
  "year",
  "integer",
  "number",
  "date",
  "boolean",
  "list",
  "python_list",
  "mean",
  "arxiv_number",
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];
type ScalarType = Exclude<ValueType, "list" | "python_list" | "mean" | "arxiv_number">;

export type FieldValue = { value: unknown } | { problem: Pick<Problem, "reason" | "message" | "allowed"> };

/**
 * Reads a value as a type. Missing, null and blank values give null; `split` says what stands between the entries of a list in text, or what
 * may: the text is cut at each.
 */
export function fieldValue(raw: unknown, type: ValueType, split: string | readonly string[] = ";"): FieldValue {
  if (raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "")) return { value: null };
  if (type === "list") return listValue(raw, split);
  if (type === "python_list") return pythonListValue(raw);
  if (type === "mean") return meanValue(raw, split);
  if (type === "arxiv_number") return arxivNumber(raw);
  if (typeof raw === "string") return fromText(raw.trim(), type);
  return fromJson(raw, type);
}

const TEXT_FORMS: Record<Exclude<ScalarType, "text">, { pattern: RegExp; allowed: string }> = {
  year: { pattern: /^\d{4}$/u, allowed: "four digits such as 2024" },
  integer: { pattern: /^-?(?:0|[1-9]\d{0,14})$/u, allowed: "a whole number such as 120, digits only" },
  number: {
    pattern: /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u,
    allowed: "a number such as 12 or 0.5, digits and a decimal point only",
  },
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/u, allowed: "a date such as 2024-02-29" },
  boolean: { pattern: /^(?:true|false|yes|no|1|0)$/iu, allowed: ["true", "false", "yes", "no", "1", "0"].join(", ") },
};

function fromText(text: string, type: ScalarType): FieldValue {
  if (type === "text") return { value: text };
  const { pattern, allowed } = TEXT_FORMS[type];
  if (!pattern.test(text)) return refused(text, allowed);
  if (type === "date") return { value: text };
  if (type === "boolean") return { value: /^(?:true|yes|1)$/iu.test(text) };
  return { value: Number(text) };
}

function fromJson(raw: unknown, type: ScalarType): FieldValue {
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

function listValue(raw: unknown, split: string | readonly string[]): FieldValue {
  if (typeof raw === "string") return { value: cut(raw, split) };
  if (Array.isArray(raw) && raw.every((item) => typeof item === "string")) return { value: raw };
  return refused(raw, "a list of strings");
}

function cut(text: string, split: string | readonly string[]): string[] {
  return [split].flat().reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text]);
}

function pythonListValue(raw: unknown): FieldValue {
  const items = typeof raw === "string" ? parsePythonList(raw) : null;
  return items ? { value: items } : refused(raw, `a list as Python prints it, such as ['a', "b's", 3]`);
}

/** The mean of numbers, rounded to two decimals: of several columns, of a list, or of a text that holds one. Nothing of no numbers. */
function meanValue(raw: unknown, split: string | readonly string[]): FieldValue {
  const entries = [raw].flat().flatMap((item: unknown) => {
    if (typeof item !== "string") return [item];
    return parsePythonList(item) ?? cut(item, split);
  });
  const numbers: number[] = [];
  for (const entry of entries) {
    const number = fieldValue(entry, "number");
    if ("problem" in number) return number;
    if (number.value !== null) numbers.push(number.value as number);
  }
  if (numbers.length === 0) return { value: null };
  return { value: rounded(numbers.reduce((sum, number) => sum + number, 0) / numbers.length, 2) };
}

/**
 * Mends an arXiv ID that a spreadsheet or data frame took for a number: `704.35` was 0704.3500, `1910.1068699999998` 1910.10687. Five digits stand
 * behind the point since January 2015, four before. Ids that are none (`cs/9809011`) stay.
 */
function arxivNumber(raw: unknown): FieldValue {
  const text = typeof raw === "number" ? String(raw) : raw;
  if (typeof text !== "string") return refused(raw, "an arXiv ID");
  const [, month, behind = ""] = /^(\d{3,4})(?:\.(\d{1,17}))?$/u.exec(text.trim()) ?? [];
  if (month === undefined) return { value: text.trim() };
  const digits = Number(month) >= 1501 ? 5 : 4;
  return {
    value: `${month.padStart(4, "0")}.${Number(`0.${behind || 0}`)
      .toFixed(digits)
      .slice(2)}`,
  };
}

function refused(raw: unknown, allowed: string): FieldValue {
  const shown = (typeof raw === "string" ? raw : (JSON.stringify(raw) ?? typeof raw)).slice(0, 60);
  return { problem: { reason: "invalid_field", message: `is ${JSON.stringify(shown)}`, allowed } };
}
