import type { RankedPassage } from "../extractive/ranked-passages.ts";

/** From here on a sentence is shown as refuting a claim; what it brings is in docs/decisions.md, 117. */
const REFUTES = 0.54;
/** What is added to the chance that a paper bears a claim out, lest a faint chance that it refutes it looks sure. Chosen by hand. */
const DOUBT = 0.05;
const MAX_SHOWN = 3;

/**
 * Of passages that the model of claims read those that likely refute it, the surest first, of a paper the one that is also the best evidence: a paper that likelier bears the claim out refutes it with none of its sentences. Pure.
 */
export function refutingPassages(ranked: readonly RankedPassage[]): RankedPassage[] {
  const read = ranked.flatMap((passage) => {
    const { reading } = passage;
    return !reading?.ofClaim
      ? []
      : [{ passage, refutes: reading.says * reading.against, supports: reading.says * (1 - reading.against) }];
  });
  return [...Map.groupBy(read, ({ passage }) => passage.paper.paper.paper_id).values()]
    .map((ofPaper) => {
      const [surest] = ofPaper.toSorted((a, b) => b.refutes * b.passage.relevance - a.refutes * a.passage.relevance);
      const { passage, refutes } = surest!;
      const supports = Math.max(...ofPaper.map((own) => own.supports));
      return { passage, sure: (refutes / (refutes + supports + DOUBT)) * Math.sqrt(refutes) };
    })
    .filter(({ sure }) => sure >= REFUTES)
    .sort((a, b) => b.sure - a.sure)
    .slice(0, MAX_SHOWN)
    .map(({ passage }) => passage);
}
