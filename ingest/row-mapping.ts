import { parseExternalId } from "../src/documents/ids.ts";
import type { RowTarget } from "./sources/format.ts";
import { FIELDS, ID_FIELDS, OTHER_NAMES, REQUIRED_FIELDS, SUBJECT_FIELDS } from "./fields.ts";
import type { MappingFile, Rules } from "./mapping-file.ts";
import { columnsOfRule, isEmpty, ruleValues, valueAt, type Columns, type Values } from "./rule-values.ts";
import type { Problem, RawRow, RowPlace } from "./sources/port.ts";
import type { TableOptions } from "./sources/table.ts";

export interface RowMappingOptions {
  target: RowTarget;
  /** Without one, columns carry the names of the fields. */
  mapping: MappingFile | null;
  /** Whether papers without any id are welcome; their id is then made from title and first author. */
  allowNoId: boolean;
  /** The day of signals of which the row does not say it. */
  observedAt?: string;
  /** Told the names of columns that fill no field. */
  onUnusedColumns?: (columns: readonly string[]) => void;
}

/** Rows of named columns → papers or signals, by a mapping file or by the fields' own names. */
export function rowMapping(options: RowMappingOptions): Pick<TableOptions, "toRow" | "columnProblem"> {
  const { target, mapping } = options;
  const empty = new Set((mapping?.empty ?? []).map((text) => text.trim().toLowerCase()));
  const rules = mapping?.fields ?? nativeRules(target);
  const day = options.observedAt === undefined ? {} : { observed_at: options.observedAt };
  const used = new Set([
    ...columnsOf(rules),
    ...(mapping?.when === undefined ? [] : [mapping.when]),
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
      if (mapping?.when !== undefined && isEmpty(valueAt(columns, mapping.when), empty)) return { ...place, kind: "blank" };
      const record = ruleValues(rules, columns, FIELDS[target], empty, target === "signals" ? day : {});
      if ("problem" in record) return { ...place, kind: "unreadable", problem: record.problem };
      if (target === "signals") return { ...place, kind: "signal", signal: nested(record.values) };
      return paperRow(place, record.values, columns, mapping?.signals ?? [], empty, day);
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
  defaults: Values,
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
    const signal = ruleValues(fields, columns, FIELDS.signals, empty, defaults);
    if ("problem" in signal) return { ...place, kind: "unreadable", problem: signal.problem };
    signals.push(nested(signal.values));
  }
  return { ...place, kind: "paper", paper, source, signals };
}

function deletion(place: RowPlace, ids: unknown, id: unknown, source: unknown): RawRow {
  const titleId = typeof id === "string" && id.startsWith("title:") ? { title: id } : {};
  return { ...place, kind: "deletion", ids: { ...(ids as object | undefined), ...titleId }, source };
}

/** `{"ids.doi": "x"}` → `{ids: {doi: "x"}}`. */
function nested(values: Values): Values {
  const result: Values = {};
  for (const [field, value] of Object.entries(values)) {
    const [outer = field, inner] = field.split(".");
    result[outer] = inner === undefined ? value : { ...(result[outer] as Values | undefined), [inner]: value };
  }
  return result;
}

function nativeRules(target: RowTarget): Rules {
  return Object.fromEntries(Object.keys(FIELDS[target]).map((field) => [field, { columns: columnNames(field) }]));
}

function columnNames(field: string): string[] {
  return [field, ...(OTHER_NAMES[field] ?? [])];
}

function columnsOf(rules: Rules): string[] {
  return Object.values(rules).flatMap(columnsOfRule);
}

/** True for a column of JSON into which a path of the mapping leads. */
function usedInside(column: string, used: ReadonlySet<string>): boolean {
  for (const path of used) if (path.startsWith(`${column}.`)) return true;
  return false;
}

function mappedColumnProblem(mapping: MappingFile, columns: readonly string[]): string | null {
  const named = [
    ...(mapping.when === undefined ? [] : [{ columns: [mapping.when] }]),
    ...Object.values(mapping.fields),
    ...mapping.signals.flatMap(({ when, fields }) => [{ columns: [when] }, ...Object.values(fields)]),
  ];
  const missing = named.flatMap((rule) => {
    if ("columns" in rule) return rule.columns.some((column) => columns.includes(column)) ? [] : [rule.columns.join(" or ")];
    return columnsOfRule(rule).filter((column) => !columns.includes(column));
  });
  if (missing.length === 0) return null;
  return `the mapping names columns that do not exist: ${[...new Set(missing)].join(", ")}; the file has ${columns.join(", ")}`;
}

function nativeColumnProblem({ target, allowNoId, observedAt }: RowMappingOptions, columns: readonly string[]): string | null {
  const present = (field: string): boolean => columnNames(field).some((column) => columns.includes(column));
  const needed = REQUIRED_FIELDS[target].filter((field) => field !== "observed_at" || observedAt === undefined);
  const missing = needed.filter((field) => !present(field)).map((field) => columnNames(field).at(-1));
  const has = `the file has ${columns.join(", ")}`;
  if (missing.length > 0) return `the column ${missing.join(", ")} is missing; ${has}; use --map if they have other names`;
  if (target === "papers" && !allowNoId && !ID_FIELDS.some(present)) {
    return `no column contains an ID (${ID_FIELDS.map((field) => columnNames(field).at(-1)).join(", ")}); ${has}; use --map if they have other names, or --allow-no-id to load papers without an ID`;
  }
  if (target === "signals" && !SUBJECT_FIELDS.some(present)) {
    return `there is no column for ${SUBJECT_FIELDS.join(", ")}; ${has}; use --map if they have other names`;
  }
  return null;
}

function unknownId(id: string): Problem {
  return {
    stage: "validate",
    reason: "invalid_field",
    field: "id",
    message: `is ${JSON.stringify(id.slice(0, 60))}`,
    allowed:
      "a DOI, arXiv, ACL, OpenReview, OpenAlex, PubMed, PubMed Central or Semantic Scholar ID, as doi:…, arxiv:…, acl:…, openreview:…, openalex:…, pmid:…, pmcid:…, s2:… or its URL",
  };
}

function presentIn(ids: Record<string, unknown> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ids ?? {}).filter(([, value]) => value !== null));
}
