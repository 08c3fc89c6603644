import { idKey } from "../../src/documents/ids.ts";
import type { FullText, FullTextFormat } from "../../src/documents/full-text.ts";
import { keysOf, sourceRecord } from "../../src/documents/merge.ts";
import { externalIds, type SourceRecord } from "../../src/documents/paper.ts";
import { cleanText } from "../../src/documents/text.ts";
import type { Source } from "../../src/documents/fields.ts";
import { checkPaper, checkSource } from "../validate.ts";
import { BatchLog, dead, type BatchContext, type CheckedBatch, type NumberedRow, type RowBatch } from "./batch.ts";

/** A full text that was checked. */
export interface TextEntry {
  numbered: NumberedRow;
  text: FullText;
  /** Id keys of its paper, as the table of ids, the text and the file's name give them, in this order; last, that of its title and authors. */
  keys: string[];
  source: Source;
  /** What the text says of its paper, where the format says enough to make one; null: its paper has to be there. */
  record: SourceRecord | null;
}

/** These formats say what their paper is; of a PDF or a plain text that is guessed. */
const SAY_THEIR_PAPER: ReadonlySet<FullTextFormat> = new Set(["jats", "tei", "s2orc"]);
/** As long as an abstract may be. */
const MAX_ABSTRACT = 20_000;

/** Second stage, of full texts. `mapped` gives the ids that a table names for a file. Rows that cannot be taken end here, in the log. */
export async function* checkTexts(
  batches: AsyncIterable<RowBatch>,
  context: BatchContext,
  mapped: (file: string) => string[],
): AsyncGenerator<CheckedBatch<TextEntry>> {
  for await (const { origin, rows } of batches) {
    const log = new BatchLog(context, rows.length);
    const entries = rows.flatMap((row) => entryOf(row, context, mapped, log) ?? []);
    yield { origin, lastRow: rows.at(-1)?.number ?? 0, entries, log };
  }
}

function entryOf(
  numbered: NumberedRow,
  { source: { sourceName } }: BatchContext,
  mapped: (file: string) => string[],
  log: BatchLog,
): TextEntry | null {
  const { row } = numbered;
  if (row.kind === "unreadable") {
    log.rowEnded(numbered, dead(row.problem));
    return null;
  }
  if (row.kind !== "fulltext") throw new Error(`a source of full texts yielded a row of the kind ${row.kind}`);
  const { text, named, position } = row;
  const source = checkSource({ ...text.source, name: sourceName ?? text.venue ?? text.source.name }, text.source.name);
  if ("problem" in source) {
    log.rowEnded(numbered, dead(source.problem));
    return null;
  }
  const ids = [...mapped(position.file), ...[text.ids, named].flatMap(externalIds).map(idKey)];
  const about = { ...source.value, license: source.value.license ?? text.licence?.slice(0, 200) ?? null };
  const record = recordOf(text, about);
  const keys = [...ids, ...(record === null ? [] : keysOf(record))];
  return { numbered, text, keys: [...new Set(keys)], source: about, record };
}

/** Null also where what it says of its paper cannot be taken: then its paper has to be there. */
function recordOf({ format, title, abstract, authors, year, published_at, venue, ids }: FullText, source: Source) {
  if (!SAY_THEIR_PAPER.has(format) || title === null) return null;
  const said = abstract === null ? null : cleanText(abstract.slice(0, MAX_ABSTRACT));
  const checked = checkPaper({ title, abstract: said, authors, year, published_at, venue, ids });
  return "problem" in checked ? null : sourceRecord(checked.value, source, []);
}
