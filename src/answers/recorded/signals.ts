import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { joined } from "../../text/list.ts";
import { LOOK_UP_MS, type Asked } from "./asked.ts";
import { centrality } from "./centrality.ts";
import { namedRows, nothing, proofsOf, SHOWN_ROWS, type RecordFinding, type RecordRow } from "./found.ts";
import type { AskedKind } from "./kinds.ts";
import { onRecord } from "./on-record.ts";
import { toBeHad } from "./to-be-had.ts";
import { counted } from "../../shared/thousands.ts";

const SOURCES_NAMED = 5;
/** What one page of either engine holds. */
const MAX_RETRACTED = 10_000;
/** What stands before the paper's title in that of a signal about an event: `Rejected at ICLR 2018: `. */
const EVENT = /^[^:]+ (?:at|from) [^:]+: /u;

/** What is on record of one kind of signal: awards, decisions, reviews, retractions, errata, code, data sets, models. */
export async function signalRecords(asked: Asked, kind: AskedKind): Promise<RecordFinding> {
  const { library, scope } = asked;
  const [found, from] = await Promise.all([onRecord(library.engine, kind.kind, scope, asked), notHeld(asked, kind)]);
  const central = kind.ranked ? () => 0 : centrality(asked.read.subject.text, found.papers);
  const held = found.signals
    .filter(kind.holds)
    .toSorted((a, b) => central(b) - central(a) || kind.compare(a, b) || compareText(a, b));
  const wanted =
    asked.read.kind === "artifact"
      ? toBeHad(held, kind, { central, papers: found.papers, terms: scope.named.length > 0 ? [] : asked.read.subject.terms })
      : { signals: held, which: "" };
  const { signals } = wanted;
  const query = `${kind.query} of ${scope.conditions}${wanted.which}`;
  const missing = [...scope.notApplied, ...from, ...(kind.open === undefined ? [] : [kind.open])];
  const unsigned = kind.kind === "retraction" ? await retractedAlone(asked, signals) : [];
  if (signals.length + unsigned.length === 0) return nothing(await whyNothing(asked, kind), query, missing);
  const papers = new Map([...found.papers, ...(await papersOf(asked, signals.slice(0, SHOWN_ROWS), found.papers))]);
  const rows = [...signals.map((item) => rowOf(item, kind, papers)), ...unsigned];
  const total = found.of_papers ?? rows.length;
  const what =
    found.of_papers === undefined
      ? `${counted(total, kind.one, kind.many)}${kind.of}`
      : `${kind.many} for ${counted(total, "paper")}`;
  return {
    lead: { text: `The library has ${what}${scope.about}${namedRows(rows, total)}.`, proofs: proofsOf(rows) },
    reason: `From the ${kind.kind} records of the library.${scope.meaning}`,
    rows,
    total,
    query: found.of_papers === undefined ? query : `papers with ${query}; the records shown are those of the most cited ones`,
    missing,
  };
}

function rowOf(item: Signal, kind: AskedKind, papers: ReadonlyMap<string, Paper>): RecordRow {
  const paper = item.paper_ids.map((id) => papers.get(id)).find((known) => known !== undefined);
  return {
    label: paper?.title ?? item.title.replace(EVENT, ""),
    value: kind.value(item),
    paper_id: paper?.paper_id ?? item.paper_ids[0] ?? null,
    proofs: [{ signal: item }],
  };
}

/** Papers that a record marks as retracted without a signal that says so. */
async function retractedAlone({ library, scope, signal }: Asked, signals: readonly Signal[]): Promise<RecordRow[]> {
  const known = new Set(signals.flatMap(({ paper_ids }) => paper_ids));
  const { documents } = await library.engine.papers.list(
    { filters: { ...scope.filters, retracted: true }, sort: "newest", limit: MAX_RETRACTED },
    { signal, timeoutMs: LOOK_UP_MS },
  );
  return documents
    .filter(({ paper_id }) => !known.has(paper_id))
    .map((paper) => ({ label: paper.title, value: null, paper_id: paper.paper_id, proofs: [{ paper }] }));
}

async function papersOf({ library, signal }: Asked, signals: readonly Signal[], known: ReadonlyMap<string, Paper>) {
  const ids = [...new Set(signals.flatMap((item) => item.paper_ids.slice(0, 1)))].filter((id) => !known.has(id));
  return ids.length === 0 ? new Map<string, Paper>() : library.engine.papers.get(ids, { signal, timeoutMs: LOOK_UP_MS });
}

/** Why there is no such record: none of the kind at all, no paper in the scope, or none for its papers. */
async function whyNothing({ library, scope, signal }: Asked, { kind, many }: AskedKind): Promise<string> {
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const [all, papers] = await Promise.all([
    library.engine.signals.count({ kinds: [kind] }, call),
    library.engine.papers.count(scope.filters, call),
  ]);
  if (all === 0) return `The library has no ${kind} records at all.`;
  if (papers === 0) return `The library has no papers${scope.about}, and no ${many} for such papers.`;
  return `The library has ${counted(papers, "paper")}${scope.about}, but no ${many} for ${papers === 1 ? "it" : "them"}.`;
}

/** Where the records come from: what other sources know is not held. */
async function notHeld({ library, signal }: Asked, { kind }: AskedKind): Promise<string[]> {
  const sources = await library.engine.signals.facets("source", { kinds: [kind] }, SOURCES_NAMED, {
    signal,
    timeoutMs: LOOK_UP_MS,
  });
  if (sources.length === 0) return [];
  const names = sources.map(({ value }) => value);
  return [`The ${kind} records in the library come from ${joined(names)}. There may be others elsewhere.`];
}

function compareText(a: Signal, b: Signal): number {
  return a.title < b.title ? -1 : a.title > b.title ? 1 : Number(a.signal_id > b.signal_id) || -1;
}
