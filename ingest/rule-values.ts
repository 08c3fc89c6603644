import type { Problem } from "./sources/port.ts";
import { fieldValue, type ValueType } from "./field-values.ts";
import type { Rule, Rules } from "./mapping-file.ts";

export type Columns = Readonly<Record<string, unknown>>;
export type Values = Record<string, unknown>;

/**
 * The values of all fields that a row's columns give by the rules; where they give none, what `defaults` has, else the field is left out. Templates
 * come last, as they may hold other fields. Pure.
 */
export function ruleValues(
  rules: Rules,
  columns: Columns,
  types: Readonly<Record<string, ValueType>>,
  empty: ReadonlySet<string>,
  defaults: Values = {},
): { values: Values } | { problem: Problem } {
  const values: Values = { ...defaults };
  for (const [field, rule] of inOrder(rules)) {
    const type = ("as" in rule && rule.as) || types[field];
    if (!type) throw new RangeError(`there is no field ${field} to write to`);
    const raw = "template" in rule ? filled(rule.template, columns, values, empty) : rawValue(rule, columns, empty);
    const result = translated(raw, rule) ?? fieldValue(raw, type, "split" in rule ? rule.split : undefined);
    if ("problem" in result) return { problem: { stage: "validate", field, ...result.problem } };
    if (result.value !== null) values[field] = result.value;
  }
  return { values };
}

/** Rules with their fields, templates last. They are the same for all rows of an input. */
function inOrder(rules: Rules): readonly [field: string, rule: Rule][] {
  let ordered = ORDERED.get(rules);
  if (ordered === undefined) {
    const entries = Object.entries(rules);
    const templates = entries.filter(([, rule]) => "template" in rule);
    const others = entries.filter(([, rule]) => !("template" in rule));
    ordered = [...others, ...templates];
    ORDERED.set(rules, ordered);
  }
  return ordered;
}

const ORDERED = new WeakMap<Rules, readonly [string, Rule][]>();

/** The columns that a rule reads. */
export function columnsOfRule(rule: Rule): string[] {
  if ("columns" in rule) return rule.columns;
  if ("each" in rule) return rule.each;
  return "template" in rule ? holesOf(rule.template).flatMap(({ column }) => column ?? []) : [];
}

/** The value of a column: by its whole name, else by a path of members (`primary.year`; of a list's objects each: `authors.name`). */
export function valueAt(columns: Columns, path: string): unknown {
  if (Object.hasOwn(columns, path)) return columns[path];
  return path.includes(".") ? path.split(".").reduce<unknown>(member, columns) : undefined;
}

export function isEmpty(value: unknown, empty: ReadonlySet<string>): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== "string") return false;
  const text = value.trim();
  return text === "" || (empty.size > 0 && empty.has(text.toLowerCase()));
}

function rawValue(rule: Exclude<Rule, { template: string }>, columns: Columns, empty: ReadonlySet<string>): unknown {
  if ("value" in rule) return rule.value;
  if ("each" in rule) {
    const values = rule.each.map((column) => valueAt(columns, column)).filter((value) => !isEmpty(value, empty));
    return values.length === 0
      ? null
      : values.map((value) => (typeof value === "number" && rule.as !== "mean" ? String(value) : value));
  }
  for (const column of rule.columns) {
    const value = valueAt(columns, column);
    if (!isEmpty(value, empty)) return value;
  }
  return null;
}

/** What a rule with a table of values makes of one; null where there is no table, or no value. */
function translated(
  raw: unknown,
  rule: Rule,
): { value: unknown } | { problem: Pick<Problem, "reason" | "message" | "allowed"> } | null {
  if (!("values" in rule) || rule.values === undefined || raw === null) return null;
  const text = textOfValue(raw);
  if (Object.hasOwn(rule.values, text)) return { value: rule.values[text] };
  if (rule.else !== undefined) return { value: rule.else };
  const message = `is ${JSON.stringify(text.slice(0, 60))}`;
  return { problem: { reason: "invalid_field", message, allowed: Object.keys(rule.values) } };
}

/** `{column}` has to be filled, `{column?}` may be empty, `{=field}` is another field of the same row. */
const HOLE = /\{(=?)([^{}]+?)(\??)\}/gu;

interface Hole {
  column?: string;
  field?: string;
  optional: boolean;
}

function holesOf(template: string): Hole[] {
  return [...template.matchAll(HOLE)].map(([, isField, name, optional]) => ({
    ...(isField ? { field: name } : { column: name }),
    optional: optional !== "",
  }));
}

/** The template with its holes filled; null where one of them stays empty that may not: it then says nothing. */
function filled(template: string, columns: Columns, values: Values, empty: ReadonlySet<string>): string | null {
  const found = holesOf(template).map(({ column, field, optional }) => {
    const value = column === undefined ? (values[field!] ?? null) : valueAt(columns, column);
    return { optional, text: isEmpty(value, empty) ? null : textOfValue(value) };
  });
  if (found.some(({ optional, text }) => text === null && !optional)) return null;
  const texts = found.values();
  return template.replace(HOLE, () => texts.next().value?.text ?? "");
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => member(item, name));
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function textOfValue(value: unknown): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}
