import { CUT } from "./cut.ts";
import type { KindRule } from "./kind-rule.ts";
import { EXISTS, HOW, WHAT, YES_NO } from "./kind-rules.ts";
import { BREAKS, STATE } from "./limit-rules.ts";
import type { Opening } from "./opening.ts";
import { READINESS, READINESS_WORDS } from "./readiness-rules.ts";
import type { QuestionKind } from "./schema.ts";
import { AMOUNTS_ASKED, SOUGHT, TYPED, TYPED_MEASURES } from "./typed-rules.ts";

const STATED = /\b(?:helps|improves|reduces|increases|hurts|outperforms|works|affects|boosts|prevents|causes)\b.*\?/iu;

/** Verbs of findings, without their endings. */
const FINDS =
  "abolish|accelerat|act|activat|affect|aid|allow|alter|amplif|antagoni[sz]|attenuat|augment|beat|benefit|bind|block|boost|caus|chang|confer|consist|contain|contribut|control|correlat|damag|decreas|delay|depend|differ|disrupt|driv|elicit|eliminat|enabl|encod|encourag|enhanc|exacerbat|exceed|express|facilitat|fail|favo(?:u)?r|generali[sz]|generat|giv|harm|help|hurt|impair|imped|improv|increas|indicat|induc|influenc|inhibit|interact|kill|lack|lead|learn|limit|lower|maintain|match|mediat|mitigat|modulat|need|occur|outperform|perform|play|possess|predict|preserv|prevent|produc|promot|protect|provid|rais|recruit|reduc|regulat|rel(?:y|i)|requir|rescu|restor|result|show|slow|stabili[sz]|stimulat|suffer|suppress|surpass|target|transfer|trigger|var(?:y|i)|worsen|adapt|arrest|assembl|bring|catalyz|compet|compromis|confirm|convert|correspond|deactivat|degrad|demonstrat|deregulat|develop|diminish|direct|dominat|down-?regulat|drop|effect|emerg|encounter|enforc|extend|form|function|go|grow|halt|hinder|hold|identif|initiat|localiz|los|migrat|outweigh|participat|persist|phosphorylat|progress|punctur|reach|receiv|reflect|reinvigorat|repress|reproduc|ris|rise|secret|shorten|spread|strengthen|struggl|surviv|tend|translat|undergo|underperform|up-?regulat|weaken|work|yield";
/** Behind a comma: what goes on about what was stated. */
const GOES_ON = `\\s+(?:(?<=\\b(?:${FINDS})(?:e?s|ies|ed)\\s[^,]*,\\s+which\\s+)(?:${FINDS})(?:e?s|ies)\\s+(?:the|an?)|(?:combined|associated|compared|used|given|taken)\\s+(?:with|to|together))\\b[^?]*\\.$`;
/** What begins so asks or searches; nor does a clause that asks state anything, but one that goes on about what was stated (“…, which causes a …”) does. */
const NO_CLAIM = new RegExp(
  `^(?:papers?|stud(?:y|ies)|methods?|approach(?:es)?|datasets?|corpora|research|work|overviews?|surveys?|limit(?:s|ations?)|summar\\w+|list|show|give|find|name|provide|suggest|recommend|tell|describe|explain|search|help|i|we|if|whether|is|are|do|does|did|can|could|should|will|would|has|have|any|there)\\b|(?:^|\\b(?:ok|so|currently|and|but)\\s+|[;:]\\s+)(?:what|which|who|whose|why|how|when|where|whether)\\b|,\\s+(?:what|who|whose|why|how|where|whether|(?:which|when)(?!${GOES_ON}))\\b`,
  "iu",
);
const CLAIM = new RegExp(
  `[\\p{L}\\p{N})]\\s+(?:\\w+ly\\s+)?(?:is|are|was|were|has|have|had|does|do|did|can|cannot|may|might|could|(?:${FINDS})(?:e|s|es|ed|d|y|ies|ied)?)\\s.*\\.$`,
  "iu",
);

