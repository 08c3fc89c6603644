import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { cleanText } from "../documents/text.ts";
import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/retrieve.ts";
import { sentences, type Span } from "../text/sentences.ts";
import { contentTerms } from "../text/terms.ts";
import { fieldText } from "./book.ts";
import type { CitedField } from "./citation.ts";
import { rounded } from "../shared/rounding.ts";
import { pairs } from "../shared/pairs.ts";

export interface GivenCitation {
  /** Any spelling of any id of a paper, or a signal's id. */
  id: string;
  quote: string;
}

/** A stretch of a stored field, `document[field].slice(start, end)`, UTF-16 units. */
export interface Place {
  field: CitedField;
  start: number;
  end: number;
}

export interface CheckedCitation {
  /** Its place in the list that was given, from 1. */
  number: number;
  /** As it was given. */
  id: string;
  /** The stored id that the given one leads to. */
  stored_id: string | null;
  title: string | null;
  /** Null where it was not looked up, and `note` says why. */
  exists: boolean | null;
  /** Whether the quote stands in the document word for word; white space does not count. */
  verbatim: boolean;
  found_at: Place | null;
  /** What comes nearest to a quote that does not stand there, and how near: 0 to 1, the share of words in common. */
  nearest: (Place & { text: string; similarity: number }) | null;
  retracted: boolean;
  note: string | null;
}

export interface VerifyResult {
  citations: CheckedCitation[];
  /** How many of them were found, word for word; lack their document; cite a retracted paper. */
  summary: { given: number; verbatim: number; unknown: number; retracted: number };
}

const PAPER_FIELDS = ["abstract", "title"] as const;
const SIGNAL_FIELDS = ["statement", "title"] as const;
/** A passage that shares fewer words says nothing about where a quote came from. */
const MINIMUM_SIMILARITY = 0.2;
const LONGEST_PASSAGE = 400;

/**
 * Looks up each citation and compares its quote with the stored text. Costs one round trip for ids and one for documents.
 * `signals`: whether the caller may read signals.
 */
export async function verifyCitations(
  library: Library,
  request: { citations: readonly GivenCitation[]; signals: boolean },
  signal?: AbortSignal,
): Promise<VerifyResult> {
  const { papers, signals } = library.engine;
  const given = request.citations.map((citation) => ({ ...citation, signal: citation.id.trim().startsWith("sig:") }));
  const keys = given.map(({ id, signal: isSignal }) => (isSignal ? [] : idKeys(id)));
  const resolved = await papers.resolve([...new Set(keys.flat())], { signal });
  const paperIds = keys.map((candidates) => candidates.flatMap((key) => resolved.get(key) ?? [])[0]);
  const signalIds = request.signals ? given.flatMap(({ id, signal: isSignal }) => (isSignal ? [id.trim()] : [])) : [];
  const [foundPapers, foundSignals] = await Promise.all([
    papers.get([...new Set(paperIds.filter((id) => id !== undefined))], { signal }),
    signalIds.length === 0 ? new Map<string, Signal>() : signals.get([...new Set(signalIds)], { signal }),
  ]);
  const citations = given.map((citation, index): CheckedCitation => {
    const number = index + 1;
    if (citation.signal && !request.signals) {
      return { ...unknown(number, citation.id), exists: null, note: "Signals are looked up with a key that has signals:read." };
    }
    const document = citation.signal ? foundSignals.get(citation.id.trim()) : foundPapers.get(paperIds[index] ?? "");
    return document ? compared(number, citation, document) : unknown(number, citation.id);
  });
  return {
    citations,
    summary: {
      given: citations.length,
      verbatim: citations.filter((citation) => citation.verbatim).length,
      unknown: citations.filter((citation) => citation.exists === false).length,
      retracted: citations.filter((citation) => citation.retracted).length,
    },
  };
}

function unknown(number: number, id: string): CheckedCitation {
  const nothing = { stored_id: null, title: null, found_at: null, nearest: null, note: null };
  return { number, id, exists: false, verbatim: false, retracted: false, ...nothing };
}

function compared(number: number, { id, quote }: GivenCitation, document: Paper | Signal): CheckedCitation {
  const fields = "paper_id" in document ? PAPER_FIELDS : SIGNAL_FIELDS;
  const texts = fields.flatMap((field) => {
    const text = fieldText(document, field);
    return text === null ? [] : [{ field, text }];
  });
  const foundAt = verbatimPlace(cleanText(quote), texts);
  return {
    number,
    id,
    stored_id: "paper_id" in document ? document.paper_id : document.signal_id,
    title: document.title,
    exists: true,
    verbatim: foundAt !== null,
    found_at: foundAt,
    nearest: foundAt === null ? nearestPassage(quote, texts) : null,
    retracted: "paper_id" in document && document.retracted,
    note: null,
  };
}

type Texts = readonly { field: CitedField; text: string }[];

function verbatimPlace(quote: string, texts: Texts): Place | null {
  for (const { field, text } of texts) {
    const start = quote === "" ? -1 : text.indexOf(quote);
    if (start !== -1) return { field, start, end: start + quote.length };
  }
  return null;
}

/** Of all sentences and pairs of neighbours, the one whose words are most like the quote's (Dice); the first and shortest of equals. */
function nearestPassage(quote: string, texts: Texts): CheckedCitation["nearest"] {
  const wanted = stemsOf(quote);
  let best: CheckedCitation["nearest"] = null;
  for (const { field, text } of texts) {
    for (const { start, end } of passagesOf(text)) {
      const similarity = dice(wanted, stemsOf(text.slice(start, end)));
      if (similarity > (best?.similarity ?? 0)) {
        best = { field, start, end, text: text.slice(start, end), similarity: rounded(similarity, 3) };
      }
    }
  }
  return best !== null && best.similarity >= MINIMUM_SIMILARITY ? best : null;
}

function passagesOf(text: string): Pick<Span, "start" | "end">[] {
  const spans = sentences(text);
  const couples = pairs(spans.slice(0, -1), spans.slice(1)).map(([{ start }, { end }]) => ({ start, end }));
  return [...spans, ...couples].map(({ start, end }) => ({
    start,
    end: Math.min(end, wholeCharacter(text, start + LONGEST_PASSAGE)),
  }));
}

/** An offset that does not lie within a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/u.test(text.charAt(offset)) ? offset - 1 : offset;
}

function stemsOf(text: string): Set<string> {
  return new Set(contentTerms(text).map((term) => term.stem));
}

/** Dice coefficient of two sets, 0 to 1. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((item) => b.has(item)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
