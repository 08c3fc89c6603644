import type { Paper } from "../../documents/paper.ts";
import { groupCount } from "../../judgment/author-groups.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { Support } from "../schema.ts";
import type { Lean } from "./lean.ts";
import type { Stance } from "./stance.ts";
import { supportSentence, type Counted, type Doubt } from "./support-words.ts";

/** A passage that the answer quotes, the number of its citation, and what it says to the question. */
export interface QuotedStance {
  paper: Pick<Paper, "paper_id" | "authors" | "year" | "title">;
  citation: number;
  text: string;
  stance: Stance["stance"];
}

/** One way is mostly said where at least this share of the papers that say anything say it. */
const MOSTLY = 0.75;
/** “Mostly” needs more than one paper. */
const MIN_PAPERS = 2;
/**
 * Where fewer of the papers quoted than this share say anything, counting them says too little: of eighteen answers to unseen questions whose line counted fewer, five were called sensible, since the others say something that was
 * not counted.
 */
const SAYING = 2 / 3;
/** Groups of authors by which evidence that agrees is strong or moderate. */
const GROUPS = { strong: 4, moderate: 2 };

/**
 * What the quoted papers say to a question, counted. A paper that says both counts for neither way, only as both. `direction` is null for
 * a question that asks neither for a yes or no nor for the better of two; `unsettled` where fewer than two papers or too few of them say anything, or a side
 * of a comparison is `missing`. `lean`: which way they point by estimate, which is said where counting them says nothing. `doubt`: how little is expected of the quotes. `told`: of another question, how many of the papers tell what it asks for.
 */
export function supportOf(
  question: ReadQuestion,
  quoted: readonly QuotedStance[],
  {
    told = null,
    lean = null,
    doubt = null,
    absent = [],
    missing = [],
    compared = true,
    decides = question.kind === "does_it" || question.kind === "comparison",
  }: {
    told?: string | null;
    lean?: Lean | null;
    doubt?: Doubt | null;
    /** Names, languages and conditions of the question that no paper quoted mentions. */
    absent?: readonly string[];
    /** Sides of a comparison that no quote names. */
    missing?: readonly string[];
    /** Whether a quote holds the two sides of a comparison against each other. */
    compared?: boolean;
    /** Whether a yes or no, or the better of two, is asked for. */
    decides?: boolean;
  } = {},
): Support {
  const counted = countPapers(quoted);
  const direction = !decides ? null : missing.length > 0 ? "unsettled" : directionOf(counted);
  const papers = [...Map.groupBy(quoted, ({ paper }) => paper.paper_id).values()].flatMap(([first]) => first?.paper ?? []);
  const groups = groupCount(papers);
  const years = papers.flatMap(({ year }) => year ?? []);
  const range = years.length === 0 ? null : { from: Math.min(...years), to: Math.max(...years) };
  return {
    direction,
    groups,
    for: numbersOf(quoted, "supports"),
    against: numbersOf(quoted, "against"),
    strength: strengthOf(direction, quoted),
    years: range,
    sentence: supportSentence({
      question,
      counted,
      direction,
      missing,
      groups,
      years: range,
      told,
      lean,
      doubt,
      absent,
      compared,
    }),
  };
}

function countPapers(quoted: readonly QuotedStance[]): Counted {
  const counted: Counted = { papers: 0, supports: 0, against: 0, both: 0, neither: 0 };
  for (const passages of Map.groupBy(quoted, ({ paper }) => paper.paper_id).values()) {
    const stances = new Set(passages.map(({ stance }) => stance));
    counted.papers += 1;
    if (stances.has("supports") && stances.has("against")) counted.both += 1;
    else if (stances.has("supports")) counted.supports += 1;
    else if (stances.has("against")) counted.against += 1;
    else counted.neither += 1;
  }
  return counted;
}

function directionOf({ papers, supports, against, both }: Counted): NonNullable<Support["direction"]> {
  const saying = supports + against + both;
  if (saying < MIN_PAPERS || saying < SAYING * papers) return "unsettled";
  if (supports / saying >= MOSTLY) return "supports";
  if (against / saying >= MOSTLY) return "against";
  return "mixed";
}

/** By the groups of authors behind the direction; without one, by all that are quoted. */
function strengthOf(direction: Support["direction"], quoted: readonly QuotedStance[]): Support["strength"] {
  if (direction === "unsettled") return "thin";
  const behind =
    direction === "supports" || direction === "against" ? quoted.filter(({ stance }) => stance === direction) : quoted;
  const groups = groupCount(behind.map(({ paper }) => paper));
  if (groups >= GROUPS.strong && direction !== "mixed") return "strong";
  return groups >= GROUPS.moderate ? "moderate" : "thin";
}

function numbersOf(quoted: readonly QuotedStance[], stance: Stance["stance"]): number[] {
  return [...new Set(quoted.filter((passage) => passage.stance === stance).map(({ citation }) => citation))];
}
