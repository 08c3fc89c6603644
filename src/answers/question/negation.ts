import { CUT } from "./cut.ts";

const NOT = "(?:not|n['’]?t)";
/** A noun phrase ends where one of these words begins something else. */
const ENDS =
  "for|in|on|to|at|with|that|which|when|where|while|by|from|and|or|but|as|if|is|are|was|were|be|do|does|can|help|helps|work|works|improve|improves|about|during|across|over|under|using|than|than|between";
const PHRASE = `(?<what>(?:(?!(?:${ENDS})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’./+-]*)(?:\\s+(?!(?:${ENDS})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’./+-]*){0,4})`;
const LEAD =
  "(?:(?:any|the|a|an|using|access to|relying on|requiring|needing|having|use of|need for|much|additional|extra|explicit|of|on)\\s+)*";
const WITHOUT = [
  new RegExp(`(?<!\\bor\\s)\\bwithout\\s+${LEAD}${PHRASE}`, "iu"),
  new RegExp(
    `\\b(?:(?:that|which|who)\\s+)?(?:do|does|did)(?:\\s+|(?=n))${NOT}\\s+(?:use|need|require|rely|depend|involve|assume|employ)\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
  new RegExp(
    `\\b(?:not\\s+using|other\\s+than|except(?:\\s+for)?|excluding|(?<=(?:[;,]|\\b(?:models?|data\\s?sets?|data|corpora|corpus|tools?|benchmarks?))\\s+)(?:beyond|besides)|no\\s+need\\s+for)\\s+${LEAD}${PHRASE}`,
    "iu",
  ),
];

/** “Without the popularity bias fooling you”: what must not come about is no means to do without. */
const BEFALLS =
  /\bwithout\s+(?=(?:[\p{L}-]+\s+){1,6}?(?:\p{L}{3,}ing)\s+(?:you|me|us|it|them|the|your|our|my|everything)\b)(?!(?:\p{L}+ing)\b)/iu;
const BEFALLING = /\s\p{L}{3,}ing\s+(?:you|me|us|it|them|everything)\b/iu;

const EFFECT =
  "(?:help|work|improve|hold|generali[sz]e|replicate|benefit|matter|outperform|beat|transfer|reduce|increase|pay off|scale)";
/** Ways to say that something does not come about; `fail` as a noun (“heart failure”) is none of them. */
const NEGATIVE = [
  /\b(?:negative|null)\s+results?\b/iu,
  new RegExp(
    `\\b(?:(?:do|does|did|is|are|was|were|has|have)(?:\\s+|(?=n)))?${NOT}\\s+(?:really\\s+|actually\\s+|always\\s+)?${EFFECT}(?:s|ed|ing|ful)?\\b`,
    "iu",
  ),
  /\bfails?\b(?!-)(?:\s+to\b)?|\b(?:failed|failing)\b(?=\s*(?:$|[;?]|(?:to|in|for|at|on)\b))(?:\s+to\b)?/iu,
  /\bno\s+(?:improvements?|benefits?|effects?|gains?|advantages?)\b(?!\s+or\b)/iu,
  /\b(?:ineffective|unhelpful|backfires?|stops?\s+working)\b/iu,
];

/** What a question wants done without, whether it asks for what fails, and the question without these words. */
export function readNegation(text: string): { without: string[]; negative: boolean; rest: string } {
  let rest = BEFALLS.test(text) ? text.replace(BEFALLS, CUT).replace(BEFALLING, CUT) : text;
  const without: string[] = [];
  for (const pattern of WITHOUT) {
    const what = pattern.exec(rest)?.groups?.what;
    if (what === undefined) continue;
    without.push(what);
    rest = rest.replace(pattern, CUT);
  }
  const negative = NEGATIVE.find((pattern) => pattern.test(rest));
  return { without, negative: negative !== undefined, rest: negative === undefined ? rest : rest.replace(negative, CUT) };
}
