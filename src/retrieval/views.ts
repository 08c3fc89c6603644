import { namedPaper, type NamedPaper, type Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "./library.ts";
import { idKeys } from "./named-papers.ts";

/** The most signals that are read for one paper, newest first. */
const SIGNALS_PER_PAPER = 200;

/** The stored id of the paper that an id in any usual spelling, or its URL, names. Throws `not_found`. */
export async function requirePaperId(library: Library, text: string, signal?: AbortSignal): Promise<string> {
  const keys = idKeys(text);
  const resolved = keys.length > 0 ? await library.engine.papers.resolve(keys, { signal }) : new Map<string, string>();
  const id = keys.map((key) => resolved.get(key)).find((found) => found !== undefined);
  if (id === undefined) {
    throw new PublicError("not_found", {
      field: "paper_id",
      message: "No paper in the library has this ID.",
      allowed: "a paper_id from a search result, or a DOI, arXiv, ACL, OpenReview or OpenAlex ID or URL",
    });
  }
  return id;
}

/** A stored paper with the signals about it, newest first. Throws `not_found`. */
export async function paperWithSignals(
  library: Library,
  idText: string,
  signal?: AbortSignal,
): Promise<{ paper: Paper; signals: Signal[]; total_signals: number }> {
  const id = await requirePaperId(library, idText, signal);
  const [papers, signals] = await Promise.all([
    library.engine.papers.get([id], { signal }),
    library.engine.signals.list({ filters: { paper_ids: [id] }, sort: "newest", limit: SIGNALS_PER_PAPER }, { signal }),
  ]);
  const paper = papers.get(id);
  if (!paper) throw new PublicError("not_found", { field: "paper_id" });
  return { paper, signals: signals.documents, total_signals: signals.total };
}

/** Since when a signal is known, and what brought it in; its source stands in the signal. */
export interface SignalProvenance {
  /** Days of the first and the latest observation, and how many there are. */
  first_observed: string;
  last_observed: string;
  observations: number;
  /** The load that wrote it last, and when. */
  run_id: string;
  ingested_at: string;
}

export interface SignalView {
  signal: Signal;
  provenance: SignalProvenance;
  papers: NamedPaper[];
  /**
   * Other signals about the same papers (for a signal without papers: about the same topics) that point the same way, and the other way: those of its
   * kind first, then the newest; and how many there are. A neutral signal has nothing against it.
   */
  agrees: Signal[];
  total_agrees: number;
  disagrees: Signal[];
  total_disagrees: number;
}

const RELATED_SIGNALS = 20;
const MAX_PAPERS = 50;

/** A signal with the papers it is about and what else is known of them. Throws `not_found`. */
export async function inspectSignal(library: Library, request: { signal_id: string }, signal?: AbortSignal): Promise<SignalView> {
  const found = (await library.engine.signals.get([request.signal_id], { signal })).get(request.signal_id);
  if (!found) {
    throw new PublicError("not_found", {
      field: "signal_id",
      message: "No signal has this ID.",
      allowed: "a signal_id from search_signals",
    });
  }
  const opposite = OPPOSITE[found.polarity];
  const [papers, agreeing, disagreeing] = await Promise.all([
    library.engine.papers.get(found.paper_ids.slice(0, MAX_PAPERS), { signal }),
    relatedSignals(library, found, found.polarity, signal),
    opposite === null ? { signals: [], total: 0 } : relatedSignals(library, found, opposite, signal),
  ]);
  return {
    signal: found,
    provenance: provenanceOfSignal(found),
    papers: [...papers.values()].map(namedPaper),
    agrees: agreeing.signals,
    total_agrees: agreeing.total,
    disagrees: disagreeing.signals,
    total_disagrees: disagreeing.total,
  };
}

const OPPOSITE = { supports: "against", against: "supports", neutral: null } as const;

async function relatedSignals(
  library: Library,
  { signal_id, kind, paper_ids, topics }: Signal,
  polarity: Signal["polarity"],
  signal?: AbortSignal,
): Promise<{ signals: Signal[]; total: number }> {
  const about = paper_ids.length > 0 ? { paper_ids: paper_ids.slice(0, MAX_PAPERS) } : { topics };
  const filters = { ...about, polarities: [polarity] };
  const { documents, total } = await library.engine.signals.list(
    { filters, sort: "newest", limit: SIGNALS_PER_PAPER },
    { signal },
  );
  const others = documents.filter((other) => other.signal_id !== signal_id);
  const ofItsKind = others.filter((other) => other.kind === kind);
  const signals = [...ofItsKind, ...others.filter((other) => other.kind !== kind)].slice(0, RELATED_SIGNALS);
  return { signals, total: total - (documents.length - others.length) };
}

function provenanceOfSignal({ history, observed_at, run_id, ingested_at }: Signal): SignalProvenance {
  return {
    first_observed: history[0]?.observed_at ?? observed_at,
    last_observed: observed_at,
    observations: history.length + 1,
    run_id,
    ingested_at,
  };
}
