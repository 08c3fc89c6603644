import { affiliationsOf, provenanceOf } from "../documents/merge.ts";
import { namedPaper, type NamedPaper, type Paper, type ShownPaper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Library } from "../retrieval/library.ts";
import { paperWithSignals } from "../retrieval/views.ts";
import { CitationBook } from "../citations/book.ts";
import { judge, type Judgment } from "../judgment/judge.ts";
import { otherVersions } from "../evidence/versions.ts";
import type { Citation } from "../citations/citation.ts";
import { groundWithVersions } from "./judged-ground.ts";

const SIGNALS_OF_VERSIONS = 200;

export interface PaperView {
  paper: ShownPaper;
  /** Institutions of its authors, as far as a source names them. */
  affiliations: string[];
  /** For each field, the names of the sources that its value comes from. */
  provenance: Record<string, string[]>;
  /** Other records of the same paper, a submission elsewhere for one; the judgment counts what is known of them. */
  versions: NamedPaper[];
  signals: Signal[];
  total_signals: number;
  aliases: string[];
  judgment: Judgment;
  /** What the judgment cites. */
  citations: Citation[];
}

/** A paper in full with its signals and the judgment that they and those of its other versions allow. Throws `not_found`. */
export async function getPaper(library: Library, request: { paper_id: string }, signal?: AbortSignal): Promise<PaperView> {
  const { paper, signals, total_signals } = await paperWithSignals(library, request.paper_id, signal);
  const versions = await otherVersions(library, paper, { signal });
  const folded = versions.map((version) => ({ paper: version, into: paper.paper_id }));
  const elsewhere = await signalsOf(library, versions, signal);
  const book = new CitationBook();
  const judgment = judge(groundWithVersions([paper], folded, [...signals, ...elsewhere]), book);
  const { source_records: _, former_ids: __, ...shown } = paper;
  return {
    paper: shown,
    affiliations: affiliationsOf(paper),
    provenance: provenanceOf(paper),
    versions: versions.map(namedPaper),
    signals,
    total_signals,
    aliases: paper.aliases,
    judgment,
    citations: book.citations,
  };
}

async function signalsOf(library: Library, versions: readonly Paper[], signal?: AbortSignal): Promise<Signal[]> {
  if (versions.length === 0) return [];
  const filters = { paper_ids: versions.map((version) => version.paper_id) };
  const { documents } = await library.engine.signals.list({ filters, sort: "newest", limit: SIGNALS_OF_VERSIONS }, { signal });
  return documents;
}
