import type { Passage, PassageKind } from "../documents/passage.ts";
import type { PassageForm } from "../documents/full-text.ts";
import { sentenceVectors } from "../embedding/sentence-vectors.ts";
import type { PassageFilters } from "../engine/port.ts";
import { PublicError } from "../errors.ts";
import type { Library } from "../retrieval/library.ts";
import { fusedSearch } from "../retrieval/search.ts";
import { pairs } from "../shared/pairs.ts";
import { rarity } from "../text/rarity.ts";
import { sentences } from "../text/sentences.ts";
import { contentTerms, questionStems } from "../text/terms.ts";
import { asAuthorsSay } from "./as-authors-say.ts";
import { cosine } from "./similarity.ts";

/** How many passages are compared with the question in meaning, the best by words. */
const COMPARED = 40;
/** They are looked for somewhat deeper, as captions and tables are passed over. */
const DEPTH = 80;
/** Of a passage so many sentences are embedded, those with most of the question's words: for questions about papers as good as all of them, at half the cost. */
const SENTENCES = 2;
/**
 * Of the cosine against the words: for 323 questions of QASPER over the 599 paragraphs of their evidence recall among the first ten is .525 at .4 and .45, .510 at .35; by words
 * alone .468.
 */
const WEIGHT = 0.4;
/** A paper's running text: what stands in captions, tables, footnotes and quotations is not what the paper says in so many words. */
const RUNNING: ReadonlySet<PassageForm | null> = new Set(["paragraph", "list_item", "box"]);
/** Thanks, and what is read as the paper's abstract already. */
const LEFT_OUT: ReadonlySet<PassageKind> = new Set(["abstract", "acknowledgement", "funding", "caption", "table", "whole"]);

/** Whether a sentence of this passage may be quoted as what the paper says. */
export function isQuotable({ kind, form }: Pick<Passage, "kind" | "form">): boolean {
  return RUNNING.has(form) && !LEFT_OUT.has(kind);
}

/**
 * The quotable passages that answer a question best, at most forty, best first: found by the question's words, ordered by these and by the nearest of their sentences in meaning.
 * `compare` false: by words alone, as where the embedder is away. Two round trips, and some eighty sentences to embed, of which those embedded lately cost nothing.
 */
export async function bestPassages(
  library: Library,
  { question, filters, compare }: { question: string; filters: PassageFilters; compare: boolean },
  signal?: AbortSignal,
): Promise<Passage[]> {
  const found = await candidates(library, { question, filters, compare }, signal);
  const near = compare ? await nearness(library, question, found, signal).catch(nullIfAway) : null;
  const best = Math.max(0, ...found.map(({ score }) => score));
  if (near === null || best <= 0) return found.map(({ passage }) => passage);
  const [low, high] = [Math.min(...near), Math.max(...near)];
  const scaled = near.map((value) => (high > low ? (value - low) / (high - low) : 0));
  return pairs(found, scaled)
    .map(([{ passage, score }, value]) => ({ passage, worth: (1 - WEIGHT) * (score / best) + WEIGHT * value }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ passage }) => passage);
}

/** Quotable passages with what their words count: the best by words or, where passages have vectors, by words and meaning. */
async function candidates(
  library: Library,
  { question, filters, compare }: { question: string; filters: PassageFilters; compare: boolean },
  signal?: AbortSignal,
): Promise<{ passage: Passage; score: number }[]> {
  const { passages } = library.engine;
  const retrieval = compare && library.embedsPassages ? "hybrid" : "lexical";
  const { hits } = await fusedSearch(
    library,
    "passages",
    passages,
    { query: question, retrieval, filters, depth: DEPTH },
    signal,
  );
  const ranked = hits.slice(0, DEPTH);
  const stored = await passages.get(
    ranked.map(({ id }) => id),
    { signal },
  );
  return ranked
    .flatMap(({ id, lexical }) => {
      const passage = stored.get(id);
      return passage !== undefined && isQuotable(passage) ? [{ passage, score: lexical?.score ?? 0 }] : [];
    })
    .slice(0, COMPARED);
}

/** For each passage the cosine of the question with the nearest of its likeliest sentences. */
async function nearness(
  { embedder }: Pick<Library, "embedder">,
  question: string,
  found: readonly { passage: Passage }[],
  signal?: AbortSignal,
): Promise<number[]> {
  const stems = questionStems(question);
  const likely = found.map(({ passage }) => likeliest(passage.content, stems));
  const [vector, known] = await Promise.all([
    embedder.embedQuery(asAuthorsSay(question), signal),
    sentenceVectors(embedder, likely.flat(), signal),
  ]);
  const vectors = known.values();
  return likely.map((own) =>
    Math.max(
      -1,
      ...own.map(() => {
        const value = vectors.next().value;
        return value ? cosine(value, vector) : -1;
      }),
    ),
  );
}

/** The sentences with most of these stems, by rarity; ties in the order of the text. */
function likeliest(text: string, stems: readonly string[]): string[] {
  const weights = new Map(stems.map((stem) => [stem, rarity(stem)]));
  const worth = (sentence: string) => {
    const own = new Set(contentTerms(sentence).map(({ stem }) => stem));
    return [...weights].reduce((sum, [stem, weight]) => sum + (own.has(stem) ? weight : 0), 0);
  };
  return sentences(text)
    .map(({ text: sentence }) => ({ sentence, worth: worth(sentence) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, SENTENCES)
    .map(({ sentence }) => sentence);
}

function nullIfAway(error: unknown): null {
  if (error instanceof PublicError && error.code === "embedder_unavailable") return null;
  throw error;
}
