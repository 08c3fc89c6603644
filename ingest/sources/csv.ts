import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import { InputError } from "../errors.ts";
import { readLines, type Line } from "./lines.ts";
import { unreadable, type InputFile, type RawRow, type RowPlace } from "./port.ts";
import type { TableOptions } from "./table.ts";
import { textOption, type Format } from "./format.ts";
import { TABLE_OPTIONS, tableOptions } from "./table-format.ts";

/** CSV and TSV, the columns by their names or by a mapping file. */
export const csv: Format = {
  name: "csv",
  targets: ["papers", "signals"],
  extensions: [".csv", ".tsv"],
  impliedBy: [".csv", ".tsv"],
  options: [
    ...TABLE_OPTIONS,
    {
      name: "delimiter",
      tellsInputsApart: true,
      flags: "--delimiter <text>",
      description: "field delimiter; default: a comma, or a tab for .tsv",
      parse: (text) => (text === "\\t" ? "\t" : text),
    },
  ],
  async open(options, context) {
    const table = { ...(await tableOptions(options, context)), delimiter: textOption(options, "delimiter") };
    return (file) => readCsv(file, table);
  },
};

/** The most characters of one record, line breaks inside quotes included. */
const MAX_RECORD_LENGTH = 1024 * 1024;

/**
 * CSV with a header row, or with the names of its columns from elsewhere. A record that does not parse costs its first line alone: reading goes on at the next line of the file, so that a stray
 * quote does not swallow the good rows behind it. (csv-parse parses each record; the records are cut here, as its own recovery goes on
 * behind whatever the quote swallowed.) Throws `InputError` before the first row for a header that cannot be used.
 */
export async function* readCsv(file: InputFile, table: TableOptions): AsyncGenerator<RawRow> {
  const delimiter = table.delimiter ?? (/\.tsv(?:\.gz)?$/iu.test(file.name) ? "\t" : ",");
  let header: readonly string[] | null = table.header ?? null;
  const problem = header && (headerProblem(header) ?? table.columnProblem(header));
  if (problem) throw new InputError(file.name, problem);
  let skipping = header !== null && (table.skipHeader ?? false);
  for await (const record of records(
    readLines(file, { loneCarriageReturn: true, invalidUtf8: table.invalidUtf8 }),
    delimiter,
    table.quotes ?? true,
  )) {
    const place = { position: { file: file.name, line: record.line, byte: record.byte }, raw: () => record.text };
    if (record.kind === "blank") yield { ...place, kind: "blank" };
    else if (header === null) {
      const columns = record.kind === "fields" ? record.fields.map((name) => name.trim()) : [];
      const problem = record.kind === "broken" ? record.message : (headerProblem(columns) ?? table.columnProblem(columns));
      if (problem !== null) throw new InputError(file.name, problem, { line: record.line });
      header = columns;
    } else if (skipping) skipping = false;
    else if (record.kind === "broken") yield unreadable(place, record.reason, record.message);
    else yield rowOf(place, header, record.fields, table);
  }
}

function rowOf(place: RowPlace, header: readonly string[], fields: readonly string[], table: TableOptions): RawRow {
  if (fields.length !== header.length) {
    return unreadable(place, "column_count", `has ${fields.length} fields; the header has ${header.length} columns`);
  }
  return table.toRow(place, Object.fromEntries(header.map((name, index) => [name, fields[index]])));
}

function headerProblem(columns: readonly string[]): string | null {
  const empty = columns.findIndex((name) => name === "");
  if (empty !== -1) return `column ${empty + 1} of the header has no name`;
  const unsafe = columns.find((name) => name === "__proto__");
  if (unsafe !== undefined) return "a column must not be named __proto__";
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  return twice === undefined ? null : `the header has the column ${twice} twice`;
}

type CsvRecord = { line: number; byte: number; text: string } & (
  | { kind: "fields"; fields: string[] }
  | { kind: "broken"; reason: string; message: string }
  | { kind: "blank" }
);

/** Cuts lines into records: a record ends where a line ends and the number of quotes so far is even. */
async function* records(lines: AsyncGenerator<Line>, delimiter: string, quoted: boolean): AsyncGenerator<CsvRecord> {
  // Lines behind the record that is being gathered: its own further lines, until it is known to be whole.
  const waiting: Line[] = [];
  let exhausted = false;
  const nextLine = async (): Promise<Line | null> => {
    if (exhausted) return null;
    const next = await lines.next();
    if (next.done) exhausted = true;
    return next.done ? null : next.value;
  };

  for (;;) {
    const first = waiting.shift() ?? (await nextLine());
    if (first === null) return;
    const at = { line: first.number, byte: first.byte, text: first.text };
    if (first.problem) {
      yield { ...at, kind: "broken", ...first.problem };
      continue;
    }
    if (first.text.trim() === "") {
      yield { ...at, kind: "blank" };
      continue;
    }
    if (!quoted) {
      yield { ...at, kind: "fields", fields: first.text.split(delimiter) };
      continue;
    }
    const gathered = [first];
    let length = first.text.length;
    let open = isOdd(quotes(first.text));
    while (open && length <= MAX_RECORD_LENGTH) {
      let line: Line | null = waiting[gathered.length - 1] ?? null;
      if (line === null) {
        line = await nextLine();
        if (line === null) break;
        waiting.push(line);
      }
      if (line.problem) break;
      gathered.push(line);
      length += line.text.length + line.end.length;
      if (isOdd(quotes(line.text))) open = false;
    }
    const text = gathered.map((line, index) => (index < gathered.length - 1 ? line.text + line.end : line.text)).join("");
    const parsed = open ? { message: openQuoteMessage(length) } : parseRecord(text, delimiter);
    if ("fields" in parsed) {
      waiting.splice(0, gathered.length - 1);
      yield { ...at, text, kind: "fields", fields: parsed.fields };
    } else yield { ...at, kind: "broken", reason: "invalid_csv", message: parsed.message };
  }
}

function openQuoteMessage(length: number): string {
  return length > MAX_RECORD_LENGTH
    ? `a quoted field is not closed within ${MAX_RECORD_LENGTH} characters`
    : "a quoted field is not closed";
}

function parseRecord(text: string, delimiter: string): { fields: string[] } | { message: string } {
  if (!text.includes('"')) return { fields: text.split(delimiter) };
  try {
    const rows = parse(text, { delimiter, record_delimiter: ["\r\n", "\n", "\r"], max_record_size: MAX_RECORD_LENGTH });
    const [fields] = rows;
    if (fields && rows.length === 1) return { fields };
    return { message: "unexpected quote" };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { message: MESSAGES[error.code] ?? "is not valid CSV" };
  }
}

const MESSAGES: Partial<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'there is a quote inside an unquoted field; quote the field and double its quotes: "a ""b"" c"',
  CSV_INVALID_CLOSING_QUOTE: 'there is text after a closing quote; double the quotes inside a field: "a ""b"" c"',
  CSV_QUOTE_NOT_CLOSED: "a quoted field is not closed",
  CSV_MAX_RECORD_SIZE: `the record has more than ${MAX_RECORD_LENGTH} characters`,
};

function quotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}
