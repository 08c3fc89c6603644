import { z } from "zod";
import { Source } from "../src/documents/fields.ts";
import { PaperInput, type PaperIds, type ParsedPaper } from "../src/documents/paper.ts";
import { SignalInput, type ParsedSignal } from "../src/documents/signal.ts";
import type { Problem } from "./sources/port.ts";

type Checked<Value> = { value: Value } | { problem: Problem };

export function checkPaper(input: unknown): Checked<ParsedPaper> {
  return checked(CompiledPaper.safeParse(input));
}

/** The same schema, in half the time where the input passes. */
const CompiledPaper = z.compile(PaperInput);

export function checkSignal(input: unknown): Checked<ParsedSignal> {
  return checked(SignalInput.safeParse(input));
}

/** The ids that a deletion names. */
export function checkIds(ids: unknown): Checked<PaperIds> {
  const result = checked(PaperInput.shape.ids.safeParse(ids));
  return "problem" in result
    ? { problem: { ...result.problem, field: ["ids", result.problem.field].filter(Boolean).join(".") } }
    : result;
}

/** The source a row names; `fallback` where it names none. */
export function checkSource(input: unknown, fallback: string): Checked<Source> {
  const given = (input ?? {}) as Record<string, unknown>;
  const result = checked(Source.safeParse({ ...given, name: given.name ?? fallback }));
  return "problem" in result ? { problem: { ...result.problem, field: `source.${result.problem.field ?? "name"}` } } : result;
}

function checked<Value>(result: z.ZodSafeParseResult<Value>): Checked<Value> {
  if (result.success) return { value: result.data };
  // What zod refuses has an issue at least.
  const issue = result.error.issues[0]!;
  const field = issue.path.map(String).join(".") || undefined;
  if (issue.message.endsWith("received undefined")) {
    return { problem: { stage: "validate", reason: "missing_field", field, message: "is missing" } };
  }
  if (issue.code === "invalid_value") {
    const allowed = issue.values.map(String);
    return {
      problem: { stage: "validate", reason: "invalid_field", field, message: "is not one of the allowed values", allowed },
    };
  }
  return { problem: { stage: "validate", reason: "invalid_field", field, message: issue.message } };
}
