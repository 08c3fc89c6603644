import { readFile } from "node:fs/promises";
import { z } from "zod";
import { SIGNAL_KINDS } from "../src/documents/signal-kinds.ts";
import type { RowTarget } from "./sources/format.ts";
import { UsageError } from "./errors.ts";
import { VALUE_TYPES, type ValueType } from "./field-values.ts";
import { FIELDS } from "./fields.ts";

const name = z.string().min(1).max(300);

/** One column, or several of which the first that is filled counts. */
const columns = z.union([name.transform((column) => [column]), z.array(name).min(1).max(20)]);

const as = z.enum(VALUE_TYPES).optional();
const separator = z.string().min(1).max(20);
const split = z.union([separator, z.array(separator).min(1).max(10)]).optional();
const constant = z.union([z.string(), z.number(), z.boolean()]);
/** What a value stands for: `{"Reject": "against"}`. */
const values = z.record(z.string(), constant).optional();

/** Where the value of a field comes from: a column (a text alone means this), several, a constant, or a template over columns. */
const Rule = z.union([
  name.transform((column) => ({ columns: [column] })),
  z
    .strictObject({ column: columns, as, split, values, else: constant.optional() })
    .transform(({ column, ...reading }) => ({ columns: column, ...reading })),
  z.strictObject({ each: z.array(name).min(1).max(50), as, split }),
  z.strictObject({ value: z.union([constant, z.array(z.string())]) }),
  z.strictObject({ template: z.string().min(1).max(2_000) }),
]);
interface Reading {
  as?: ValueType;
  split?: string | string[];
}
type Constant = string | number | boolean;
export type Rule =
  | ({ columns: string[]; values?: Record<string, Constant>; else?: Constant } & Reading)
  | ({ each: string[] } & Reading)
  | { value: Constant | string[] }
  | { template: string };

const Rules = z.record(z.string(), Rule);
export type Rules = Record<string, Rule>;

const MappingFile = z.strictObject({
  target: z.enum(["papers", "signals"]),
  /** CSV: the names of the columns of a file that has no header row, or one that cannot be used. */
  columns: z.array(name).min(1).max(1_000).optional(),
  /** With `columns`: the file has a header row all the same, which is passed over. */
  skip_header: z.boolean().default(false),
  /** CSV: false where quotes are characters like others, and every line is a record. */
  quotes: z.boolean().default(true),
  /** Signals only: the column that has to be filled for a row to count; the others count as blank. */
  when: name.optional(),
  fields: Rules,
  /** Texts that mean “nothing”, compared without case and outer white space; the empty text always does. */
  empty: z.array(z.string()).default([]),
  /** Papers only: signals that a row states beside its paper. */
  signals: z.array(z.strictObject({ when: name, fields: Rules })).default([]),
});
export type MappingFile = z.output<typeof MappingFile>;

/** Reads and checks a mapping file (docs/ingest-mapping.md). Throws `UsageError` that names the member and what is allowed. */
export async function readMappingFile(path: string, target: RowTarget): Promise<MappingFile> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`${path}: there is no such mapping file`);
  });
  const parsed = MappingFile.safeParse(jsonOf(path, text));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${path}: ${issue.path.join(".") || "the file"}: ${issue.message}`);
    throw new UsageError(lines.join("\n"));
  }
  const mapping = parsed.data;
  if (mapping.target !== target) throw new UsageError(`${path}: target: is ${mapping.target}, but ${target} are being loaded`);
  if (target === "signals" && mapping.signals.length > 0) {
    throw new UsageError(`${path}: signals: applies only to papers; use \`fields\` for signals`);
  }
  if (target === "papers" && mapping.when !== undefined) {
    throw new UsageError(`${path}: when: applies only to signals; for papers, each entry of \`signals\` has its own`);
  }
  const problems = [
    ...ruleProblems(mapping.fields, target, "fields"),
    ...mapping.signals.flatMap((signal, index) => ruleProblems(signal.fields, "signals", `signals.${index}.fields`)),
  ];
  if (problems.length > 0) throw new UsageError(problems.map((problem) => `${path}: ${problem}`).join("\n"));
  return mapping;
}

function ruleProblems(rules: Rules, target: RowTarget, place: string): string[] {
  const unknown = Object.keys(rules).filter((field) => !Object.hasOwn(FIELDS[target], field));
  const kind = target === "signals" ? rules.kind : undefined;
  const wrongKind = kind && "value" in kind && !(SIGNAL_KINDS as readonly unknown[]).includes(kind.value);
  return [
    ...unknown.map(
      (field) => `${place}.${field}: is not a field of ${target}; allowed: ${Object.keys(FIELDS[target]).join(", ")}`,
    ),
    ...(wrongKind ? [`${place}.kind: is not a kind of signal; allowed: ${SIGNAL_KINDS.join(", ")}`] : []),
  ];
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path}: is not valid JSON: ${(error as Error).message}`);
  }
}
