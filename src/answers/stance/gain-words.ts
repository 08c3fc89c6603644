import { STATED } from "../../text/direction.ts";

/* How a sentence states that something gains or loses, by the words of `text/direction.ts` and by phrases, and what holds such a statement back. */

const IS = "(?:is|are|was|were|be|being|prove[sd]?|remain(?:s|ed)?)\\s+(?:\\p{L}+ly\\s+|more\\s+|not\\s+|to\\s+be\\s+)*";
const MERIT = "(?:accurac\\w+|performance|scores?|quality|F-?1|BLEU|precision|recall)";
const FAULT = "(?:errors?|error\\s+rates?|perplexity|loss|mistakes)";
const RAISES = "(?:increase|raise|lift)[sd]?\\s+(?:[\\w-]+\\s+){0,4}?";
const LOWERS = "(?:reduce|decrease|lower|cut)(?:s|d|ed)?\\s+(?:[\\w-]+\\s+){0,4}?";
const YIELDS =
  "(?:yield|lead|result|bring|give|offer|provide|achieve|obtain|show|gain|produce|deliver|attain)(?:s|ed|ing)?\\s+(?:to\\s+|in\\s+)?";
const GAIN = "(?:improvements?|gains?|boosts?|benefits?|advantages?|increases?|better|higher|improved)";

const GOOD = [
  "(?:outperform|surpass)(?:s|es|ed)?(?!\\s+by\\b)",
  ...STATED.good,
  "superiority",
  `${IS}(?:beneficial|helpful|effective|superior|useful)`,
  `${RAISES}${MERIT}`,
  `${LOWERS}${FAULT}`,
  `${YIELDS}(?:(?!that\\b)[\\w-]+\\s+){0,6}?${GAIN}`,
  "(?:achieve|reach|obtain|set|establish|attain|yield|show)(?:s|es|ed|ing)?\\s+(?:\\w+\\s+){0,3}?(?:state[- ]of[- ]the[- ]art|SOTA)",
  "(?:demonstrate[sd]?|shows?|showed|validate[sd]?|confirm(?:s|ed)?|verify|verifie[sd]|prove[sd]?)\\s+(?:the\\s+)?(?:effectiveness|superiority|efficacy|benefits?)",
  "(?:improvements?|gains?)(?=\\s+(?:of|over|in|on|from|up\\s+to)\\b)",
];

const BAD = [
  ...STATED.bad,
  "(?:outperformed|surpassed|beaten)\\s+by",
  "fail(?:s|ed)?\\s+to\\s+(?:improve|outperform|help|beat|yield|benefit|surpass|reduce|increase)",
  `${IS}(?:harmful|detrimental|ineffective|inferior)`,
  `${RAISES}${FAULT}`,
  `${LOWERS}${MERIT}`,
];

/** Statements of a gain and of a loss in worth, of more and of less of something. */
export const PREDICATES = {
  good: any(GOOD),
  bad: any(BAD),
  up: any(STATED.up),
  down: any([...STATED.down, "reductions?(?=\\s+(?:of|in)\\b)"]),
} as const;

function any(patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join("|")})\\b`, "giu");
}

/** No finding of the paper itself: hedged, under a condition, announced, asked, or what others found. */
export const NO_FINDING =
  /\b(?:may|might|could|would|should|whether|if|unless|perhaps|possibl[ey]|potential(?:ly)?|hope|aims?|aimed|aiming|hypothes\w+|expect(?:ed)?|believe|assum\w+|intend|attempt\w*|investigat\w+|explor\w+|examin\w+|motivat\w+|unclear|unknown|(?:prior|previous(?:ly)?)\s+(?:work|stud|research|approach|method|shown|report|findings?)\w*|recent(?:ly)?|existing\s+(?:work|stud|research)\w*|literature|(?:has|have)\s+(?:been\s+)?(?:shown|demonstrated|proven|found)|(?:has|have)\s+led|known\s+to|widely|often|generally\s+believed|claim(?:s|ed)?)\b|\?\s*$/iu;

/** It is said both ways, or of some cases only. */
export const PARTLY =
  /\b(?:but|although|though|however|while|whereas|despite|except|sometimes|not\s+always|not\s+necessarily|only|depend(?:s|ing|ent)?|var(?:y|ies|ied)|some|mixed|moderation|certain|in\s+part|partial(?:ly)?|limited|marginal(?:ly)?|slight(?:ly)?|trade-?offs?|at\s+the\s+(?:cost|expense)|contrary\s+to)\b/iu;

/** What happens where something is taken away tells the contrary of what it brings. */
export const TAKEN_AWAY =
  /\b(?:remov\w+|ablat\w+|omit\w*|drop(?:ping|ped)|disabl\w+|discard\w*|in\s+the\s+absence\s+of|(?:absence|lack)\s+of)\b/iu;

/** What a text that ends like this compares with next, or goes without. */
export const BEFORE_REFERENCE =
  /\b(?:than|over|compared\s+(?:to|with)|unlike|against|versus|vs\.?|outperform\w*(?!\s+by)|surpass\w*|beats?|exceeds?|without|instead\s+of|rather\s+than|improv\w+\s+(?:up)?on|superior\s+to|replac\w+|beyond|alternatives?\s+to)\s+(?:[\w-]+\s+){0,3}$|\bno[\s-]+$/iu;
