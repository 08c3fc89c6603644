import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { checkText, type CheckedSentence, type CheckedText } from "./check-text.ts";
import type { Citation, CitedField } from "./citation.ts";
import { draftSentences } from "./draft-sentences.ts";
import type { DraftSources, Reference } from "./draft-sources.ts";
import {
  isSameText,
  nameOf,
  type TextName,
  isSignalId,
  namedDocuments,
  type DraftDocument,
  type NamedDocuments,
} from "./named-documents.ts";
import { verifyCitations, type CheckedCitation, type GivenCitation } from "./verify.ts";

/** What a draft needs of a run: its quotes by number and rank, and which documents it read. */
export interface DraftRun {
  question: string;
  citations: readonly Pick<
    Citation,
    "number" | "kind" | "id" | "title" | "field" | "quote" | "start" | "end" | "passage_id" | "section" | "page"
  >[];
  evidence: readonly {
    rank: number;
    paper_id: string;
    title: string;
    field: CitedField;
    passage_id?: string;
    section?: readonly string[];
    page?: number | null;
    quote: string;
    start: number;
    end: number;
  }[];
  paper_ids: readonly string[];
}

export interface DraftRequest {
  /** Empty where there are citations alone. */
  text: string;
  /** Whose citations and evidence `[n]` and `[en]` are. */
  run?: DraftRun;
  /** Quotes to verify. Without a run, `[n]` is the n-th of them. */
  citations?: readonly GivenCitation[];
  /** Whether the caller may read signals. */
  signals: boolean;
}

export interface CheckedDraft {
  sentences: CheckedSentence[];
  citations: CheckedCitation[];
  /**
   * How many sentences there are, and how many of each status; how many citations were `given`, how many of them have their quote `verbatim`, and how many
   * lack their document. `retracted`: sentences and citations that rest on a retracted paper.
   */
  summary: CheckedText["summary"] & Record<"given" | "verbatim" | "unknown", number>;
}

/** More documents named in one draft are refused: each is looked up. */
const MAX_IDS = 200;

/**
 * Checks a draft against the stored text of what it cites (citations of `run`, citations given with it, documents that it names by their ids), and the
 * quotes of the citations given. Costs one round trip for ids and one for documents. Throws `invalid_argument` where the text names more than 200 documents.
 */
export async function checkDraft(library: Library, request: DraftRequest, signal?: AbortSignal): Promise<CheckedDraft> {
  const { text, run, citations: given = [], signals } = request;
  const inText = idsIn(text);
  if (inText.length > MAX_IDS) {
    throw new PublicError("invalid_argument", {
      field: "text",
      message: `The text names more than ${MAX_IDS} documents; check it in parts.`,
    });
  }
  const quotes = run === undefined ? [] : quotesOf(run);
  const found = await namedDocuments(
    library,
    {
      given: [...inText, ...given.map(({ id }) => id)],
      stored: [...quotes.map(({ id }) => id), ...(run?.paper_ids ?? [])],
      signals,
      quotes: given,
      passage_ids: quotes.flatMap(({ passage_id }) => passage_id ?? []),
    },
    signal,
  );
  const citations = verifyCitations(given, found);
  const { sentences, summary } = checkText(text, run ? sourcesOfRun(run, quotes, found) : sourcesGiven(citations, found));
  const count = (holds: (citation: CheckedCitation) => boolean) => citations.filter(holds).length;
  return {
    sentences,
    citations,
    summary: {
      ...summary,
      given: citations.length,
      verbatim: count(({ verbatim }) => verbatim),
      unknown: count(({ exists }) => exists === false),
      retracted: summary.retracted + count(({ retracted }) => retracted),
    },
  };
}

function idsIn(text: string): string[] {
  return [
    ...new Set(draftSentences(text).flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === "id" ? [mark.id] : [])))),
  ];
}

/** The documents named, and the citations given by their numbers. */
function sourcesGiven(citations: readonly CheckedCitation[], { ids, documents, signalsHidden }: NamedDocuments): DraftSources {
  const reference = ({ id: given, stored_id: stored, found_at: place }: CheckedCitation): Reference => {
    const id = stored ?? given;
    return { id, place: place && { id, ...place } };
  };
  return {
    documents: [...documents.values()],
    citations: new Map(citations.map((citation) => [citation.number, reference(citation)])),
    evidence: new Map(),
    ids,
    known: [],
    signalsHidden,
  };
}

/** The documents that a run read or a draft names, and the run's quotes by their numbers. */
function sourcesOfRun(
  run: DraftRun,
  quotes: readonly RunQuote[],
  { ids, documents: found, signalsHidden }: NamedDocuments,
): DraftSources {
  const documents = new Map(found);
  const placed = quotes.map((quote) => ({ ...quote, reference: referenceOf(quote, documents, signalsHidden) }));
  const byNumber = (list: RunQuote["list"]) =>
    new Map(placed.filter((one) => one.list === list).map(({ number, reference }) => [number, reference]));
  return {
    citations: byNumber("citations"),
    evidence: byNumber("evidence"),
    documents: [...documents.values()],
    ids,
    known: [run.question],
    signalsHidden,
  };
}

/** A quote of a run, whichever list it stands in. */
interface RunQuote extends TextName {
  list: "citations" | "evidence";
  number: number;
  id: string;
  title: string;
  quote: string;
  start: number;
}

function quotesOf({ citations, evidence }: DraftRun): RunQuote[] {
  return [
    ...citations.map((citation) => ({ ...citation, list: "citations" as const })),
    ...evidence.map((passage) => ({ ...passage, list: "evidence" as const, number: passage.rank, id: passage.paper_id })),
  ];
}

/**
 * Where a run's quote stands in the stored text of now. A quote that has left it, with its document or without, is held as it was given then, at the
 * offsets of then: `documents` gets it. A signal that the caller may not read stays away.
 */
function referenceOf(given: RunQuote, documents: Map<string, DraftDocument>, signalsHidden: boolean): Reference {
  const { id, title, quote, start } = given;
  const name = nameOf(given);
  const document = documents.get(id);
  const text = document?.texts.find((one) => isSameText(one, name))?.text;
  const at = text?.startsWith(quote, start) ? start : (text?.indexOf(quote) ?? -1);
  if (at !== -1) return { id, place: { id, ...name, start: at, end: at + quote.length } };
  const place = { id, ...name, start, end: start + quote.length };
  if (isSignalId(id) && signalsHidden) return { id, place };
  const asThen = { ...name, text: `${" ".repeat(start)}${quote}` };
  const kind = isSignalId(id) ? ("signal" as const) : ("paper" as const);
  const unnamed = { kind, id, title, authors: [], year: null, venue: null, retracted: false, texts: [] };
  const held = document ?? unnamed;
  documents.set(id, { ...held, texts: [...held.texts.filter((one) => !isSameText(one, name)), asThen] });
  return { id, place };
}
