import { provenanceOf } from "../documents/merge.ts";
import type { ShownPaper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Library } from "../retrieval/library.ts";
import { paperWithSignals } from "../retrieval/views.ts";
import { CitationBook } from "./citation-book.ts";
import { judge, type Judgment } from "./judgment.ts";
import type { Citation } from "./types.ts";

export interface PaperView {
  paper: ShownPaper;
  /** For each field, the names of the sources that its value comes from. */
  provenance: Record<string, string[]>;
  signals: Signal[];
  total_signals: number;
  aliases: string[];
  judgment: Judgment;
  /** What the judgment cites. */
  citations: Citation[];
}

/** A paper in full with its signals and the judgment that they allow. Throws `not_found`. */
export async function getPaper(library: Library, request: { paper_id: string }, signal?: AbortSignal): Promise<PaperView> {
  const { paper, signals, total_signals } = await paperWithSignals(library, request.paper_id, signal);
  const book = new CitationBook();
  const judgment = judge({ papers: [paper], signals }, book);
  const { source_records: _, former_ids: __, ...shown } = paper;
  return {
    paper: shown,
    provenance: provenanceOf(paper),
    signals,
    total_signals,
    aliases: paper.aliases,
    judgment,
    citations: book.citations,
  };
}