/** The same without its full stop, where it is surely a sentence: “X is a cause of Y”. */
const WITHOUT_STOP =
  /^(?!.*\b(?:that|which|who|whose|where|when|if|whether)\b)(?:\S+\s+){1,8}?(?:(?:is|are)\s+(?:not\s+)?(?:an?|the)|(?:do|does)\s+not)\s+(?:\S+\s+)+\S*[^?.,;:\s]$/iu;

/** Nor do these need one: “X only hides Y instead of removing it”. */
const STATES = new RegExp(
  `^(?!.*\\b(?:that|which|who|whose|where|when|if|whether)\\b)(?:\\S+\\s+){1,6}?(?:only|merely|rarely|hardly|always|never)\\s+(?:hid|${FINDS})(?:e?s|ies)\\s+(?:\\S+\\s+)*\\S*[^?.,;:\\s]$`,
  "iu",
);

/** “X lowers the risk of Y”: a verb in the singular before an article. */
const SINGULAR = new RegExp(
  `^(?!.*\\b(?:that|which|who|whose|where|when|if|whether|or|how|why|what)\\b)(?:[^\\s,;:?]+\\s+){1,5}?(?:${FINDS})(?:e?s|ies)\\s+(?:the|an?|its|their)\\s+(?:\\S+\\s+)*\\S*[^?.,;:\\s]$`,
  "iu",
);

/** “There is no relation between X and Y”. */
const THERE_IS =
  /^(?!.*\b(?:what|which|who|whose|why|how|when|where|whether|if|that)\b)(?!.*[.?!]\s+\p{Lu})there\s+(?:is|are|was|were)\s+(?:no|an?)\s+(?!(?:[\w-]+\s+){0,2}(?:way|method|tool|data ?set|corpus|paper|study|survey|overview|need|reason)s?\b)(?:\S+\s+){2,}\S*[^?,;:\s]$/iu;

/** Whether a text states something, to be borne out or not: a sentence with its full stop, or surely one, instead of a question or a search. */
export function isClaim(text: string): boolean {
  if (THERE_IS.test(text)) return true;
  if (NO_CLAIM.test(text)) return false;
  return (CLAIM.test(text) && !/[.?!]\s+\p{Lu}/u.test(text)) || [WITHOUT_STOP, STATES, SINGULAR].some((way) => way.test(text));
}

/** A title that ends in a question: “…: a risky technique?” */
const TITLE_THAT_ASKS = /(?::|--|—|\s-)\s*(?!(?:a|the)\s+(?:survey|review|paper|dataset))\p{L}[^:]*\?\s*$/iu;

/** The kind of a question that is about no record, artifact or comparison, and the question without the words that told it. */
export function readKind(text: string, opening: Opening): { kind: QuestionKind; rest: string } {
  const ready = READINESS.find(([, pattern]) => pattern.test(text));
  if (ready) return { kind: "readiness", rest: without(text, ready).replace(READINESS_WORDS, CUT) };
  // “Name ways to … where the budget is tiny.” states nothing.
  if (opening !== "seeks" && isClaim(text)) return { kind: "does_it", rest: text };
  // Who looks for papers “about how …” looks for papers.
  const seeks =
    opening === "seeks" && !/^(?:the\s+)?(?:state|limit|risk|challenge|drawback|overview|definition|how|why)/iu.test(text);
  const what = opening === "explain" ? WHAT.slice(0, -1) : WHAT;
  const rules = seeks
    ? []
    : [...SOUGHT, ...TYPED, ...AMOUNTS_ASKED, ...STATE, ...HOW, ...TYPED_MEASURES, ...EXISTS, ...what, YES_NO];
  const found = rules.find(([, pattern]) => pattern.test(text));
  if (found)
    return {
      kind: found[0],
      rest: found[0] === "state_limits" ? without(text, found).replace(BREAKS, CUT) : without(text, found),
    };
  return { kind: fallback(text, opening), rest: text };
}

function fallback(text: string, opening: Opening): QuestionKind {
  if (opening === "wonders") return "does_it";
  if (opening === "explain") return "what_is";
  if (opening === "seeks") return "which_exist";
  return STATED.test(text) || TITLE_THAT_ASKS.test(text) ? "does_it" : "which_exist";
}

function without(text: string, [, pattern]: KindRule): string {
  return text.replace(pattern, CUT);
}
