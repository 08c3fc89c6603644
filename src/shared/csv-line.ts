export type CsvValue = string | number | boolean | null | undefined;

/**
 * A line of a table (RFC 4180) with its end; null and undefined are empty. No cell is taken for a formula by a spreadsheet: a text that would be
 * begins with an apostrophe.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** What spreadsheets take for the beginning of a formula, or drop before one: also in the wide forms of Japanese keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
