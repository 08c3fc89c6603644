import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";

const HALVES = ["tune", "report", "all"];

/** The lines of a JSONL file as `schema` has them. Throws an error that names the line which is not as it should be. */
export function readRows<Schema extends z.ZodType>(file: string | URL, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(typeof file === "string" ? resolve(file) : file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [schema.parse(JSON.parse(line))];
    } catch (error) {
      throw new Error(`${String(file)}, line ${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
}

/** Every other row, from the first, is for tuning, the rest to report. */
export function halfOf<Row>(rows: readonly Row[], half: string): Row[] {
  if (!HALVES.includes(half)) throw new Error(`--half: must be one of ${HALVES.join(", ")}`);
  return rows.filter((_, index) => half === "all" || (index % 2 === 0) === (half === "tune"));
}

/** A share with three decimals; of nothing, null. */
export function share(count: number, of: number): number | null {
  return of === 0 ? null : Math.round((1000 * count) / of) / 1000;
}

/** How often each value comes, the most frequent first. */
export function tally(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}
