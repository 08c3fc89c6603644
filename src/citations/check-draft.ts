import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/retrieve.ts";
import { checkText, type CheckedText } from "./check-text.ts";
import type { Citation, CitedField } from "./citation.ts";
import { draftSentences } from "./draft-sentences.ts";
import type { DocumentPlace, DraftDocument, DraftSources } from "./draft-sources.ts";

/** What a draft needs of a run: its quotes by number and rank, and which documents it read. */
export interface DraftRun {
  question: string;
  citations: readonly Pick<Citation, "number" | "kind" | "id" | "title" | "field" | "quote" | "start" | "end">[];
  evidence: readonly {
    rank: number;
    paper_id: string;
    title: string;
    field: CitedField;
    quote: string;
    start: number;
    end: number;
  }[];
  paper_ids: readonly string[];
}

/** More documents named in one draft are refused: each is looked up. */
const MAX_IDS = 200;

/**
 * Checks a draft against the stored text of what it cites: of `run`, and of documents that it names by their ids. Costs one round trip for ids and one for
 * documents. `signals`: whether the caller may read signals. Throws `invalid_argument` where it names more than 200 documents.
 */
export async function checkDraft(
  library: Library,
  request: { text: string; run: DraftRun | null; signals: boolean },
  signal?: AbortSignal,
): Promise<CheckedText> {
  const { text, run } = request;
  const named = idsIn(text);
  if (named.length > MAX_IDS) {
    throw new PublicError("invalid_argument", {
      field: "text",
      message: `The text names more than ${MAX_IDS} documents; check it in parts.`,
    });
  }
  const { papers, signals } = library.engine;
  const keys = new Map(named.map((id) => [id, id.startsWith("sig:") ? [] : idKeys(id)]));
  const resolved = await papers.resolve([...new Set([...keys.values()].flat())], { signal });
  const ids = new Map<string, string>();
  for (const [id, candidates] of keys) {
    const stored = id.startsWith("sig:") ? id : candidates.flatMap((key) => resolved.get(key) ?? [])[0];
    if (stored !== undefined) ids.set(id, stored);
  }
  const quotes = run === null ? [] : quotesOf(run);
  const wanted = [...new Set([...ids.values(), ...quotes.map(({ id }) => id), ...(run?.paper_ids ?? [])])];
  const signalIds = request.signals ? wanted.filter((id) => id.startsWith("sig:")) : [];
  const [foundPapers, foundSignals] = await Promise.all([
    papers.get(
      wanted.filter((id) => !id.startsWith("sig:")),
      { signal },
    ),
    signalIds.length === 0 ? new Map<string, Signal>() : signals.get(signalIds, { signal }),
  ]);
  const documents = new Map<string, DraftDocument>();
  for (const paper of foundPapers.values()) documents.set(paper.paper_id, ofPaper(paper));
  for (const item of foundSignals.values()) documents.set(item.signal_id, ofSignal(item));
  const places = quotes.map((quote) => ({ ...quote, place: placed(quote, documents, request.signals) }));
  const byNumber = (list: "citations" | "evidence") =>
    new Map(places.filter((one) => one.list === list).map(({ number, place }) => [number, place]));
  const sources: DraftSources = {
    documents: [...documents.values()],
    citations: byNumber("citations"),
    evidence: byNumber("evidence"),
    ids,
    known: run === null ? [] : [run.question],
    signalsHidden: !request.signals,
  };
  return checkText(text, sources);
}

function idsIn(text: string): string[] {
  return [
    ...new Set(draftSentences(text).flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === "id" ? [mark.id] : [])))),
  ];
}

/** A quote of a run, whichever list it stands in. */
interface RunQuote extends DocumentPlace {
  list: "citations" | "evidence";
  number: number;
  title: string;
  quote: string;
}

function quotesOf({ citations, evidence }: DraftRun): RunQuote[] {
  return [
    ...citations.map((citation) => ({ ...citation, list: "citations" as const })),
    ...evidence.map((passage) => ({ ...passage, list: "evidence" as const, number: passage.rank, id: passage.paper_id })),
  ];
}

/**
 * Where a run's quote stands in the stored text of now. A quote that has left it, with its document or without, is held as it was given then, at the
 * offsets of then. A signal that the caller may not read stays away.
 */
function placed(
  { id, title, field, quote, start }: RunQuote,
  documents: Map<string, DraftDocument>,
  signals: boolean,
): DocumentPlace {
  const document = documents.get(id);
  const text = document?.texts.find((one) => one.field === field)?.text;
  const at = text?.startsWith(quote, start) ? start : (text?.indexOf(quote) ?? -1);
  if (at !== -1) return { id, field, start: at, end: at + quote.length };
  const place = { id, field, start, end: start + quote.length };
  if (id.startsWith("sig:") && !signals) return place;
  const asThen = { field, text: `${" ".repeat(start)}${quote}` };
  const kind = id.startsWith("sig:") ? ("signal" as const) : ("paper" as const);
  const unnamed = { kind, id, title, authors: [], year: null, venue: null, retracted: false, texts: [] };
  const held = document ?? unnamed;
  documents.set(id, { ...held, texts: [...held.texts.filter((one) => one.field !== field), asThen] });
  return place;
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
