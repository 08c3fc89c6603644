import type { RankedPassage } from "../extractive/ranked-passages.ts";
import { chanceOfRefuting } from "./lean.ts";
import { stanceText } from "./stance-text.ts";

/** From here on a sentence is shown as refuting a claim; what it brings is in docs/decisions.md, 117. */
const REFUTES = 0.54;
/** What is added to the chance that a paper bears a claim out, lest a faint chance that it refutes it looks sure. Chosen by hand. */
const DOUBT = 0.05;
const MAX_SHOWN = 3;

/**
 * Of passages that the model of claims read those that, by it and by their words, likely refute the claim, the surest first, of a paper the one that is also the best evidence: a paper that likelier bears the claim out refutes it with none of its sentences. Pure.
 */
export function refutingPassages(ranked: readonly RankedPassage[], claim: string): RankedPassage[] {
  const said = stanceText(claim);
  const read = ranked.flatMap((passage) => {
    const { reading } = passage;
    if (!reading?.ofClaim) return [];
    const against = chanceOfRefuting(said, passage.text, reading.against);
    return [{ passage, refutes: reading.says * against, supports: reading.says * (1 - against) }];
  });
  return [...Map.groupBy(read, ({ passage }) => passage.paper.paper.paper_id).values()]
    .map((ofPaper) => {
      const [best] = ofPaper.toSorted((a, b) => b.refutes * b.passage.relevance - a.refutes * a.passage.relevance);
      const { passage, refutes } = best!;
      const supports = Math.max(...ofPaper.map((own) => own.supports));
      return { passage, sure: (refutes / (refutes + supports + DOUBT)) * Math.sqrt(refutes) };
    })
    .filter(({ sure }) => sure >= REFUTES)
    .sort((a, b) => b.sure - a.sure)
    .slice(0, MAX_SHOWN)
    .map(({ passage }) => passage);
}
