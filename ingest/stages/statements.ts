import type { FullText } from "../../src/documents/full-text.ts";
import { sourceRecord } from "../../src/documents/merge.ts";
import { externalIds, type Paper, type SourceRecord } from "../../src/documents/paper.ts";
import { signalKey } from "../../src/documents/signal.ts";
import { textStatements, type TextStatement } from "../full-text/statements.ts";
import { checkPaper, checkSignal } from "../validate.ts";
import { ITS_PAPER, type PaperEntry } from "./check-papers.ts";
import type { TextEntry } from "./check-texts.ts";

/** The record of what a paper's full text states of itself, beside the records of papers that its source gives. */
const RECORD_KEY = "statements";

/**
 * What a stored text states of its paper's data, code and funding, as rows about that paper: a record of its own, whose signals go where the text no longer states them, or another text
 * takes its place. Nothing of a paper without an ID, which nothing else would find.
 */
export function statementEntries({ text, source, numbered }: TextEntry, paper: Paper, today: string): PaperEntry[] {
  const before = paper.source_records.filter(({ record_key }) => record_key === RECORD_KEY);
  const [id] = externalIds(paper.ids);
  const emptied = (record: SourceRecord): PaperEntry => ({
    numbered,
    kind: "stated",
    record: { ...record, signals: [] },
    derived: [],
  });
  const statements = textStatements(text);
  if (id === undefined || statements.length === 0) return before.filter(({ signals }) => signals.length > 0).map(emptied);
  const derived = statements.map((statement, index): PaperEntry["derived"][number] => {
    // Behind the parts that its notices are.
    const part = text.notices.length + index + 1;
    const signal = checkSignal({
      kind: statement.kind,
      title: titleOf(statement, statements),
      statement: statement.quote.slice(0, MAX_LENGTH),
      polarity: "supports",
      topics: [],
      observed_at: dayOf(text, paper) ?? today,
      source: { ...source, url: statement.url ?? source.url },
      paper_ids: [ITS_PAPER],
    });
    return "problem" in signal ? { part, problem: signal.problem } : { part, input: signal.value, key: signalKey(signal.value) };
  });
  const stated = checkPaper({ title: paper.title, ids: { [id.scheme]: id.value } });
  if ("problem" in stated) return [];
  const keys = derived.flatMap((one) => ("key" in one ? [one.key] : []));
  const record = { ...sourceRecord(stated.value, source, keys), record_key: RECORD_KEY };
  const others = before.filter((one) => one.source.name !== source.name && one.signals.length > 0);
  return [...others.map(emptied), { numbered, kind: "stated", record, derived }];
}

/** As long as a signal's statement may be. */
const MAX_LENGTH = 5_000;

const TITLES: Record<TextStatement["kind"], string> = {
  dataset: "Data availability",
  code: "Code availability",
  funding: "Funding statement",
};

/** Several statements of one kind are told apart by where they lead, or by their number. */
function titleOf(statement: TextStatement, all: readonly TextStatement[]): string {
  const { kind, url } = statement;
  if (url !== null) return `${TITLES[kind]}: ${url}`.slice(0, 1_000);
  const number = all.filter((other) => other.kind === kind).indexOf(statement) + 1;
  return number === 1 ? TITLES[kind] : `${TITLES[kind]} (${number})`;
}

function dayOf(text: FullText, paper: Paper): string | null {
  const year = text.year ?? paper.year;
  return text.published_at ?? paper.published_at ?? (year === null ? null : `${year}-01-01`);
}
