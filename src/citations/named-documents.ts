import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/named-papers.ts";
import type { CitedField } from "./citation.ts";

/** A stored paper or signal that a draft or a quote can be held against. */
export interface DraftDocument {
  kind: "paper" | "signal";
  id: string;
  title: string;
  authors: readonly string[];
  year: number | null;
  venue: string | null;
  retracted: boolean;
  /** What may be quoted of it. */
  texts: readonly { field: CitedField; text: string }[];
}

/** A stretch of a stored field, `document[field].slice(start, end)`, UTF-16 units. */
export interface Place {
  field: CitedField;
  start: number;
  end: number;
}

/** A place in a document. */
export interface DocumentPlace extends Place {
  id: string;
}

/** What was found of the documents that were named. */
export interface NamedDocuments {
  /** The stored id that each given one leads to; one that leads nowhere is missing. */
  ids: ReadonlyMap<string, string>;
  /** By stored id. */
  documents: ReadonlyMap<string, DraftDocument>;
  /** Whether signals were not looked up, since the caller may not read them. */
  signalsHidden: boolean;
}

export function isSignalId(id: string): boolean {
  return id.startsWith("sig:");
}

/**
 * Looks up papers by any id in any usual spelling or by URL, and signals by their id. Costs one round trip for ids and one for documents. `stored`: further
 * documents, by the ids that they are stored under. `signals`: whether the caller may read signals.
 */
export async function namedDocuments(
  library: Library,
  request: { given: readonly string[]; stored?: readonly string[]; signals: boolean },
  signal?: AbortSignal,
): Promise<NamedDocuments> {
  const { papers, signals } = library.engine;
  const given = [...new Set(request.given)];
  const keys = new Map(given.map((id) => [id, isSignalId(id) ? [] : idKeys(id)]));
  const resolved = await papers.resolve([...new Set([...keys.values()].flat())], { signal });
  const storedId = (id: string) => (isSignalId(id) ? id : keys.get(id)?.flatMap((key) => resolved.get(key) ?? [])[0]);
  const ids = new Map(given.flatMap((id) => [storedId(id) ?? []].flat().map((stored) => [id, stored] as const)));
  const wanted = [...new Set([...ids.values(), ...(request.stored ?? [])])];
  const paperIds = wanted.filter((id) => !isSignalId(id));
  const signalIds = request.signals ? wanted.filter(isSignalId) : [];
  const [foundPapers, foundSignals] = await Promise.all([
    papers.get(paperIds, { signal }),
    signalIds.length === 0 ? new Map<string, Signal>() : signals.get(signalIds, { signal }),
  ]);
  const documents = [...[...foundPapers.values()].map(ofPaper), ...[...foundSignals.values()].map(ofSignal)];
  return { ids, documents: new Map(documents.map((document) => [document.id, document])), signalsHidden: !request.signals };
}

function ofPaper({ paper_id: id, title, authors, year, venue, retracted, abstract }: Paper): DraftDocument {
  const texts = [
    ...(abstract === null ? [] : [{ field: "abstract" as const, text: abstract }]),
    { field: "title" as const, text: title },
  ];
  return { kind: "paper", id, title, authors, year, venue, retracted, texts };
}

function ofSignal({ signal_id: id, title, statement, observed_at }: Signal): DraftDocument {
  const year = Number(observed_at.slice(0, 4));
  const texts = [
    { field: "statement" as const, text: statement },
    { field: "title" as const, text: title },
  ];
  return { kind: "signal", id, title, authors: [], year, venue: null, retracted: false, texts };
}
