import type { Embedder } from "../embedding/port.ts";
import { isRefusal } from "../embedding/port.ts";
import { contentTerms, questionStems } from "../retrieval/terms.ts";
import { bm25 } from "./bm25.ts";
import { passages } from "./passages.ts";
import type { Passage, Summarizer, SummaryRequest, SummarySentence } from "./summarizer.ts";
import { cosine, fiveGramOverlap } from "./similarity.ts";
import { attribution } from "./wording.ts";

/** Weights of a sentence's score; each part is scaled to 0–1 over the candidates. Tuned on half of SciFact's marked sentences (`bench/canvas.ts`). */
const WEIGHTS = { bm25: 0.5, cosine: 0.5, position: 0.3, document: 0.5 } as const;
/** Of relevance against novelty in maximal marginal relevance (Carbonell and Goldstein 1998). */
const MMR_LAMBDA = 0.8;
const SENTENCES_PER_PAPER = 2;
const SENTENCES_OF_ANCHOR = 3;
/** More than all weights together: the paper that a question is about speaks first. */
const ANCHOR_FIRST = 2;
/** Below this share of the best sentence's relevance a sentence is left out rather than padding the answer. */
const RELEVANCE_FLOOR = 0.5;
/** Two sentences from here on say the same: one sentence with both citations. */
const SAME = { cosine: 0.9, overlap: 0.6 } as const;
/** How many candidates are embedded; the others are too far down to be chosen, and an embedding costs about 2 ms. */
const EMBEDDED_CANDIDATES = 40;
/** How many candidates are compared with each other: the work grows with the cube where abstracts repeat one another. */
const COMPARED_CANDIDATES = 60;
/** How a sentence is made says what it is worth as a quote: findings more, background and sentences that lean on the one before less. */
const MANNERS: { words: RegExp; bonus: number }[] = [
  {
    words:
      /\b(?:we (?:show|find|found|demonstrate|observe|report)|results?|conclu\w*|show(?:s|ed|n)?|demonstrat\w*|reveal\w*|outperform\w*|improv\w*|significant\w*|increase[sd]?|decrease[sd]?|reduce[sd]?|suggest\w*)\b/iu,
    bonus: 0.2,
  },
  {
    words:
      /\b(?:is|are|has been|have been|remains?) (?:an? |one of the |both )?(?:\w+ )?(?:important|challenging|crucial|fundamental|popular|well[- ]known|widely|essential|difficult|unclear|unknown|unexplored)\b|^(?:recently|despite|in recent years|existing|prior|previous|traditional)\b/iu,
    bonus: -0.2,
  },
  {
    words:
      /^(?:this|these|those|such|it|they|he|she|however|moreover|furthermore|additionally|also|therefore|thus|hence|then|finally|second|third)\b/iu,
    bonus: -0.1,
  },
];

interface Candidate extends Passage {
  relevance: number;
  vector: Float32Array | null;
}

/**
 * The summarizer without a model: it chooses sentences of the evidence and quotes them word for word, attributed by fixed
 * wording that claims nothing. Deterministic.
 */
export function extractiveSummarizer(embedder: Pick<Embedder, "embedTexts">): Summarizer {
  return {
    name: "extractive",
    model: null,
    async summarize(request, signal) {
      const candidates = await scored(request, embedder, signal);
      const chosen = choose(candidates.slice(0, COMPARED_CANDIDATES), request.limit);
      return inReadingOrder(chosen).map((group, index, groups) => {
        const [first] = group;
        const again = index > 0 && groups[index - 1]?.[0]?.paper.paper.paper_id === first?.paper.paper.paper_id;
        return sentence(group, again);
      });
    },
  };
}

