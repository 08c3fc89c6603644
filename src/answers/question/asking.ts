import { readComparison } from "./comparison.ts";
import { CUT } from "./cut.ts";
import { readOpening } from "./opening.ts";

/** A question in what it asks, what it is about, and what it says of who asks and why. */
export interface Asking {
  core: string;
  /** “For aspect sentiment quad prediction”. */
  setting: string;
  /** “We are a small newsroom and have no labels.” */
  aside: string;
}

interface Parts {
  lead: string;
  core: string;
}

const AUXILIARY =
  "(?:does|do|did|is|are|was|were|can|could|should|would|will|has|have|isn['’]t|aren['’]t|doesn['’]t|don['’]t|can['’]t)";
const ASKS = `(?:(?:so|and|but|or|then|now|basically|roughly|approximately|exactly|just)\\s+)?(?:${AUXILIARY}|(?:at|by|for|from|in|on|to|under|with)\\s+(?:what|which|how)|how|what|which|who|why|where|when|build\\s+or|any\\s+(?:evidence|idea|hope)|better\\s+to|worth)\\b`;
/** Before a comma these begin what holds while it is asked. */
const WHILE =
  "(?:in|for|when|while|given|with|among|during|regarding|as|on|considering|within|once|since|after|before|if|because|under|without|despite|beyond|at|from|instead\\s+of|compared\\s+(?:to|with))";
const SETTING = /^in\s+the\s+(?:field|area|context|domain|realm)\s+of\s+/iu;

const LATER_SENTENCE = new RegExp(
  `^(?<lead>.*[.?!])\\s+(?<core>(?:so\\s+|and\\s+|but\\s+)?(?:${WHILE}\\b[^,.?!]*,\\s*)?${ASKS}.*)$`,
  "iu",
);
/** A question that is answered by one of the two things it names begins with one of them. */
const LATER_CHOICE = /^(?<lead>.*[.!])\s+(?<core>[^.?!]*,\s+or\s+[^.?!]*\?)$/iu;
const ANY_THING =
  "any\\s+(?:[\\w-]+\\s+){0,3}(?:models?|data\\s?sets?|data|tools?|code|corpora|corpus|librar(?:y|ies)|implementations?|software)\\b";
const AFTER_DASH = new RegExp(`^(?<lead>(?!${ASKS})[^:]+?)(?::|--|—|\\s[-–]\\s)\\s*(?<core>(?:${ASKS}|${ANY_THING}).*)$`, "iu");
/** “When does …” asks already. */
const AFTER_COMMA = new RegExp(
  `^(?<lead>(?!\\w+\\s+(?:what|which|how)\\b|(?:when|where)\\s+${AUXILIARY}\\b)${WHILE}\\b[^,]*(?:,[^,]*?)*?),\\s*(?<core>${ASKS}.*)$`,
  "iu",
);
/** “We have …, so how much …”: what begins like a statement, and is none of the words that a question may begin with. */
const AFTER_BUT = new RegExp(
  `^(?!.*:\\s+${ASKS})(?<lead>(?!${ASKS}|(?:any\\s+|some\\s+|recent\\s+)?(?:papers|studies|articles|research|works?)\\s)[^,]*(?:,(?!\\s*(?:but|and|so|yet|or)\\s)[^,]*)*),?\\s+(?:but|and|so|yet|or)\\s+(?<core>(?!or\\b)${ASKS}.*)$`,
  "iu",
);
/** “…, why is …”: of a statement, without a word that joins. */
const AFTER_STATEMENT = new RegExp(
  `^(?<lead>(?!${ASKS})(?:\\S+\\s+){3,}[^,]*),\\s+(?<core>(?:(?:by|in|for)\\s+(?:how|what|which)|how|why|what|which|is|are|does|do|did|could|can|should|would|will)\\s.*\\?)$`,
  "iu",
);
/** The same without a question mark, where it surely asks: “stance detection on tweets, how well does it transfer”, “…, does it help”. */
const AFTER_SEARCH = new RegExp(
  `^(?<lead>(?!${ASKS}|(?:find|show|give|papers?|studies|recommend|suggest)\\b|(?:list|name)\\s+(?:some|the|all|any|papers|methods|data\\s?sets|benchmarks)\\b)(?:\\S+\\s+){1,}[^,]*),\\s+(?<core>(?:(?:how(?:\\s+(?:well|much|many|often|far|good|reliable|accurate))?|why|what)\\s+${AUXILIARY}|does|do|did)\\s\\S.*)$`,
  "iu",
);
const CLAUSES = [AFTER_DASH, AFTER_COMMA, AFTER_BUT, AFTER_STATEMENT, AFTER_SEARCH];
/** Whoever speaks of themselves tells why they ask. */
const OF_ASKER = /\b(?:i|we|my|our|us|me|mine|ours)\b/iu;
/** What is said behind the question mark. */
const AFTERTHOUGHT = /^(?<core>[^.?!]{20,}\?)\s+(?<lead>[^?]+)$/u;

/** Stands for what was cut out, which may be anywhere in a clause and ends none. */
const GAP = "\u2063";

function shown(text: string): string {
  return text.replaceAll(GAP, ";");
}

/** Where the asking begins, in a question that first says what it is about, and where it ends, in one that says so afterwards. Pure. */
export function asking(text: string): Asking {
  const said: string[] = [];
  let core = text.replaceAll(";", GAP);
  for (let found = laterSentence(core); found !== null; found = firstClause(core)) {
    said.push(found.lead);
    core = found.core;
  }
  const after = parts(AFTERTHOUGHT, core);
  if (after !== null) said.push(after.lead);
  const joined = (leads: readonly string[]) =>
    leads.map((lead) => `${CUT}${readOpening(shown(lead)).rest.replace(SETTING, "")}`).join("");
  const [asides, settings] = [said.filter((lead) => OF_ASKER.test(lead)), said.filter((lead) => !OF_ASKER.test(lead))];
  return { core: shown(after?.core ?? core), setting: joined(settings), aside: joined(asides) };
}

function laterSentence(text: string): Parts | null {
  return parts(LATER_SENTENCE, text) ?? unlessCompared(text, parts(LATER_CHOICE, text)) ?? firstClause(text);
}

/** Cut where the first of its clauses asks. */
function firstClause(text: string): Parts | null {
  const found = CLAUSES.flatMap((pattern) => parts(pattern, text) ?? []);
  const first = found.length === 0 ? null : found.reduce((a, b) => (b.lead.length < a.lead.length ? b : a));
  return first === null || first.lead.trim() === "" ? null : unlessCompared(text, first);
}

/** “A or B: which …” names its two things before it asks. */
function unlessCompared(text: string, found: Parts | null): Parts | null {
  return found !== null && readComparison(shown(text)) === null ? found : null;
}

function parts(pattern: RegExp, text: string): Parts | null {
  const { lead, core } = pattern.exec(text)?.groups ?? {};
  return lead === undefined || core === undefined ? null : { lead, core };
}
