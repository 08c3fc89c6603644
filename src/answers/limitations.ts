import type { CitationBook } from "../citations/book.ts";
import { passageSeen, type PaperView } from "../documents/passage.ts";
import { isQuotable } from "../evidence/best-passages.ts";
import type { EvidencePaper } from "../evidence/evidence-paper.ts";
import { agreement, type SubjectTerm } from "../evidence/relevance.ts";
import { isEngineSilent } from "../errors.ts";
import { hasPassages } from "../retrieval/full-text.ts";
import type { Library } from "../retrieval/library.ts";
import { tellsLimit } from "./extractive/cues.ts";
import { quotablePassages, type QuotablePassage } from "./extractive/passages.ts";
import { authorsName } from "./extractive/wording.ts";
import type { CounterEvidence } from "./schema.ts";
import type { Passage } from "./summarizer.ts";

/* The numbers here were chosen by reading answers, not measured apart. */

/** A paper and a sentence of it with less of the subject's words, by rarity, are about something else. */
const MIN_COVERAGE = 0.6;
/** The most that are shown, one of a paper. */
const MAX_SHOWN = 2;
/** Passages that are read of the limitations of all papers quoted. */
const READ = 60;

/** Says of what a paper itself did, outside its section of limitations, that it ends or fails. */
const OWN_LIMIT =
  /\b(?:limitations?|shortcomings?|drawbacks?|weakness(?:es)?) (?:of|in|to) (?:our|this|the (?:present|current|proposed))\b|\b(?:our|this|the (?:present|current)) (?:\w+ )?(?:study|work|analysis|approach|method|model|system|evaluation|experiments?) (?:(?:is|are|was|were) (?:\w+ )?limited|fails?|failed|cannot|could not|did not|does not)\b|\bwe (?:could not|cannot|were (?:not able|unable)|failed)\b/iu;

/** Views of these papers through the passages of their limitations. One round trip, none where the index has no full texts or does not respond in time. */
export async function limitationsOf(
  library: Library,
  papers: readonly EvidencePaper[],
  signal?: AbortSignal,
): Promise<EvidencePaper[]> {
  const stored = new Map(papers.filter(({ paper }) => passageSeen(paper) === null).map((item) => [item.paper.paper_id, item]));
  if (stored.size === 0 || !(await hasPassages(library))) return [];
  const filters = { paper_ids: [...stored.keys()], kinds: ["limitations" as const] };
  const documents = await library.engine.passages.list({ filters, sort: "place", limit: READ }, { signal }).then(
    (found) => found.documents,
    (error: unknown) => {
      // An answer stands without them.
      if (!isEngineSilent(error)) throw error;
      return [];
    },
  );
  return documents.filter(isQuotable).map((passage): EvidencePaper => {
    const item = stored.get(passage.paper_id)!;
    const paper: PaperView = { ...item.paper, abstract: passage.content, passage };
    return { ...item, paper };
  });
}

/**
 * What papers state as a limitation of theirs, on the subject, the nearest to it first: sentences of their limitations that say what fails or where something ends, and of other passages
 * those that say it of the paper's own work. At most two, one of a paper, and nothing that the answer quotes. `views`: the passages that may say it. Pure.
 */
export function statedLimitations(
  views: readonly EvidencePaper[],
  terms: readonly SubjectTerm[],
  isQuoted: (passage: Passage) => boolean,
): Passage[] {
  const told = quotablePassages(views)
    .filter((passage) => tellsOwnLimit(passage) && !isQuoted(passage))
    .map((passage) => ({ passage, about: aboutSubject(passage, terms) }))
    .filter(({ about }) => about.withTitle >= MIN_COVERAGE)
    .toSorted((a, b) => b.about.alone - a.about.alone);
  const best = new Map(told.toReversed().map((one) => [one.passage.paper.paper.paper_id, one]));
  return told
    .filter((one) => best.get(one.passage.paper.paper.paper_id) === one)
    .slice(0, MAX_SHOWN)
    .map(({ passage }) => passage);
}

/** Such sentences as counter-evidence, each with its citation. */
export function limitationLines(limitations: readonly Passage[], book: CitationBook): CounterEvidence[] {
  return limitations.map((passage) => ({
    text: `Stated as a limitation by ${authorsName(passage.paper.paper)}: “${passage.text}”`,
    citations: [book.paper(passage.paper.paper, "abstract", passage)],
  }));
}

function tellsOwnLimit({ paper: { paper }, text }: QuotablePassage): boolean {
  const seen = passageSeen(paper);
  if (seen === null) return false;
  return seen.kind === "limitations" ? tellsLimit(text) : OWN_LIMIT.test(text);
}

function aboutSubject({ paper: { paper }, text }: Passage, terms: readonly SubjectTerm[]) {
  return {
    withTitle: agreement(terms, { title: paper.title, abstract: text }).coverage,
    alone: agreement(terms, { title: "", abstract: text }).coverage,
  };
}
