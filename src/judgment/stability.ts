import type { Paper } from "../documents/paper.ts";
import type { Contribution } from "./contribution.ts";
import { figuresOf } from "./figures.ts";
import { standing, type Ground } from "./ground.ts";
import { scores } from "./measure.ts";
import { rounded } from "../shared/rounding.ts";
import { tallyOf, type Tally } from "./tally.ts";
import { rankedVerdict, type Verdict } from "./verdict.ts";

export interface Stability {
  /** Share of the sources without which the figures would lead to the same verdict, 0 to 1; null where there are no two of them. */
  share: number | null;
  sources: number;
  /** The sources that decide, and the verdict without them. */
  changes: { without: string; verdict: Verdict }[];
}

/**
 * Leaves one source out at a time: everything that one publisher says of one kind (the stars of a forge, the decisions of a conference), and
 * each paper with what is known of it. Whether enough is known is not asked again: the question is whether the arithmetic would come out
 * otherwise. `tally` is that of `contributions`.
 */
export function leaveOneOut(ground: Ground, contributions: readonly Contribution[], tally: Tally, whole: Verdict): Stability {
  const papers = standing(ground);
  const sources = [...Map.groupBy(contributions, sourceOf).keys()].sort();
  const outcomes = [
    ...sources.map((source) => ({
      without: source,
      verdict: verdictOf(
        tallyOf(
          contributions.filter((contribution) => sourceOf(contribution) !== source),
          papers,
        ),
      ),
    })),
    ...(papers.length < 2
      ? []
      : papers.map((paper) => ({ without: titled(paper), verdict: withoutPaper(paper, papers, contributions, tally) }))),
  ];
  const changes = outcomes.filter(({ verdict }) => verdict !== whole);
  const share = outcomes.length < 2 ? null : rounded(1 - changes.length / outcomes.length, 2);
  return { share, sources: outcomes.length, changes };
}

/** So many groups of authors are still several without any one paper; then the sums need only be lessened by the paper's share. */
const GROUPS_FOR_SURE = 3;

function withoutPaper(
  { paper_id: id }: Paper,
  papers: readonly Paper[],
  contributions: readonly Contribution[],
  tally: Tally,
): Verdict {
  if (tally.authorGroups >= GROUPS_FOR_SURE) return verdictOf(tally, id);
  const others = contributions
    .filter(({ papers: about }) => about.length === 0 || about.some((other) => other !== id))
    .map((contribution) => ({ ...contribution, papers: contribution.papers.filter((other) => other !== id) }));
  return verdictOf(
    tallyOf(
      others,
      papers.filter((paper) => paper.paper_id !== id),
    ),
  );
}

function verdictOf(tally: Tally, without?: string): Verdict {
  return rankedVerdict(figuresOf(scores(tally, without), tally.paperCount - (without === undefined ? 0 : 1)));
}

/** Characters. */
const MAX_TITLE_LENGTH = 150;

function titled({ title }: Paper): string {
  return title.length <= MAX_TITLE_LENGTH ? `“${title}”` : `“${title.slice(0, MAX_TITLE_LENGTH).toWellFormed()}…”`;
}

function sourceOf({ signal, group }: Contribution): string {
  return signal === undefined ? `${group} from the papers' records` : `${signal.kind} signals from ${signal.source.name}`;
}
