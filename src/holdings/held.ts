import { SIGNAL_KINDS } from "../documents/signal-kinds.ts";
import type { Call, Facet, IndexStatus } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";

/** What one source states, of papers and signals. */
export interface HeldSource {
  name: string;
  papers: number;
  signals: number;
  /** Of its newest paper: the day, `YYYY-MM-DD`, or the year, where no day is known; null: it has none with a year. */
  newest_paper: string | null;
  /** The day of its newest signal, `YYYY-MM-DD`. */
  newest_signal: string | null;
}

/** What the library holds, by source, year, venue and kind of signal. */
export interface Held {
  papers: number;
  signals: number;
  papers_with_code: number;
  /** Papers whose full text is held. */
  full_texts: number;
  papers_retracted: number;
  /** The largest first. */
  sources: HeldSource[];
  /** Papers a year, oldest first; papers without a year are in none. */
  years: { year: number; papers: number }[];
  /** The largest venues, and how many papers the library has with a venue or without one. */
  venues: Facet[];
  signals_by_kind: Facet[];
  newest_paper: string | null;
  newest_signal: string | null;
  /** When this was counted; ISO 8601, UTC. */
  counted_at: string;
}

/** Counting a large embedded library takes seconds, and what it holds changes with loads alone. */
const LIFETIME_MS = 60_000;
const TIMEOUT_MS = 10_000;
const MAX_SOURCES = 50;
const MAX_YEARS = 300;
const MAX_VENUES = 12;

interface Known {
  at: number;
  held: Promise<Held>;
}
const known = new WeakMap<Library["engine"], Known>();

/**
 * What the library holds, at most a minute old; views at the same time share one count. The engine counts by itself (facets and counts): no document is read
 * but the newest of each source. Throws `index_missing`, `engine_unavailable`.
 */
export async function heldIn({ engine }: Pick<Library, "engine">): Promise<Held> {
  const last = known.get(engine);
  if (last && Date.now() - last.at < LIFETIME_MS) return last.held;
  const held = count(engine);
  known.set(engine, { at: Date.now(), held });
  held.catch(() => known.delete(engine));
  return held;
}

async function count(engine: Library["engine"]): Promise<Held> {
  const call: Call = { timeoutMs: TIMEOUT_MS };
  const { papers, signals } = engine;
  const statuses = await engine.status(call);
  const [paperCount, signalCount] = (["papers", "signals"] as const).map(documentsOf(statuses));
  // An index that was made before full texts were stored has none.
  const hasPassages = statuses.some(({ target, generation }) => target === "passages" && generation !== null);
  const [paperSources, signalSources, years, venues, kinds, withCode, retracted, wholes] = await Promise.all([
    papers.facets("source", {}, MAX_SOURCES, call),
    signals.facets("source", {}, MAX_SOURCES, call),
    papers.facets("year", {}, MAX_YEARS, call),
    papers.facets("venue", {}, MAX_VENUES, call),
    signals.facets("kind", {}, SIGNAL_KINDS.length, call),
    papers.count({ has_code: true }, call),
    papers.count({ retracted: true }, call),
    hasPassages ? engine.passages.count({ kinds: ["whole"] }, call) : 0,
  ]);
  const sources: HeldSource[] = [];
  for (const name of new Set([...paperSources, ...signalSources].map(({ value }) => value))) {
    const inFacet = (facets: readonly Facet[]) => facets.find(({ value }) => value === name)?.count ?? 0;
    const own = { papers: inFacet(paperSources), signals: inFacet(signalSources) };
    sources.push({
      name,
      ...own,
      newest_paper: own.papers > 0 ? await newestPaper(engine, call, [name]) : null,
      newest_signal: own.signals > 0 ? await newestSignal(engine, call, [name]) : null,
    });
  }
  return {
    papers: paperCount!,
    signals: signalCount!,
    papers_with_code: withCode,
    full_texts: wholes,
    papers_retracted: retracted,
    sources: sources.sort((a, b) => b.papers - a.papers || b.signals - a.signals || (a.name < b.name ? -1 : 1)),
    years: years.map(({ value, count }) => ({ year: Number(value), papers: count })).sort((a, b) => a.year - b.year),
    venues,
    signals_by_kind: kinds,
    newest_paper: await newestPaper(engine, call),
    newest_signal: await newestSignal(engine, call),
    counted_at: new Date().toISOString(),
  };
}

function documentsOf(statuses: readonly IndexStatus[]): (target: IndexStatus["target"]) => number {
  return (target) => {
    const status = statuses.find((one) => one.target === target);
    if (status === undefined || status.generation === null) throw new PublicError("index_missing");
    return status.documents;
  };
}

async function newestPaper({ papers }: Library["engine"], call: Call, sources?: string[]): Promise<string | null> {
  const { documents } = await papers.list({ filters: { sources }, sort: "newest", limit: 1 }, call);
  const [newest] = documents;
  return newest?.published_at ?? newest?.year?.toString() ?? null;
}

async function newestSignal({ signals }: Library["engine"], call: Call, sources?: string[]): Promise<string | null> {
  const { documents } = await signals.list({ filters: { sources }, sort: "newest", limit: 1 }, call);
  return documents[0]?.observed_at ?? null;
}
