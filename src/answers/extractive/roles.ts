import { cuesOf, headingOf, type Cue, type Heading } from "./cues.ts";
import { linear, type Features, type LinearWeights } from "./linear.ts";
import weights from "./sentence-roles.json" with { type: "json" };
import { pairs } from "../../shared/pairs.ts";

export const ROLES = ["background", "aim", "method", "result", "conclusion", "announcement", "organisation", "question"] as const;

/** What a sentence does in its abstract. `announcement`: what is released, hoped for or left for later; `organisation`: what the paper goes through. */
export type Role = (typeof ROLES)[number];

/** How likely each role is; they add up to 1. */
export type Roles = Record<Role, number>;

const MODELS: Record<Role, LinearWeights> = weights;

/** How likely a sentence is to say what was found. */
export function outcome(roles: Roles): number {
  return roles.result + roles.conclusion;
}

/** The roles of the sentences of one abstract, in its order: multinomial logistic regression, trained by `models/sentences/train.py`. */
export function sentenceRoles(abstract: readonly string[]): Roles[] {
  return roleFeatures(abstract).map(rolesOf);
}

function rolesOf(features: Features): Roles {
  const scores = ROLES.map((role) => linear(MODELS[role], features));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return Object.fromEntries(pairs(ROLES, powers).map(([role, power]) => [role, power / sum])) as Roles;
}

/** What the model of roles looks at: wording, place, and what stands before and after in the same abstract. */
export function roleFeatures(abstract: readonly string[]): Features[] {
  const cues = abstract.map(cuesOf);
  const headings = sections(abstract);
  const firstAim = cues.findIndex((found) => found.has("we_propose") || found.has("in_this_paper") || found.has("aims"));
  const firstFinding = cues.findIndex(isFinding);
  const lastFinding = cues.findLastIndex(isFinding);
  return pairs(abstract, cues).map(([text, own], index) => {
    const last = abstract.length - 1;
    const words = text.split(" ").length;
    const heading = headings[index];
    return {
      ...Object.fromEntries([...own].map((cue) => [cue, 1])),
      ...Object.fromEntries([...(cues[index - 1] ?? [])].filter((cue) => BEFORE.has(cue)).map((cue) => [`before_${cue}`, 1])),
      ...(heading === null ? {} : { [`section_${heading}`]: 1 }),
      ...(last === 0 ? { alone: 1 } : { relative: index / last, relative_squared: (index / last) ** 2 }),
      first: index === 0 ? 1 : 0,
      second: index === 1 ? 1 : 0,
      third: index === 2 ? 1 : 0,
      last: index === last ? 1 : 0,
      second_last: index === last - 1 ? 1 : 0,
      third_last: index === last - 2 ? 1 : 0,
      after_aim: firstAim !== -1 && index > firstAim ? 1 : 0,
      at_aim: index === firstAim ? 1 : 0,
      after_finding: firstFinding !== -1 && index > firstFinding ? 1 : 0,
      before_finding: index < lastFinding ? 1 : 0,
      length: Math.log2(words) - 4,
      long: words > 40 ? 1 : 0,
      short: words < 12 ? 1 : 0,
    };
  });
}

/** Cues of the sentence before that say something of the next one. */
const BEFORE = new Set<Cue>([
  "we_find",
  "results_show",
  "we_propose",
  "in_this_paper",
  "aims",
  "others",
  "known",
  "done_passive",
  "turns",
  "released",
  "percent",
]);

function isFinding(cues: ReadonlySet<Cue>): boolean {
  return (
    cues.has("we_find") || cues.has("results_show") || cues.has("statistic") || (cues.has("outperforms") && !cues.has("others"))
  );
}

/** The heading that each sentence stands under, in a structured abstract. */
function sections(abstract: readonly string[]): (Heading | null)[] {
  let current: Heading | null = null;
  return abstract.map((text) => (current = headingOf(text) ?? current));
}
