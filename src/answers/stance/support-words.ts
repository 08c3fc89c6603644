import type { ReadQuestion } from "../question/schema.ts";
import type { Support } from "../schema.ts";
import type { Lean } from "./lean.ts";
import { counted as countOf } from "../../shared/thousands.ts";

/** Papers, by what their quoted passages say. */
export interface Counted {
  papers: number;
  supports: number;
  against: number;
  both: number;
  neither: number;
}

/** How little is expected of the quotes: that hardly one answers, or that they answer a part. */
export type Doubt = "hardly" | "partly";

export interface SupportFacts {
  question: ReadQuestion;
  counted: Counted;
  direction: Support["direction"];
  /** Sides of a comparison that no quote names. */
  missing: readonly string[];
  groups: number;
  years: Support["years"];
  /** What else is said of the papers quoted, where neither a yes or no nor the better of two is asked for. */
  told: string | null;
  /** Which way they point by estimate. */
  lean: Lean | null;
  /** By the model that read the quotes. */
  doubt: Doubt | null;
  /** Names, languages and conditions of the question that no paper quoted mentions. */
  absent: readonly string[];
  /** Whether a quote holds the two sides of a comparison against each other. */
  compared: boolean;
}

const VERDICTS = { supports: "mostly yes", against: "mostly no", mixed: "mixed", unsettled: "not settled" } as const;

/** What was counted, in one plain sentence and its footing: “3 of the 4 papers quoted say yes, 1 says no: mostly yes. 4 independent groups, 2018–2023.” */
export function supportSentence(facts: SupportFacts): string {
  const { question, counted, direction, missing, groups, years, told, lean, doubt, absent, compared } = facts;
  const footing = `${[groups > 0 ? countOf(groups, "independent group") : "", yearsInWords(years)].filter((word) => word !== "").join(", ")}.`;
  if (counted.papers === 0) return "No paper is quoted.";
  if (direction === null) return join(told ?? `${quotedWith(question, counted, doubt, absent)}.`, footing);
  if (missing.length > 0) return join(`${missingSides(question, missing)}: not settled.`, footing);
  const said = counted.supports + counted.against + counted.both;
  if (question.sides === undefined && direction === "unsettled" && lean !== null) {
    const who = lean.papers < counted.papers ? `${lean.papers} of the ${counted.papers}` : `The ${counted.papers}`;
    return join(`${who} papers quoted lean toward ${lean.way} (estimated from their wording).`, footing);
  }
  const what = question.sides === undefined ? "a yes or a no" : "which is ahead";
  // Too few of several papers decide nothing, and to call it open would be wrong where the others say what was not counted.
  if (said === 0 || (direction === "unsettled" && counted.papers > 1)) {
    if (said === 0 && !compared) return join(`${noneOf(counted)} compares the two with each other.`, footing);
    const them = counted.papers === 1 ? "it" : "them";
    const quoted = quotedWith(
      question,
      counted,
      said === 0 ? doubt : null,
      said === 0 && question.sides === undefined ? absent : [],
    );
    return join(`${quoted}; read ${them} for ${what}.`, footing);
  }
  return join(`${countedInWords(question, counted)}: ${verdict(question, direction)}.`, footing);
}

function noneOf({ papers }: Counted): string {
  return papers === 1 ? "Nothing in the one paper quoted" : `None of the ${papers} papers quoted`;
}

/** Of so many papers some can answer though most do not. */
const SEVERAL = 3;

/** “3 papers quoted, none of which mentions “test-driven development””, “4 papers quoted, of which few may answer this outright (estimated)”. */
function quotedWith({ kind }: ReadQuestion, { papers }: Counted, doubt: Doubt | null, absent: readonly string[]): string {
  const quoted = `${countOf(papers, "paper")} quoted`;
  if (absent.length > 0)
    return `${quoted}, ${papers === 1 ? "which does not mention" : "none of which mentions"} ${absent.map((text) => `“${text}”`).join(" or ")}`;
  if (doubt === null) return quoted;
  // An entry of a list answers by being what is asked for.
  const fits = kind === "which_exist" || kind === "artifact";
  if (doubt === "partly")
    return `${quoted}, ${fits && papers > 1 ? "of which some may not fit what is asked for" : `which may ${fits ? "fit what is asked for" : "answer this"} only in part`} (estimated)`;
  return `${quoted}, ${papers >= SEVERAL ? "of which few may" : "which may not"} ${fits ? "fit what is asked for" : "answer this outright"} (estimated)`;
}

function join(sentence: string, footing: string): string {
  return footing === "." ? sentence : `${sentence} ${footing}`;
}

function missingSides({ sides }: ReadQuestion, missing: readonly string[]): string {
  return missing.length === 2
    ? `No passage quoted mentions “${sides![0]}” or “${sides![1]}”`
    : `No passage quoted mentions “${missing[0]}”, so the two are not compared`;
}

function countedInWords({ sides, outcome }: ReadQuestion, { papers, supports, against, both, neither }: Counted): string {
  const favoring =
    (side: string): Words =>
    (many) =>
      `${many ? "favor" : "favors"} ${side}`;
  const [yes, no] = sides ? [favoring(sides[0]), favoring(sides[1])] : statements(outcome);
  const said = [
    { of: supports, words: yes },
    { of: against, words: no },
    { of: both, words: (many: boolean) => `${many ? "say" : "says"} both` },
  ].filter(({ of }) => of > 0);
  const [first, ...rest] = said.map(({ of, words }) => ({ of, text: words(of > 1) }));
  if (!first) return "No paper is quoted";
  if (papers === 1) return `The one paper quoted ${first.text}`;
  const untold = neither === 0 ? [] : [neither === 1 ? "the other is not counted" : `the other ${neither} are not counted`];
  const lead =
    first.of === papers
      ? `${allOf(papers)} papers quoted ${first.text}`
      : `${first.of} of the ${papers} papers quoted ${first.text}`;
  return [lead, ...rest.map(({ of, text }) => `${of} ${text}`), ...untold].join(", ");
}

/** “Both” of two, “All 3” of three. */
function allOf(number: number): string {
  return number === 2 ? "Both" : `All ${number}`;
}

type Words = (many: boolean) => string;

/** A yes in the words of the effect that the question asks about; a no is not told apart into none and the opposite. */
function statements(outcome: ReadQuestion["outcome"]): [yes: Words, no: Words] {
  const noun = outcome === undefined ? undefined : EFFECTS.find(([form]) => form.test(outcome.text))?.[1];
  return [
    (many) => (noun === undefined ? (many ? "say yes" : "says yes") : `${many ? "report" : "reports"} ${noun}`),
    (many) => (many ? "say no" : "says no"),
  ];
}

const EFFECTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:improv|enhanc|better)/u, "an improvement"],
  [/^(?:increas|rais|boost)/u, "an increase"],
  [/^(?:reduc|decreas|lower)/u, "a reduction"],
];

function verdict({ sides }: ReadQuestion, direction: NonNullable<Support["direction"]>): string {
  if (sides === undefined || direction === "mixed" || direction === "unsettled") return VERDICTS[direction];
  return `mostly ${direction === "supports" ? sides[0] : sides[1]}`;
}

function yearsInWords(years: Support["years"]): string {
  if (years === null) return "";
  return years.from === years.to ? String(years.from) : `${years.from}–${years.to}`;
}
