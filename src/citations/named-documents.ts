import type { Paper } from "../documents/paper.ts";
import type { Passage } from "../documents/passage.ts";
import type { Signal } from "../documents/signal.ts";
import { hasPassages } from "../retrieval/full-text.ts";
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
  texts: readonly (TextName & { text: string })[];
}

/** Names a text of a document. */
export interface TextName {
  field: CitedField;
  /** Of a full text: the passage, the headings above it, and its page. */
  passage_id?: string;
  section?: readonly string[];
  page?: number | null;
}

/** The same without the text. */
export function nameOf({ field, passage_id, section, page }: TextName): TextName {
  return passage_id === undefined ? { field } : { field, passage_id, section, page };
}

/** True where both name the same text of one document. */
export function isSameText(one: TextName, other: TextName): boolean {
  return one.field === other.field && one.passage_id === other.passage_id;
}

/** A stretch of a stored field, `document[field].slice(start, end)`, UTF-16 units. */
export interface Place extends TextName {
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
 * documents, by the ids that they are stored under. `signals`: whether the caller may read signals. `quotes`: quotes of papers with a full text get the passages that
 * may hold them; `passage_ids`: so do papers whose passages are known.
 */
export async function namedDocuments(
  library: Library,
  request: {
    given: readonly string[];
    stored?: readonly string[];
    signals: boolean;
    quotes?: readonly { id: string; quote: string }[];
    passage_ids?: readonly string[];
  },
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
  const quotes = (request.quotes ?? []).flatMap(({ id, quote }) => [ids.get(id) ?? []].flat().map((paper) => ({ paper, quote })));
  const [passages, foundPapers, foundSignals] = await Promise.all([
    passagesFor(library, { quotes, passage_ids: request.passage_ids ?? [] }, signal),
    papers.get(paperIds, { signal }),
    signalIds.length === 0 ? new Map<string, Signal>() : signals.get(signalIds, { signal }),
  ]);
  const documents = [
    ...[...foundPapers.values()].map((paper) => ofPaper(paper, passages)),
    ...[...foundSignals.values()].map(ofSignal),
  ];
  return { ids, documents: new Map(documents.map((document) => [document.id, document])), signalsHidden: !request.signals };
}

/** Searches under way at a time, and how many passages each gives. */
const SEARCHES_AT_A_TIME = 8;
const PASSAGES_A_QUOTE = 5;

/** The passages of full texts that may hold quotes, and those of known ids; none where the index has no full texts. */
async function passagesFor(
  library: Library,
  { quotes, passage_ids: known }: { quotes: readonly { paper: string; quote: string }[]; passage_ids: readonly string[] },
  signal?: AbortSignal,
): Promise<Passage[]> {
  const { passages } = library.engine;
  if (quotes.length + known.length === 0 || !(await hasPassages(library))) return [];
  const found = new Set(known);
  for (let start = 0; start < quotes.length; start += SEARCHES_AT_A_TIME) {
    const some = quotes.slice(start, start + SEARCHES_AT_A_TIME).filter(({ paper }) => !isSignalId(paper));
    const lists = await Promise.all(
      some.map(({ paper, quote }) =>
        passages.search({ text: quote, filters: { paper_ids: [paper] }, depth: PASSAGES_A_QUOTE }, { signal }),
      ),
    );
    for (const { lexical } of lists) for (const { id } of lexical!.hits) found.add(id);
  }
  return [...(await passages.get([...found], { signal })).values()];
}

function ofPaper(
  { paper_id: id, title, authors, year, venue, retracted, abstract }: Paper,
  passages: readonly Passage[],
): DraftDocument {
  const own = passages.filter(({ paper_id }) => paper_id === id);
  const texts = [
    ...(abstract === null ? [] : [{ field: "abstract" as const, text: abstract }]),
    { field: "title" as const, text: title },
    ...own.map(({ passage_id, section, page, content }) => ({
      field: "text" as const,
      passage_id,
      section,
      page,
      text: content,
    })),
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
