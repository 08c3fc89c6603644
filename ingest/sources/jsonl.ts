import { InputError } from "../errors.ts";
import { readLines } from "./lines.ts";
import { unreadable, type InputFile, type RawRow } from "./port.ts";
import type { TableOptions } from "./table.ts";
import type { Format } from "./format.ts";
import { TABLE_OPTIONS, tableOptions } from "./table-format.ts";

/** JSON Lines, the members by their names or by a mapping file. */
export const jsonLines: Format = {
  name: "jsonl",
  targets: ["papers", "signals"],
  extensions: [".jsonl", ".ndjson"],
  impliedBy: [".jsonl", ".ndjson"],
  options: TABLE_OPTIONS,
  async open(options, context) {
    const table = await tableOptions(options, context);
    return (file) => readJsonLines(file, table);
  },
};

/** JSON Lines: one JSON object a line; the mapping says which of its members mean what. Throws `InputError` for a file that is one JSON array. */
export async function* readJsonLines(file: InputFile, table: TableOptions): AsyncGenerator<RawRow> {
  let seenARow = false;
  for await (const line of readLines(file, { invalidUtf8: table.invalidUtf8 })) {
    const place = { position: { file: file.name, line: line.number, byte: line.byte }, raw: () => line.text };
    if (line.problem) {
      yield unreadable(place, line.problem.reason, line.problem.message);
    } else if (line.text.trim() === "") {
      yield { ...place, kind: "blank" };
    } else {
      if (!seenARow && /^\s*\[\s*(?:\{|$)/u.test(line.text)) {
        throw new InputError(file.name, "is a JSON array; jsonl needs one JSON object per line", { line: line.number });
      }
      const parsed = parse(line.text);
      if (typeof parsed === "string") yield unreadable(place, "invalid_json", parsed);
      else yield table.toRow(place, parsed.row);
    }
    seenARow ||= line.text.trim() !== "";
  }
}

function parse(text: string): { row: Record<string, unknown> } | string {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { row: value as Record<string, unknown> };
    return "is JSON, but not an object";
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message.slice(0, 200)}`;
  }
}
