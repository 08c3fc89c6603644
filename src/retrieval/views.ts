import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "./library.ts";
import { idKeys } from "./retrieve.ts";

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
      message: "No paper with this id is in the library.",
      allowed: "a paper_id from a search result, or a DOI, arXiv, ACL, OpenReview or OpenAlex id or its URL",
    });
  }
  return id;
}

/** A stored paper with the signals that bear on it, newest first. Throws `not_found`. */
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

export interface SignalView {
  signal: Signal;
  papers: Pick<Paper, "paper_id" | "title" | "authors" | "year" | "venue" | "url" | "retracted">[];
  /** Other signals about the same papers that point the same way, and the other way. */
  agrees: Signal[];
  disagrees: Signal[];
}

const RELATED_SIGNALS = 20;

/** A signal with the papers it bears on and what else is known of them. Throws `not_found`. */
export async function inspectSignal(library: Library, request: { signal_id: string }, signal?: AbortSignal): Promise<SignalView> {
  const found = (await library.engine.signals.get([request.signal_id], { signal })).get(request.signal_id);
  if (!found) {
    throw new PublicError("not_found", {
      field: "signal_id",
      message: "There is no signal with this id.",
      allowed: "a signal_id from search_signals",
    });
  }
  const [papers, related] = await Promise.all([
    library.engine.papers.get(found.paper_ids.slice(0, 50), { signal }),
    found.paper_ids.length === 0
      ? { documents: [] }
      : library.engine.signals.list(
          { filters: { paper_ids: found.paper_ids.slice(0, 50) }, sort: "newest", limit: SIGNALS_PER_PAPER },
          { signal },
        ),
  ]);
  const others = related.documents.filter((other) => other.signal_id !== found.signal_id);
  const opposite = found.polarity === "supports" ? "against" : found.polarity === "against" ? "supports" : null;
  return {
    signal: found,
    papers: [...papers.values()].map(({ paper_id, title, authors, year, venue, url, retracted }) => ({
      paper_id,
      title,
      authors,
      year,
      venue,
      url,
      retracted,
    })),
    agrees: others.filter((other) => other.polarity === found.polarity).slice(0, RELATED_SIGNALS),
    disagrees: others.filter((other) => other.polarity === opposite).slice(0, RELATED_SIGNALS),
  };
}
