import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import type { SignalKind } from "../../documents/signal-kinds.ts";
import type { Engine } from "../../engine/port.ts";
import type { RecordScope } from "./scope.ts";

/** The signals of one kind about the papers of a scope. */
export interface OnRecord {
  signals: Signal[];
  /** Of the papers that they are about, those that were read. */
  papers: Map<string, Paper>;
  /** Set where there are too many papers to read: how many have such a signal. `signals` are then those of the most cited of them. */
  of_papers?: number;
}

/** Papers that are read for one question, and those of more that are shown. */
const MAX_PAPERS = 2_000;
const SAMPLE = 50;
/** What one page of either engine holds. */
const MAX_SIGNALS = 10_000;
const BATCH = 1_000;
/** Lists of thousands take longer than a search. */
const LIST_MS = 10_000;

/** Submissions are judged by an event that their record names; the paper may have appeared elsewhere later. */
const OF_EVENTS: ReadonlySet<SignalKind> = new Set(["acceptance", "review"]);

/** Finds the signals of a kind in a scope. Throws `engine_unavailable`. */
export async function onRecord(
  engine: Engine,
  kind: SignalKind,
  scope: RecordScope,
  { signal_ids, signal }: { signal_ids?: readonly string[]; signal?: AbortSignal },
): Promise<OnRecord> {
  const call = { signal, timeoutMs: LIST_MS };
  const only = signal_ids === undefined ? {} : { signal_ids: [...signal_ids] };
  if (OF_EVENTS.has(kind) && scope.venues.length > 0) {
    const signals = await ofEvents(engine, kind, scope, only, call);
    return narrowed(engine, signals, scope, call);
  }
  const filters = { ...scope.filters, signal_kinds: [kind] };
  const { documents, total } = await engine.papers.list({ filters, sort: "most_cited", limit: MAX_PAPERS }, call);
  const read = total > MAX_PAPERS ? documents.slice(0, SAMPLE) : documents;
  const papers = new Map(read.map((paper) => [paper.paper_id, paper]));
  const about = await aboutPapers(engine, kind, [...papers.keys()], only, call);
  const later = kind === "award" ? await awardsOfYear(engine, scope, call) : null;
  const signals = [...about.filter((item) => later === null || !later.elsewhen(item)), ...(later?.signals ?? [])];
  for (const [id, paper] of later?.papers ?? []) papers.set(id, paper);
  return { signals: unique(signals), papers, ...(total > MAX_PAPERS ? { of_papers: total } : {}) };
}

interface ListCall {
  signal?: AbortSignal;
  timeoutMs: number;
}

async function aboutPapers(
  { signals }: Engine,
  kind: SignalKind,
  ids: readonly string[],
  only: { signal_ids?: string[] },
  call: ListCall,
): Promise<Signal[]> {
  const found: Signal[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const filters = { kinds: [kind], paper_ids: ids.slice(start, start + BATCH), ...only };
    found.push(...(await signals.list({ filters, sort: "signal_id", limit: MAX_SIGNALS }, call)).documents);
  }
  return found;
}

/** Signals whose title or statement names one of the venues with a year of the scope. */
async function ofEvents(
  { signals }: Engine,
  kind: SignalKind,
  { venues, years: { from, to } }: RecordScope,
  only: { signal_ids?: string[] },
  call: ListCall,
): Promise<Signal[]> {
  const found: Signal[] = [];
  for (const venue of venues) {
    const words = from !== undefined && from === to ? `${venue} ${from}` : venue;
    const filters = { kinds: [kind], words, ...only };
    const { documents } = await signals.list({ filters, sort: "newest", limit: MAX_SIGNALS }, call);
    const event = new RegExp(`(?<!Findings of )(?<![\\p{L}\\p{N}])${escaped(venue)} (?<year>(?:19|20)\\d\\d)(?!\\d)`, "u");
    found.push(
      ...documents.filter(({ title, statement }) => {
        const year = Number((event.exec(title) ?? event.exec(statement))?.groups?.year);
        return year >= (from ?? 0) && year <= (to ?? Number.POSITIVE_INFINITY);
      }),
    );
  }
  return unique(found);
}

/** Of these signals, those about papers that have the subject's words or are the paper that is named. */
async function narrowed({ papers }: Engine, signals: Signal[], scope: RecordScope, call: ListCall): Promise<OnRecord> {
  const { words, paper_ids } = scope.filters;
  if (words === undefined && paper_ids === undefined) return { signals, papers: new Map() };
  const wanted = paper_ids === undefined ? null : new Set(paper_ids);
  const ids = [...new Set(signals.flatMap((item) => item.paper_ids))].filter((id) => wanted === null || wanted.has(id));
  const found = new Map<string, Paper>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const filters = { paper_ids: ids.slice(start, start + BATCH), ...(words === undefined ? {} : { words }) };
    const { documents } = await papers.list({ filters, sort: "paper_id", limit: BATCH }, call);
    for (const paper of documents) found.set(paper.paper_id, paper);
  }
  return { signals: signals.filter((item) => item.paper_ids.some((id) => found.has(id))), papers: found };
}

/**
 * Awards may come years after the paper (“ACL 2022 10-Year Test of Time”): an award that names a year was given then. `signals`: those
 * that name a year of the scope; `elsewhen`: whether one names only a year outside it. Null where the question states no years.
 */
async function awardsOfYear(
  engine: Engine,
  scope: RecordScope,
  call: ListCall,
): Promise<{ signals: Signal[]; papers: Map<string, Paper>; elsewhen(item: Signal): boolean } | null> {
  const { from, to } = scope.years;
  if (from === undefined && to === undefined) return null;
  const inYears = (year: number) => year >= (from ?? 0) && year <= (to ?? Number.POSITIVE_INFINITY);
  const namedYear = ({ title }: Signal) => Number(/(?<!\d)(?:19|20)\d\d(?!\d)/u.exec(title)?.[0]);
  const elsewhen = (item: Signal) => !Number.isNaN(namedYear(item)) && !inYears(namedYear(item));
  const { documents } = await engine.signals.list({ filters: { kinds: ["award"] }, sort: "newest", limit: MAX_SIGNALS }, call);
  const later = documents.filter((item) => inYears(namedYear(item)));
  const ids = [...new Set(later.flatMap((item) => item.paper_ids))];
  if (ids.length === 0) return { signals: [], papers: new Map(), elsewhen };
  const { year_from: _from, year_to: _to, ...filters } = scope.filters;
  const within = filters.paper_ids === undefined ? ids : ids.filter((id) => filters.paper_ids?.includes(id));
  const found = await engine.papers.list({ filters: { ...filters, paper_ids: within }, sort: "paper_id", limit: BATCH }, call);
  const papers = new Map(found.documents.map((paper) => [paper.paper_id, paper]));
  return { signals: later.filter((item) => item.paper_ids.some((id) => papers.has(id))), papers, elsewhen };
}

function unique(signals: readonly Signal[]): Signal[] {
  return [...new Map(signals.map((item) => [item.signal_id, item])).values()];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
}
