import type { Passage, PassageKind } from "../documents/passage.ts";
import type { PassageForm } from "../documents/full-text.ts";
import { sentenceVectors } from "../embedding/sentence-vectors.ts";
import type { PassageFilters } from "../engine/filters.ts";
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
/** Of a passage at most so many sentences are embedded, those with most of the question's words. */
const SENTENCES = 2;
/** So many in all: the likeliest by what their passage's words count, and a quarter of the share of the question's words that they hold themselves. An embedding costs 2 ms and more. */
const EMBEDDED = 48;
/** Of one paper as long as others have some left, so that these get their turn; a paper that is alone with its full text gets them all. */
const OF_ONE_PAPER = 16;
const OWN_WORDS = 0.25;
/** Of the nearest sentence's cosine against the words; measured in docs/decisions.md. */
const WEIGHT = 0.45;
/** A paper's running text: what stands in captions, tables, footnotes and quotations is not what the paper says in so many words. */
const RUNNING: ReadonlySet<PassageForm | null> = new Set(["paragraph", "list_item", "box"]);
/** Thanks, and what is read as the paper's abstract already. */
const LEFT_OUT: ReadonlySet<PassageKind> = new Set(["abstract", "acknowledgement", "funding", "caption", "table", "whole"]);

/** Whether a sentence of this passage may be quoted as what the paper says. */
export function isQuotable({ kind, form }: Pick<Passage, "kind" | "form">): boolean {
  return RUNNING.has(form) && !LEFT_OUT.has(kind);
}

/** A passage that was found for a question. */
export interface FoundPassage {
  passage: Passage;
  /** Its sentences that were compared with the question in meaning; undefined where none of any passage was. */
  compared?: readonly string[];
}

/**
 * The quotable passages that answer a question best, at most forty, best first: found by the question's words, ordered by these and by the nearest of their likeliest sentences in meaning.
 * `compare` false: by words alone, as where the embedder is away. Two round trips, and some fifty sentences to embed, of which those embedded lately cost nothing.
 */
export async function bestPassages(
  library: Library,
  { question, filters, compare }: { question: string; filters: PassageFilters; compare: boolean },
  signal?: AbortSignal,
): Promise<FoundPassage[]> {
  const found = await candidates(library, { question, filters, compare }, signal);
  const best = Math.max(0, ...found.map(({ words }) => words));
  const scaled = found.map(({ passage, words }) => ({ passage, words: best > 0 ? words / best : 0 }));
  const compared = compare ? await nearness(library, question, scaled, signal).catch(nullIfAway) : null;
  if (compared === null) return found.map(({ passage }) => ({ passage }));
  const known = compared.flatMap(({ near }) => near ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const share = (near: number | null) => (near === null || high <= low ? 0 : (near - low) / (high - low));
  return pairs(scaled, compared)
    .map(([{ passage, words }, { near, sentences: own }]) => ({
      found: { passage, compared: own },
      worth: (1 - WEIGHT) * words + WEIGHT * share(near),
    }))
    .sort((a, b) => b.worth - a.worth)
    .map((one) => one.found);
}

/** Quotable passages with what their words count: the best by words or, where passages have vectors, by words and meaning. */
async function candidates(
  library: Library,
  { question, filters, compare }: { question: string; filters: PassageFilters; compare: boolean },
  signal?: AbortSignal,
): Promise<{ passage: Passage; words: number }[]> {
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
      return passage !== undefined && isQuotable(passage) ? [{ passage, words: lexical?.score ?? 0 }] : [];
    })
    .slice(0, COMPARED);
}

/** For each passage its sentences that were compared, and the cosine of the nearest; null where none was. `found`: with what their words count, at most 1. */
async function nearness(
  { embedder }: Pick<Library, "embedder">,
  question: string,
  found: readonly { passage: Passage; words: number }[],
  signal?: AbortSignal,
): Promise<{ near: number | null; sentences: string[] }[]> {
  const stems = questionStems(question);
  const chosen = found
    .flatMap(({ passage, words }, index) =>
      likeliest(passage.content, stems).map(({ sentence, share }) => ({ index, sentence, worth: words + OWN_WORDS * share })),
    )
    .sort((a, b) => b.worth - a.worth);
  const inTurn = chosen.filter(withinTurn((one) => found[one.index]!.passage.paper_id, OF_ONE_PAPER));
  const embedded = [...new Set([...inTurn, ...chosen])].slice(0, EMBEDDED);
  const [vector, vectors] = await Promise.all([
    embedder.embedQuery(asAuthorsSay(question), signal),
    sentenceVectors(
      embedder,
      embedded.map(({ sentence }) => sentence),
      signal,
    ),
  ]);
  const compared = found.map(() => ({ near: null as number | null, sentences: [] as string[] }));
  for (const [{ index, sentence }, own] of pairs(embedded, vectors)) {
    if (own === null) continue;
    const of = compared[index]!;
    of.near = Math.max(of.near ?? -1, cosine(own, vector));
    of.sentences.push(sentence);
  }
  return compared;
}

/** Lets the first few of each key pass. */
function withinTurn<Item>(keyOf: (item: Item) => string, maximum: number): (item: Item) => boolean {
  const counts = new Map<string, number>();
  return (item) => {
    const count = (counts.get(keyOf(item)) ?? 0) + 1;
    counts.set(keyOf(item), count);
    return count <= maximum;
  };
}

/** The sentences with most of these stems, by rarity, and their share of them; ties in the order of the text. */
function likeliest(text: string, stems: readonly string[]): { sentence: string; share: number }[] {
  const weights = new Map(stems.map((stem) => [stem, rarity(stem)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const share = (sentence: string) => {
    const own = new Set(contentTerms(sentence).map(({ stem }) => stem));
    const held = [...weights].reduce((sum, [stem, weight]) => sum + (own.has(stem) ? weight : 0), 0);
    return total === 0 ? 0 : held / total;
  };
  return sentences(text)
    .map(({ text: sentence }) => ({ sentence, share: share(sentence) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, SENTENCES);
}

function nullIfAway(error: unknown): null {
  if (error instanceof PublicError && error.code === "embedder_unavailable") return null;
  throw error;
}
