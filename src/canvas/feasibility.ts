import type { Paper } from "../documents/paper.ts";
import { sentences } from "../retrieval/sentences.ts";
import { AMOUNTS } from "./judgment-constants.ts";
import type { Part } from "./parts.ts";

/** What something runs on, as abstracts state it of their own work. Whatever is said of costs in general is left alone: it is mostly said of others. */
const STATEMENTS: readonly { words: RegExp; sign: 1 | -1 }[] = [
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

/** What the abstracts say of the means it takes, each statement as a part that quotes it. Retracted papers say nothing. */
export function feasibilityParts(papers: readonly Paper[]): Part[] {
  return papers.flatMap((paper) =>
    paper.retracted
      ? []
      : sentences(paper.abstract ?? "").flatMap(({ text, start, end }): Part[] => {
          const statement = STATEMENTS.find(({ words }) => words.test(text));
          return statement === undefined
            ? []
            : [
                {
                  dimension: "feasibility",
                  group: "compute",
                  amount: statement.sign * AMOUNTS.compute,
                  subject: paper.paper_id,
                  quote: { paper, field: "abstract", start, end },
                },
              ];
        }),
  );
}
