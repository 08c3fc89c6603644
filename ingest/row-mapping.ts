import { parseExternalId } from "../src/documents/ids.ts";
import type { Target } from "../src/engine/port.ts";
import { fieldValue } from "./field-values.ts";
import { FIELDS, ID_FIELDS, OTHER_NAMES, REQUIRED_FIELDS } from "./fields.ts";
import type { MappingFile, Rule, Rules } from "./mapping-file.ts";
import type { Problem, RawRow, RowPlace } from "./sources/port.ts";
import type { TableOptions } from "./sources/table.ts";

export interface RowMappingOptions {
  target: Target;
  /** Without one, columns carry the names of the fields. */
  mapping: MappingFile | null;
  /** Whether papers without any id are welcome; their id is then made from title and first author. */
  allowNoId: boolean;
  /** Told the names of columns that fill no field. */
  onUnusedColumns?: (columns: readonly string[]) => void;
}

type Columns = Readonly<Record<string, unknown>>;

/** Rows of named columns → papers or signals, by a mapping file or by the fields' own names. */
export function rowMapping(options: RowMappingOptions): Pick<TableOptions, "toRow" | "columnProblem"> {
  const { target, mapping } = options;
  const empty = new Set((mapping?.empty ?? []).map((text) => text.trim().toLowerCase()));
  const rules = mapping?.fields ?? nativeRules(target);
  const used = new Set([
    ...columnsOf(rules),
    ...(mapping?.signals ?? []).flatMap((signal) => [signal.when, ...columnsOf(signal.fields)]),
  ]);
  const reported = new Set<string>();

  const reportUnused = (columns: readonly string[]): void => {
    const fresh = columns.filter((column) => !used.has(column) && !reported.has(column) && !usedInside(column, used));
    for (const column of fresh.slice(0, Math.max(0, MAX_REPORTED - reported.size))) reported.add(column);
    if (fresh.length > 0) options.onUnusedColumns?.([...reported]);
  };

  return {
    columnProblem(columns) {
      reportUnused(columns);
      return mapping ? mappedColumnProblem(mapping, columns) : nativeColumnProblem(options, columns);
    },

    toRow(place, columns) {
      reportUnused(Object.keys(columns));
      const record = read(rules, columns, target, empty);
      if ("problem" in record) return { ...place, kind: "unreadable", problem: record.problem };
      if (target === "signals") return { ...place, kind: "signal", signal: nested(record.values) };
      return paperRow(place, record.values, columns, mapping?.signals ?? [], empty);
    },
  };
}

/** How many names of unused columns are kept for the report. */
const MAX_REPORTED = 50;

function paperRow(
  place: RowPlace,
  values: Values,
  columns: Columns,
  derived: MappingFile["signals"],
  empty: ReadonlySet<string>,
): RawRow {
  const { id, deleted, ...fields } = values;
  const { source, ...paper } = nested(fields) as { source?: unknown; ids?: Record<string, unknown> };
  if (typeof id === "string") {
    const parsed = parseExternalId(id);
    if (parsed === null && !id.startsWith("title:")) return { ...place, kind: "unreadable", problem: unknownId(id) };
    if (parsed) paper.ids = { [parsed.scheme]: parsed.value, ...presentIn(paper.ids) };
  }
  if (deleted === true) return deletion(place, paper.ids, id, source);
  const signals: unknown[] = [];
  for (const { when, fields } of derived) {
    if (isEmpty(valueAt(columns, when), empty)) continue;
    const signal = read(fields, columns, "signals", empty);
    if ("problem" in signal) return { ...place, kind: "unreadable", problem: signal.problem };
    signals.push(nested(signal.values));
  }
  return { ...place, kind: "paper", paper, source, signals };
}

function deletion(place: RowPlace, ids: unknown, id: unknown, source: unknown): RawRow {
  const titleId = typeof id === "string" && id.startsWith("title:") ? { title: id } : {};
  return { ...place, kind: "deletion", ids: { ...(ids as object | undefined), ...titleId }, source };
}

type Values = Record<string, unknown>;

function read(
  rules: Rules,
  columns: Columns,
  target: Target,
  empty: ReadonlySet<string>,
): { values: Values } | { problem: Problem } {
  const values: Values = {};
  for (const [field, rule] of Object.entries(rules)) {
    const type = ("as" in rule && rule.as) || FIELDS[target][field];
    const raw = rawValue(rule, columns, empty);
    const result = fieldValue(raw, type, "split" in rule ? rule.split : undefined);
    if ("problem" in result) return { problem: { stage: "validate", field, ...result.problem } };
    if (result.value !== null) values[field] = result.value;
  }
  return { values };
}

