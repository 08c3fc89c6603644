import type { Paper } from "../documents/paper.ts";
import { RECENCY } from "./constants.ts";
import { contributionOf, type Contribution } from "./contribution.ts";
import { standing, type Ground } from "./ground.ts";
import { GROUPS } from "./groups.ts";
import { RECORD_RULES } from "./record-rules.ts";
import { isOpinion, statedContributions } from "./stated.ts";

/** Everything on a canonical ground that says something. Pure. */
export function contributionsOf(ground: Ground): Contribution[] {
  const { papers, signals, versions = new Map<string, string>() } = ground;
  const known = new Map(papers.map((paper) => [paper.paper_id, paper]));
  const told = signals.flatMap((signal) => contributionOf(signal, known) ?? []);
  const opinions = new Set(papers.filter(isOpinion).map((paper) => paper.paper_id));
  return [...told, ...publications(papers), ...recencyOf(standing(ground)), ...statedContributions(papers)]
    .map((contribution) =>
      GROUPS[contribution.group].dimension === "artifacts" && opinions.has(contribution.subject)
        ? { ...contribution, amount: 0, figure: "not counted for an opinion paper" }
        : contribution,
    )
    .map((contribution) => ({
      ...contribution,
      papers: [...new Set(contribution.papers.map((id) => versions.get(id) ?? id))],
      subject: versions.get(contribution.subject) ?? contribution.subject,
    }));
}

/** Venues that do not review, or of which it is not known. */
const UNREVIEWED = /submission|workshop|arxiv|preprint|rxiv|ssrn|openreview|repository/iu;

/** What is quoted of a title that is longer, in characters. */
const MAX_TITLE_LENGTH = 300;

function publications(papers: readonly Paper[]): Contribution[] {
  return papers
    .filter(({ venue, retracted }) => venue !== null && !retracted && !UNREVIEWED.test(venue))
    .map((paper) => ({
      group: RECORD_RULES.publication.group,
      amount: RECORD_RULES.publication.amount,
      papers: [paper.paper_id],
      subject: paper.paper_id,
      quote: titleOf(paper),
    }));
}

/** Whether the papers of a set are recent. */
function recencyOf(papers: readonly Paper[]): Contribution[] {
  const { amount, group } = RECORD_RULES.recency;
  if (papers.length < RECENCY.minimumPapers) return [];
  return papers
    .filter(({ year, retracted }) => year !== null && !retracted)
    .map((paper) => {
      const age = new Date(paper.ingested_at).getUTCFullYear() - paper.year!;
      return {
        group,
        amount: age <= RECENCY.recent ? amount : age >= RECENCY.old ? -amount : 0,
        papers: [paper.paper_id],
        subject: paper.paper_id,
        quote: titleOf(paper),
      };
    });
}

/** A paper by its title, as far as that is quoted. */
function titleOf(paper: Paper): NonNullable<Contribution["quote"]> {
  return { paper, field: "title", start: 0, end: Math.min(paper.title.length, MAX_TITLE_LENGTH) };
}

/**
 * What was turned down in one place and taken in another counts as taken; the rejection stays to be seen, and weighs nothing. Nor does a low percentile
 * of what was accepted: lists differ in whether they hold the rejected.
 */
export function withoutOutweighed(contributions: readonly Contribution[]): Contribution[] {
  const accepted = new Set(
    contributions.flatMap(({ group, amount, subject }) => (group === "acceptance" && amount > 0 ? [subject] : [])),
  );
  return contributions.map((contribution) =>
    (contribution.group === "acceptance" || isPercentile(contribution)) &&
    contribution.amount < 0 &&
    accepted.has(contribution.subject)
      ? { ...contribution, amount: 0 }
      : contribution,
  );
}

function isPercentile({ group, signal }: Contribution): boolean {
  return group === "review" && /percentile/iu.test(signal?.unit ?? "");
}