async function scored(
  request: SummaryRequest,
  embedder: Pick<Embedder, "embedTexts">,
  signal?: AbortSignal,
): Promise<Candidate[]> {
  const all = passages(request.papers);
  const stems = questionStems(request.question);
  const words = scaled(
    bm25(
      all.map((passage) => contentTerms(passage.text).map((term) => term.stem)),
      stems,
    ),
  );
  const documents = scaled(all.map((passage) => (passage.paper.anchor ? 1 : passage.paper.score)));
  const base = all.map(
    (passage, index) =>
      WEIGHTS.bm25 * words[index] +
      WEIGHTS.document * documents[index] +
      WEIGHTS.position * passage.position +
      (passage.paper.anchor ? ANCHOR_FIRST : 0) +
      manner(passage.text),
  );
  const order = all.map((_, index) => index).sort((a, b) => base[b] - base[a] || a - b);
  const vectors = await vectorsOf(
    order.slice(0, EMBEDDED_CANDIDATES).map((index) => all[index].text),
    request,
    embedder,
    signal,
  );
  const cosines = scaled(vectors.map((vector) => (vector && request.vector ? cosine(vector, request.vector) : 0)));
  return order.map((index, rank) => ({
    ...all[index],
    relevance: base[index] + (vectors[rank] ? WEIGHTS.cosine * cosines[rank] : 0),
    vector: vectors[rank] ?? null,
  }));
}

function manner(text: string): number {
  return MANNERS.reduce((sum, { words, bonus }) => sum + (words.test(text) ? bonus : 0), 0);
}

async function vectorsOf(
  texts: string[],
  request: SummaryRequest,
  embedder: Pick<Embedder, "embedTexts">,
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  if (request.vector === null || texts.length === 0) return [];
  const results = await embedder.embedTexts(texts, signal);
  return results.map((result) => (isRefusal(result) ? null : result));
}

/** Greedy maximal marginal relevance; a near-duplicate of a chosen sentence joins it as a further source. */
function choose(candidates: Candidate[], limit: number): Candidate[][] {
  const groups: Candidate[][] = [];
  const taken = new Map<string, number>();
  const left = [...candidates];
  const own = candidates.filter((candidate) => !candidate.paper.anchor).map((candidate) => candidate.relevance);
  const floor = RELEVANCE_FLOOR * Math.max(0, ...own);
  while (left.length > 0) {
    const worth = left.map((candidate) => {
      const nearest = Math.max(0, ...groups.map(([leader]) => similarity(leader, candidate)));
      return MMR_LAMBDA * candidate.relevance - (1 - MMR_LAMBDA) * nearest;
    });
    const best = worth.indexOf(Math.max(...worth));
    const [candidate] = left.splice(best, 1);
    if (candidate.relevance < floor) continue;
    const id = candidate.paper.paper.paper_id;
    const twin = groups.find(([leader]) => isSame(leader, candidate));
    if (twin) {
      if (twin.length < 3 && twin.every((other) => other.paper.paper.paper_id !== id)) twin.push(candidate);
      continue;
    }
    if (groups.length >= limit) break;
    if ((taken.get(id) ?? 0) >= (candidate.paper.anchor ? SENTENCES_OF_ANCHOR : SENTENCES_PER_PAPER)) continue;
    taken.set(id, (taken.get(id) ?? 0) + 1);
    groups.push([candidate]);
  }
  return groups;
}

/** Sentences of one paper stand together, in the order of its abstract, where the best of them stands. */
function inReadingOrder(groups: Candidate[][]): Candidate[][] {
  const ids = [...new Set(groups.map(([leader]) => leader.paper.paper.paper_id))];
  return ids.flatMap((id) =>
    groups.filter(([leader]) => leader.paper.paper.paper_id === id).sort(([a], [b]) => a.start - b.start),
  );
}

function sentence(group: Candidate[], again: boolean): SummarySentence {
  const [leader] = group;
  const who = attribution(
    group.map((candidate) => candidate.paper.paper),
    again,
  );
  return {
    text: `${who} “${leader.text}”`,
    quotes: group.map((candidate) => ({ paper: candidate.paper.paper, start: candidate.start, end: candidate.end })),
  };
}

function similarity(a: Candidate, b: Candidate): number {
  return a.vector && b.vector ? Math.max(0, cosine(a.vector, b.vector)) : fiveGramOverlap(a.text, b.text);
}

function isSame(a: Candidate, b: Candidate): boolean {
  return (
    (a.vector && b.vector ? cosine(a.vector, b.vector) >= SAME.cosine : false) || fiveGramOverlap(a.text, b.text) >= SAME.overlap
  );
}

function scaled(values: number[]): number[] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  return values.map((value) => (span > 0 ? (value - low) / span : 0));
}
