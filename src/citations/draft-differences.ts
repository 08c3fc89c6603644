import type { WordingDifference } from "./citation.ts";
import { foreignFigures } from "./draft-figures.ts";
import type { Cited } from "./draft-references.ts";
import { MAX_COMPARED, stemsOf, type DraftGround, type DraftSources, type Passage } from "./draft-sources.ts";
import { figures } from "./figures.ts";
import type { DraftDocument } from "./named-documents.ts";
import { denies, foreignTerms, negates, sharedWords, wordingDifferences } from "./wording-differences.ts";

/** A statement that shares a smaller part of its words with the documents that it cites is not theirs. */
const MIN_SHARED_WORDS = 0.25;
/** A sentence that gives a figure of a statement has at least this share of its words, to be where it comes from. */
const MIN_NUMBERED = 0.2;

interface Difference {
  kind: "figure_not_quoted" | WordingDifference;
  found: string | null;
}

/**
 * What a statement says otherwise than its sources: than the sentences that it cites; and if something differs, than the sentences of the same
 * documents that are most like it, since a draft may rest on another one. The fewest differences count, with the passages that leave them.
 */
export function differencesOf(
  statement: string,
  cited: readonly Cited[],
  sources: DraftSources,
  ground: DraftGround,
): { passages: Passage[]; differences: Difference[] } {
  const claim = statement.slice(0, MAX_COMPARED);
  const documents = [...new Set(cited.map(({ document }) => document))];
  const known = [...sources.known, ...documents.flatMap(knownOf)];
  const whole = documents.flatMap(({ texts }) => texts.map(({ text }) => text));
  let best: { passages: Passage[]; differences: Difference[] } | null = null;
  for (const basis of basesOf(claim, cited, documents, ground)) {
    if (basis.length === 0) continue;
    const passages = [...new Set(basis)];
    const differences = differencesFrom(claim, passages, whole, known);
    if (best === null || differences.length < best.differences.length) best = { passages, differences };
    if (differences.length === 0) break;
  }
  return best ?? { passages: [], differences: [{ kind: "term_not_quoted", found: null }] };
}

/** Passages that a statement may rest on, the likeliest first: what it cites, what is most like it, and what has its figures. */
function basesOf(
  claim: string,
  cited: readonly Cited[],
  documents: readonly DraftDocument[],
  ground: DraftGround,
): (readonly Passage[])[] {
  const stems = stemsOf(claim);
  const ranked = ground.ranked(stems, documents);
  const quotes = [...new Set(cited.flatMap(({ place }) => (place ? ground.passagesAt(place) : [])))];
  const likest = ranked.slice(0, 2).map(({ passage }) => passage);
  const ofEach = documents.length > 1 ? documents.flatMap((document) => ground.ranked(stems, [document])[0]?.passage ?? []) : [];
  const own = new Set(figures(claim));
  const hasFigures = ({ passage, share }: (typeof ranked)[number]) =>
    share >= MIN_NUMBERED && foreignFigures(claim, [passage.text]).length < own.size;
  const numbered = own.size === 0 ? undefined : ranked.find(hasFigures);
  const withFigures = own.size === 0 ? [] : [...likest, ...(numbered ? [numbered.passage] : [])];
  return [quotes, likest.slice(0, 1), ofEach, likest, [...quotes, ...likest], withFigures];
}

function differencesFrom(
  claim: string,
  passages: readonly Passage[],
  whole: readonly string[],
  known: readonly string[],
): Difference[] {
  const texts = passages.map(({ text }) => text);
  const terms = foreignTerms(claim, [...whole, ...known]).map((term) => claim.slice(term.start, term.end));
  const foreign = terms.filter((term) => !isShortFor(term, whole) && !/^\d/u.test(term));
  const few = sharedWords(claim, [...whole, ...known]) < MIN_SHARED_WORDS;
  const wording = wordingDifferences(claim, texts, known).filter((kind) => kind !== "term_not_quoted");
  const denied = negates(claim) && !texts.some(denies) && !wording.includes("negation_differs");
  return [
    ...foreignFigures(claim, [...texts, ...known]).map((found): Difference => ({ kind: "figure_not_quoted", found })),
    ...foreign.map((found): Difference => ({ kind: "term_not_quoted", found })),
    ...(few && foreign.length === 0 ? [{ kind: "term_not_quoted" as const, found: null }] : []),
    ...(denied ? [{ kind: "negation_differs" as const, found: null }] : []),
    ...wording.map((kind): Difference => ({ kind, found: null })),
  ];
}

/** What may be said of a document without a quote: by whom, when and where it was published, and its title. */
function knownOf({ title, authors, year, venue }: DraftDocument): string[] {
  return [title, authors.join(", "), String(year ?? ""), venue ?? ""];
}

/** Whether letters are the first letters of words that stand side by side in a text: RAG, LLMs. */
function isShortFor(term: string, texts: readonly string[]): boolean {
  const letters = term.replace(/s$/u, "").toLowerCase();
  if (!/^\p{Lu}{2,6}s?$/u.test(term)) return false;
  return texts.some((text) =>
    (text.match(/[\p{L}\p{N}]+/gu) ?? [])
      .map((word) => word.charAt(0).toLowerCase())
      .join("")
      .includes(letters),
  );
}
