import { cleanText } from "../documents/text.ts";
import { sentences, type Span } from "../text/sentences.ts";
import { rounded } from "../shared/rounding.ts";
import { pairs } from "../shared/pairs.ts";
import { stemsOf } from "./draft-sources.ts";
import { isSignalId, nameOf, type DraftDocument, type NamedDocuments, type Place } from "./named-documents.ts";

export interface GivenCitation {
  /** Any spelling of any id of a paper, or a signal's id. */
  id: string;
  quote: string;
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

/** A passage that shares fewer words says nothing about where a quote came from. */
const MIN_SIMILARITY = 0.2;
const MAX_PASSAGE_LENGTH = 400;

/** Compares the quote of each citation with the stored text of the document that it names. Pure. */
export function verifyCitations(
  given: readonly GivenCitation[],
  { ids, documents, signalsHidden }: NamedDocuments,
): CheckedCitation[] {
  return given.map((citation, index) => {
    const number = index + 1;
    if (signalsHidden && isSignalId(citation.id)) {
      return { ...unknown(number, citation.id), exists: null, note: "Signals are looked up with a key that has signals:read." };
    }
    const document = documents.get(ids.get(citation.id) ?? "");
    return document ? compared(number, citation, document) : unknown(number, citation.id);
  });
}

function unknown(number: number, id: string): CheckedCitation {
  const nothing = { stored_id: null, title: null, found_at: null, nearest: null, note: null };
  return { number, id, exists: false, verbatim: false, retracted: false, ...nothing };
}

function compared(number: number, { id, quote }: GivenCitation, document: DraftDocument): CheckedCitation {
  const foundAt = verbatimPlace(cleanText(quote), document.texts);
  return {
    number,
    id,
    stored_id: document.id,
    title: document.title,
    exists: true,
    verbatim: foundAt !== null,
    found_at: foundAt,
    nearest: foundAt === null ? nearestPassage(quote, document.texts) : null,
    retracted: document.retracted,
    note: null,
  };
}
type Texts = DraftDocument["texts"];

function verbatimPlace(quote: string, texts: Texts): Place | null {
  for (const named of texts) {
    const start = quote === "" ? -1 : named.text.indexOf(quote);
    if (start !== -1) return { ...nameOf(named), start, end: start + quote.length };
  }
  return null;
}

/** Of all sentences and pairs of neighbors, the one whose words are most like the quote's (Dice); the first and shortest of equals. */
function nearestPassage(quote: string, texts: Texts): CheckedCitation["nearest"] {
  const wanted = stemsOf(quote);
  let best: CheckedCitation["nearest"] = null;
  for (const named of texts) {
    const { text } = named;
    for (const { start, end } of passagesOf(text)) {
      const similarity = dice(wanted, stemsOf(text.slice(start, end)));
      if (similarity > (best?.similarity ?? 0)) {
        best = { ...nameOf(named), start, end, text: text.slice(start, end), similarity: rounded(similarity, 3) };
      }
    }
  }
  return best !== null && best.similarity >= MIN_SIMILARITY ? best : null;
}

function passagesOf(text: string): Pick<Span, "start" | "end">[] {
  const spans = sentences(text);
  const couples = pairs(spans.slice(0, -1), spans.slice(1)).map(([{ start }, { end }]) => ({ start, end }));
  return [...spans, ...couples].map(({ start, end }) => ({
    start,
    end: Math.min(end, wholeCharacter(text, start + MAX_PASSAGE_LENGTH)),
  }));
}

/** An offset that does not lie within a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/u.test(text.charAt(offset)) ? offset - 1 : offset;
}

/** Dice coefficient of two sets, 0 to 1. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((item) => b.has(item)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
