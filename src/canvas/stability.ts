import type { Paper } from "../documents/paper.ts";
import { measure, standing, type Ground, type Measured } from "./dimensions.ts";
import { DIMENSION_WEIGHTS, type DimensionName } from "./judgment-constants.ts";
import type { Part } from "./parts.ts";
import { unmovedBy } from "./unmoved.ts";
import { figuresOf, rankedVerdict, type Verdict } from "./verdict.ts";

export interface Stability {
  /** Share of the sources without which the figures would lead to the same verdict, 0 to 1; null where there are no two of them. */
  share: number | null;
  sources: number;
  /** The sources that decide, and the verdict without them. */
  changes: { without: string; verdict: Verdict }[];
}

export interface DecisiveUnknown {
  dimension: DimensionName;
  says: string;
}

/**
 * Leaves one source out at a time: everything that one publisher says of one kind (the stars of a forge, the decisions of a conference), and
 * each paper with all that is known of it alone. Whether enough is known is not asked again: the question is whether the arithmetic
 * would come out otherwise.
 */
export function leaveOneOut(ground: Ground, parts: readonly Part[], whole: Verdict): Stability {
  const without = (keeps: (part: Part) => boolean, papers = standing(ground)): Verdict =>
    rankedVerdict(figuresOf(measure(parts.filter(keeps), papers)));
  const sources = [...new Set(parts.map(sourceOf))].sort();
  const subjects = withVersions(ground);
  const unmoved = unmovedBy(ground, parts);
  const withoutPaper = (versions: readonly Paper[]): Verdict =>
    unmoved.has(versions[0].paper_id)
      ? whole
      : without(
          (part) => !versions.some((paper) => isOnlyAbout(part, paper.paper_id)),
          standing(ground).filter((paper) => !versions.includes(paper)),
        );
  const outcomes = [
    ...sources.map((source) => ({ without: source, verdict: without((part) => sourceOf(part) !== source) })),
    ...(subjects.length < 2
      ? []
      : subjects.map((versions) => ({ without: titled(versions[0]), verdict: withoutPaper(versions) }))),
  ];
  const changes = outcomes.filter(({ verdict }) => verdict !== whole);
  const share = outcomes.length < 2 ? null : Math.round((1 - changes.length / outcomes.length) * 100) / 100;
  return { share, sources: outcomes.length, changes };
}

/** The papers of a ground, each with its versions; the one that stands for them first. */
function withVersions(ground: Ground): Paper[][] {
  const versions = Map.groupBy(ground.papers, (paper) => ground.versions?.get(paper.paper_id));
  return standing(ground).map((paper) => [paper, ...(versions.get(paper.paper_id) ?? [])]);
}

const LONGEST_TITLE = 150;

function titled({ title }: Paper): string {
  return title.length <= LONGEST_TITLE ? `“${title}”` : `“${title.slice(0, LONGEST_TITLE).toWellFormed()}…”`;
}

function sourceOf({ signal, group }: Part): string {
  return signal === undefined ? `${group} by the papers' records` : `${signal.kind} by ${signal.source.name}`;
}

function isOnlyAbout({ signal, quote }: Part, paperId: string): boolean {
  return signal
    ? signal.paper_ids.every((id) => id === paperId) && signal.paper_ids.length > 0
    : quote?.paper.paper_id === paperId;
}

/** Of the unknown dimensions the one that could move the verdict most: by verdict where it could change it, else by weight. Null where all are known. */
export function decisiveUnknown(measured: readonly Measured[], decided: Verdict): DecisiveUnknown | null {
  const unknown = measured.filter(({ score }) => score === null);
  if (unknown.length === 0) return null;
  const outcome = (name: DimensionName, value: number) =>
    rankedVerdict(
      figuresOf(
        measured.map((dimension) =>
          dimension.name === name ? { ...dimension, score: value, interval: [value, value] } : dimension,
        ),
      ),
    );
  const [most] = unknown
    .map(({ name }) => ({ name, bad: outcome(name, 0.1), good: outcome(name, 0.9) }))
    .sort((a, b) => Number(b.bad !== b.good) - Number(a.bad !== a.good) || DIMENSION_WEIGHTS[b.name] - DIMENSION_WEIGHTS[a.name]);
  if (decided === "insufficient_evidence" || decided === "blocked") {
    const heaviest = unknown.reduce((a, b) => (DIMENSION_WEIGHTS[b.name] > DIMENSION_WEIGHTS[a.name] ? b : a));
    return {
      dimension: heaviest.name,
      says: `Nothing is known of ${heaviest.name}, ${DIMENSION_WEIGHTS[heaviest.name]} of the coverage.`,
    };
  }
  const says =
    most.bad === most.good
      ? `Nothing is known of ${most.name}; whatever it is, the verdict stays.`
      : `Nothing is known of ${most.name}: were it good (.9) the verdict would be ${most.good}, were it bad (.1) ${most.bad}.`;
  return { dimension: most.name, says };
}
