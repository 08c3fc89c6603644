/*
 * Conditions in LanceDB's SQL. Values enter through `literal` alone.
 */

/** A value as an SQL literal. In this dialect only the quote has a meaning inside a string, and it is doubled. */
export function literal(value: string | number | boolean): string {
  if (typeof value === "string") return `'${value.toWellFormed().replaceAll("'", "''")}'`;
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("a number in a filter must be finite");
  return String(value);
}

/** The column's value is one of these. */
export function isOneOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? NEVER : `${column} IN (${values.map(literal).join(", ")})`;
}

/** The column's value is none of these. */
export function isNoneOf(column: string, values: readonly string[]): string {
  return `${column} NOT IN (${values.map(literal).join(", ")})`;
}

/** The list in the column has at least one of these. */
export function hasAnyOf(column: string, values: readonly string[]): string {
  return values.length === 0 ? NEVER : `array_has_any(${column}, make_array(${values.map(literal).join(", ")}))`;
}

/** The text in the column has at least one of these in it. */
export function containsAnyOf(column: string, parts: readonly string[]): string {
  return parts.length === 0 ? NEVER : `(${parts.map((part) => `contains(${column}, ${literal(part)})`).join(" OR ")})`;
}

/** The text in the column begins with this. */
export function beginsWith(column: string, beginning: string): string {
  return `starts_with(${column}, ${literal(beginning)})`;
}

export function compare(column: string, operator: "=" | ">=" | "<=", value: string | number | boolean): string {
  return `${column} ${operator} ${literal(value)}`;
}

/** All of these conditions; undefined where there are none. */
export function all(conditions: readonly string[]): string | undefined {
  return conditions.length === 0 ? undefined : conditions.join(" AND ");
}

const NEVER = "1 = 0";
