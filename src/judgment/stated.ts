import type { Paper } from "../documents/paper.ts";
import { sentences } from "../text/sentences.ts";
import { SHARES } from "./constants.ts";
import type { Contribution } from "./contribution.ts";
import { MAY_RELEASE, releasedBy } from "./released.ts";
import { RECORD_RULES } from "./record-rules.ts";

/** What something runs on, as abstracts state it of their own work. Whatever is said of costs in general is left alone: it is mostly said of others. */
const MEANS: readonly { words: RegExp; sign: 1 | -1 }[] = [
  {
    words:
      /\b(?:on|with|using|fits? (?:in|on)|requir\w+(?: only)?|needs?(?: only)?) (?:a |an |one |just )*(?:single|one|consumer|commodity)[\w\s-]{0,30}\bGPU\b/iu,
    sign: 1,
  },
  {
    words:
      /\bon (?:a |an )?(?:single |commodity |standard )?(?:CPUs?|laptop|mobile (?:phone|device)s?|smartphones?|edge devices?)\b/iu,
    sign: 1,
  },
  {
    words:
      /\b(?:train\w*|pre-?train\w*|run\w*) (?:it |\w+ )?(?:on|with|using) (?:\d{2,}|hundreds of|thousands of) (?:\w+ ){0,2}(?:GPU|TPU|A100|H100|V100)s?\b/iu,
    sign: -1,
  },
];

/** A title that announces data; where the abstract releases them too, they are what the paper is about. */
const NAMES_DATA = /\b(?:corpus|corpora|data ?sets?|benchmarks?|treebanks?|lexicons?|resources?)\b/iu;

const OPINION = /\b(?:this|our|an?) (?:\w+ )?(?:opinion|position|perspective) (?:piece|paper|article)\b/iu;

/** Whether a paper calls itself an opinion: what comes with it is nothing to be tried. */
export function isOpinion({ abstract }: Pick<Paper, "abstract">): boolean {
  return abstract !== null && OPINION.test(abstract);
}

/**
 * What the abstracts state of their own work: what it runs on and what was released with it, each statement as a contribution that quotes its sentence.
 * Retracted papers say nothing. Pure.
 */
export function statedContributions(papers: readonly Paper[]): Contribution[] {
  const { compute } = RECORD_RULES;
  return papers.flatMap((paper) => {
    const { abstract } = paper;
    if (abstract === null || paper.retracted || !maySay(abstract)) return [];
    return sentences(abstract).flatMap(({ text, start, end }): Contribution[] => {
      const stated = {
        papers: [paper.paper_id],
        subject: paper.paper_id,
        quote: { paper, field: "abstract" as const, start, end },
      };
      const means = MEANS.find(({ words }) => words.test(text));
      return [
        ...(means ? [{ ...stated, group: compute.group, amount: means.sign * compute.amount }] : []),
        ...releasedBy(text).map((kind) => ({
          ...stated,
          group: kind,
          amount: RECORD_RULES[kind].amount * (kind === "dataset" && NAMES_DATA.test(paper.title) ? 1 : SHARES.stated),
          figure: "by its abstract",
        })),
      ];
    });
  });
}

/** Spares most abstracts being cut into sentences. */
function maySay(abstract: string): boolean {
  return MAY_RELEASE.test(abstract) || MEANS.some(({ words }) => words.test(abstract));
}
