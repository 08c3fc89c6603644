import { citedText, type CitedDocuments } from "../citations/check.ts";
import type { CanvasRun } from "../answers/run.ts";
import { liveStatus, type Library } from "../retrieval/library.ts";
import { documentsOf } from "./saved.ts";
import type { Citation } from "../citations/citation.ts";
import { counted } from "../shared/thousands.ts";

/** A quote that is not where it was: it stands elsewhere in the text, stands there no more, or the record is gone. */
export interface ChangedQuote {
  number: number;
  id: string;
  how: "moved" | "changed" | "gone";
}

/** What has changed in the library since a run. */
export interface RunChanges {
  /** One sentence that says it all. */
  summary: string;
  /** The generations of the index, where another one is live now. */
  generation: { before: string; now: string } | null;
  papers_gone: string[];
  papers_merged: { paper_id: string; into: string }[];
  retracted_since: string[];
  signals_gone: string[];
  quotes_unchanged: number;
  quotes_changed: ChangedQuote[];
}

/** Compares what a run read and cited with the library as it is now. Throws `engine_unavailable`, `index_missing`. */
export async function changesSince(library: Library, run: CanvasRun, signal?: AbortSignal): Promise<RunChanges> {
  const { citations, source_context: read } = run.answer;
  const cited = (kind: Citation["kind"]) => citations.filter((citation) => citation.kind === kind).map(({ id }) => id);
  const papers = [...new Set([...read.paper_ids, ...cited("paper"), ...cited("passage")])];
  const signals = [...new Set([...read.signal_ids, ...cited("signal")])];
  const passageIds = [...new Set(citations.flatMap(({ passage_id }) => passage_id ?? []))];
  const [{ generation: now }, documents, passages] = await Promise.all([
    liveStatus(library, "papers", signal),
    documentsOf(library, { papers, signals }, signal),
    passageIds.length === 0 ? undefined : library.engine.passages.get(passageIds, { signal }),
  ]);
  const current = (id: string) => documents.papers.get(id);
  const quotes_changed = citations.flatMap((citation) => changedQuote(citation, { ...documents, passages }));
  const changes = {
    generation: now === read.generation ? null : { before: read.generation, now: now ?? "" },
    papers_gone: papers.filter((id) => current(id) === undefined),
    papers_merged: papers.flatMap((id) => {
      const into = current(id)?.paper_id ?? id;
      return into === id ? [] : [{ paper_id: id, into }];
    }),
    retracted_since: papers.filter((id) => current(id)?.retracted === true && !run.retracted_then.includes(id)),
    signals_gone: signals.filter((id) => !documents.signals.has(id)),
    quotes_unchanged: citations.length - quotes_changed.length,
    quotes_changed,
  };
  return { summary: summaryOf(changes), ...changes };
}

function changedQuote(citation: Citation, documents: CitedDocuments): ChangedQuote[] {
  const { kind, id, passage_id, number, quote, start, end } = citation;
  const document = kind === "signal" ? documents.signals.get(id) : documents.papers.get(id);
  const isThere = kind === "passage" ? documents.passages?.has(passage_id ?? "") : document !== undefined;
  if (!isThere) return [{ number, id, how: "gone" }];
  const text = citedText(citation, documents) ?? "";
  if (text.slice(start, end) === quote) return [];
  return [{ number, id, how: text.includes(quote) ? "moved" : "changed" }];
}

function summaryOf(changes: Omit<RunChanges, "summary">): string {
  const parts = [
    ...said(changes.papers_gone.length, "paper", "no longer in the library"),
    ...said(changes.papers_merged.length, "paper", "merged into another"),
    ...said(changes.retracted_since.length, "paper", "retracted"),
    ...said(changes.signals_gone.length, "signal", "no longer in the library"),
    ...said(changes.quotes_changed.length, "quote", "moved, changed or removed"),
    ...(changes.generation === null ? [] : ["the index was rebuilt"]),
  ];
  if (parts.length > 0) return `Since then: ${parts.join("; ")}.`;
  return `Nothing has changed since: ${counted(changes.quotes_unchanged, "quote")} compared.`;
}

function said(count: number, noun: string, what: string): string[] {
  return count === 0 ? [] : [`${counted(count, noun)} ${what}`];
}
