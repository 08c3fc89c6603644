import { cleanText } from "../../documents/text.ts";
import { sentences } from "../../text/sentences.ts";
import type { EvidenceSpan } from "./evidence.ts";
import type { ModelClaim } from "./task.ts";
import { quotations, wordCount } from "../../citations/quotations.ts";
import { foldQuote, quotePlace } from "../../citations/quote-place.ts";
import type { SummarySentence } from "../summarizer.ts";
import { sharedWords, wordingDifferences } from "../../citations/wording-differences.ts";

export interface CheckedClaims {
  sentences: SummarySentence[];
  /** How many claims were looked at, and how many of them were left out, whole or in part. */
  looked_at: number;
  dropped: number;
}

const QUOTE_WORDS = 5;
const MAX_CLAIM_LENGTH = 600;
/** Of a claim; whoever cites everything cites nothing. */
const MAX_CITATIONS = 6;
/** Below this share of its words in what it cites, a sentence is about something else. */
const MIN_SHARED_WORDS = 0.1;
/** A quote beyond this length stands in no span. */
const MAX_QUOTE_LENGTH = 4_000;

/**
 * Holds what a model wrote against what it was sent. A citation counts where its id was sent and its quote, of five words or more and no
 * title, stands in that span; it then cites the whole stored sentence, so that nothing is cut off. A sentence without such a citation is
 * dropped, as is one that puts words in quotation marks which no cited span has, names an address that none has, or has next to no word in
 * common with them. What differs in terms, negation, direction or the order of figures is flagged. `null`: a claim that could not be read.
 */
export function checkClaims(
  claims: readonly (ModelClaim | null)[],
  spans: readonly EvidenceSpan[],
  question: string,
): CheckedClaims {
  const sent = new Map(spans.map((span) => [span.id, span]));
  const seen = new Set<string>();
  const result: CheckedClaims = { sentences: [], looked_at: claims.length, dropped: 0 };
  for (const claim of claims) {
    const readable = claim !== null && claim.text.length <= MAX_CLAIM_LENGTH;
    const cited = readable ? citedSpans(claim.citations, sent) : [];
    const texts = readable ? sentencesOf(claim.text, sent) : [];
    const kept = texts.flatMap((text) => checked(text, cited, sent, question) ?? []);
    if (kept.length < Math.max(1, texts.length)) result.dropped += 1;
    result.sentences.push(...kept.filter(({ text }) => !seen.has(text)));
    for (const { text } of kept) seen.add(text);
  }
  return result;
}

function citedSpans(citations: ModelClaim["citations"], sent: ReadonlyMap<string, EvidenceSpan>): EvidenceSpan[] {
  const cited = citations.slice(0, MAX_CITATIONS).flatMap(({ id, quote }) => {
    const span = sent.get(id.trim());
    return span && isQuoteOf(quote, span) ? [span] : [];
  });
  return [...new Set(cited)];
}

function isQuoteOf(quote: string, { text, paper }: EvidenceSpan): boolean {
  if (quote.length > MAX_QUOTE_LENGTH || wordCount(quote) < QUOTE_WORDS) return false;
  return quotePlace(quote, text) !== null && !foldQuote(paper.title).includes(foldQuote(quote));
}

/** The sentences of a claim without ids, reference marks and list marks. */
function sentencesOf(claim: string, sent: ReadonlyMap<string, EvidenceSpan>): string[] {
  const text = cleanText(claim)
    .replace(/\*\*|__|`/gu, "")
    .replace(/\s*[[(【][^[\](){}]{1,80}[\])】]/gu, (mark) => (isReference(mark, sent) ? "" : mark))
    .replace(/^(?:[-*•#>]+|\d+[.)])\s+/u, "");
  return sentences(text).map((sentence) => sentence.text);
}

/** `[3]`, `[1, 2]`, `(s1a2b3c4)`: marks that would pass for citations. A number in round brackets is text. */
function isReference(mark: string, sent: ReadonlyMap<string, EvidenceSpan>): boolean {
  const names = mark.match(/\w+/gu) ?? [];
  const round = mark.trim().startsWith("(");
  return names.length > 0 && names.every((name) => sent.has(name) || (!round && /^\d{1,3}$/u.test(name)));
}

function checked(
  text: string,
  cited: readonly EvidenceSpan[],
  sent: ReadonlyMap<string, EvidenceSpan>,
  question: string,
): SummarySentence | null {
  const texts = cited.map((span) => span.text);
  if (cited.length === 0 || sharedWords(text, texts) < MIN_SHARED_WORDS) return null;
  if (!quotations(text).every((words) => texts.some((source) => quotePlace(words, source) !== null))) return null;
  if (!addresses(text).every((address) => texts.some((source) => source.includes(address)))) return null;
  if ((text.match(/\w+/gu) ?? []).some((word) => sent.has(word))) return null;
  return {
    text,
    quotes: cited.map(({ paper, start, end }) => ({ paper, start, end })),
    flags: wordingDifferences(text, texts, [question, ...cited.map((span) => span.paper.title)]),
  };
}

function addresses(text: string): string[] {
  return (
    text.match(
      /(?:\b[a-z][a-z\d+-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data):)\S+|\S+@[a-z]\S*\.\S+|\]\([^)]*\)|<\/?[a-z][^>]*>/giu,
    ) ?? []
  );
}