function rawValue(rule: Rule, columns: Columns, empty: ReadonlySet<string>): unknown {
  if ("value" in rule) return rule.value;
  if ("columns" in rule)
    return rule.columns.map((column) => valueAt(columns, column)).find((value) => !isEmpty(value, empty)) ?? null;
  const holes = [...rule.template.matchAll(HOLE)].map((match) => valueAt(columns, match[1]));
  // A template with a hole that nothing fills says nothing.
  if (holes.some((value) => isEmpty(value, empty))) return null;
  return rule.template.replace(HOLE, (_, column: string) => textOfValue(valueAt(columns, column)));
}

const HOLE = /\{([^{}]+)\}/gu;

/** The value of a column: by its whole name, else by a path of members (`primary.year`; of a list's objects each: `authors.name`). */
function valueAt(columns: Columns, path: string): unknown {
  if (Object.hasOwn(columns, path)) return columns[path];
  const steps = path.split(".");
  return steps.length === 1 ? undefined : steps.reduce<unknown>(member, columns);
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => member(item, name));
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function isEmpty(value: unknown, empty: ReadonlySet<string>): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" && (value.trim() === "" || empty.has(value.trim().toLowerCase()));
}

function textOfValue(value: unknown): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** `{"ids.doi": "x"}` → `{ids: {doi: "x"}}`. */
function nested(values: Values): Values {
  const result: Values = {};
  for (const [field, value] of Object.entries(values)) {
    const [outer, inner] = field.split(".");
    result[outer] = inner === undefined ? value : { ...(result[outer] as Values | undefined), [inner]: value };
  }
  return result;
}

function nativeRules(target: Target): Rules {
  return Object.fromEntries(Object.keys(FIELDS[target]).map((field) => [field, { columns: columnNames(field) }]));
}

function columnNames(field: string): string[] {
  return [field, ...(OTHER_NAMES[field] ?? [])];
}

function columnsOf(rules: Rules): string[] {
  return Object.values(rules).flatMap((rule) => {
    if ("columns" in rule) return rule.columns;
    return "template" in rule ? [...rule.template.matchAll(HOLE)].map((match) => match[1]) : [];
  });
}

/** True for a column of JSON into which a path of the mapping leads. */
function usedInside(column: string, used: ReadonlySet<string>): boolean {
  for (const path of used) if (path.startsWith(`${column}.`)) return true;
  return false;
}

function mappedColumnProblem(mapping: MappingFile, columns: readonly string[]): string | null {
  const named = [
    ...Object.values(mapping.fields),
    ...mapping.signals.flatMap(({ when, fields }) => [{ columns: [when] }, ...Object.values(fields)]),
  ];
  const missing = named.flatMap((rule) => {
    if ("columns" in rule) return rule.columns.some((column) => columns.includes(column)) ? [] : [rule.columns.join(" or ")];
    return columnsOf({ rule }).filter((column) => !columns.includes(column));
  });
  if (missing.length === 0) return null;
  return `the mapping names columns that are not there: ${[...new Set(missing)].join(", ")}; the file has ${columns.join(", ")}`;
}

function nativeColumnProblem({ target, allowNoId }: RowMappingOptions, columns: readonly string[]): string | null {
  const present = (field: string): boolean => columnNames(field).some((column) => columns.includes(column));
  const missing = REQUIRED_FIELDS[target].filter((field) => !present(field)).map((field) => columnNames(field).at(-1));
  const has = `the file has ${columns.join(", ")}`;
  if (missing.length > 0) return `the column ${missing.join(", ")} is missing; ${has}; other names are given with --map`;
  if (target === "papers" && !allowNoId && !ID_FIELDS.some(present)) {
    return `no column holds an id (${ID_FIELDS.map((field) => columnNames(field).at(-1)).join(", ")}); ${has}; other names are given with --map, and --allow-no-id takes papers without any`;
  }
  if (target === "signals" && !present("paper_ids") && !present("topics")) {
    return `neither paper_ids nor topics is a column; ${has}; other names are given with --map`;
  }
  return null;
}

function unknownId(id: string): Problem {
  return {
    stage: "validate",
    reason: "invalid_field",
    field: "id",
    message: `is ${JSON.stringify(id.slice(0, 60))}`,
    allowed: "a DOI, arXiv, ACL, OpenReview or OpenAlex id, as doi:…, arxiv:…, acl:…, openreview:…, openalex:… or its address",
  };
}

function presentIn(ids: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ids ?? {}).filter(([, value]) => value !== null));
}
