import type { FullText, FullTextNotice } from "../../src/documents/full-text.ts";
import { idKey, idUrl, parseExternalId, type ExternalId } from "../../src/documents/ids.ts";
import { sourceRecord } from "../../src/documents/merge.ts";
import type { Paper } from "../../src/documents/paper.ts";
import { signalKey, type SignalInput } from "../../src/documents/signal.ts";
import type { SignalKind } from "../../src/documents/signal-kinds.ts";
import { checkPaper, checkSignal } from "../validate.ts";
import { ITS_PAPER, type PaperEntry } from "./check-papers.ts";
import type { TextEntry } from "./check-texts.ts";

/** Id keys of the papers that a text's notices are about. */
export function noticeKeys({ notices }: FullText): string[] {
  return notices.flatMap(({ paper }) => paperOf(paper) ?? []).map(idKey);
}

/** What a text's notices state about papers that are held, as rows about those papers: that one is retracted, and a signal. */
export function noticeEntries(entry: TextEntry, held: ReadonlyMap<string, Paper>, today: string): PaperEntry[] {
  const { text, source, numbered } = entry;
  const unique = new Map(text.notices.map((notice) => [`${notice.kind} ${notice.paper}`, notice]));
  return [...unique.values()].flatMap((notice, index): PaperEntry[] => {
    const id = paperOf(notice.paper);
    const paper = id === null ? undefined : held.get(idKey(id));
    if (id === null || paper === undefined) return [];
    const stated = checkPaper({
      title: paper.title,
      ids: { [id.scheme]: id.value },
      ...(notice.kind === "retraction" ? { retracted: true } : {}),
    });
    const signal = checkSignal({
      ...signalOf(notice, text, today),
      source: { ...source, url: urlOf(notice) },
      paper_ids: [ITS_PAPER],
    });
    if ("problem" in stated) return [];
    const part = index + 1;
    const keys = "problem" in signal ? [] : [signalKey(signal.value)];
    const derived = "problem" in signal ? { part, problem: signal.problem } : { part, input: signal.value, key: keys[0]! };
    // A key of its own: the journal of the notice has a record of the paper already, which says more.
    const record = { ...sourceRecord(stated.value, source, keys), record_key: `notice:${notice.notice ?? notice.kind}` };
    return [{ numbered, kind: "stated", record, derived: [derived] }];
  });
}

const KINDS: Record<FullTextNotice["kind"], { kind: SignalKind; title: string; said: string }> = {
  retraction: { kind: "retraction", title: "Retraction", said: "This paper was retracted" },
  correction: { kind: "erratum", title: "Correction", said: "A correction to this paper was published" },
  expression_of_concern: {
    kind: "erratum",
    title: "Expression of concern",
    said: "The publisher expressed concern about this paper",
  },
};

function signalOf({ kind, notice }: FullTextNotice, text: FullText, today: string): Omit<SignalInput, "source" | "paper_ids"> {
  const { title, said, kind: signalKind } = KINDS[kind];
  const day = text.published_at ?? (text.year === null ? today : `${text.year}-01-01`);
  const where = notice === null ? "" : ` (${notice})`;
  return { kind: signalKind, title, statement: `${said}${where}.`, polarity: "against", topics: [], observed_at: day };
}

function urlOf({ notice }: FullTextNotice): string | null {
  const id = notice === null ? null : paperOf(notice);
  return id === null ? null : idUrl(id);
}

function paperOf(doi: string): ExternalId | null {
  return parseExternalId(doi);
}
