import type { Reading } from "../../reranking/port.ts";
import { logistic } from "../../shared/logistic.ts";
import { stanceText, type StanceText } from "./stance-text.ts";
import { stanceChances } from "./stance.ts";

/** Which way quotes point to a yes-or-no question, estimated: no quote is counted. */
export interface Lean {
  way: "yes" | "no";
  /** Whether that is sure enough to open the answer. */
  opens: boolean;
  /** Numbers of the citations that point this way, one each, and of how many papers they are. */
  behind: number[];
  papers: number;
  /** Whether a quote denies in so many words what the others lean to. */
  exceptions: boolean;
}

interface ReadQuote {
  paper: { paper_id: string };
  text: string;
  citation: number;
  reading?: Reading | null | undefined;
}

/* Where no source is given, the numbers here were chosen by reading answers, not measured apart. */

/** Quotes of fewer papers than this tell nothing; a no, of which the model has seen less, needs one more. */
const PAPERS = { yes: 2, no: 3 } as const;
/** Nor does less said in all of them together: likelihoods of a yes and of a no, summed. From `opens` on a lean opens the answer. */
const SAID = { tells: 1.3, opens: 1.6 } as const;
/**
 * Of what is said, the share for a no: up to the first it leans to yes, from the second on to no. Of 158 yes-or-no questions that no model had seen, labeled sentence by sentence, that
 * decided 49: 40 as their labels do, 6 where those are level, 3 the other way.
 */
const AGAINST = { yes: 0.3, no: 0.6 } as const;
/** A quote stands behind a lean from this likelihood on. */
const BEHIND = 0.25;
/** Weights of the log odds of a no, by the model that read question and quote together and by words, with the bias: logistic regression over 1,079 labeled sentences that point one way. */
const BOTH = { read: 1.21, words: 1.19, bias: 1.1 } as const;

/**
 * The same of a claim that the model of claims read, fitted on the marked sentences of SciFact's claims for tuning, by a model that had not learned them. By both the marked sentences of the half for reporting are told apart with an area
 * under the curve of .80, by that model alone .77, by words .74.
 */
const OF_CLAIM = { read: 0.69, words: 1.26, bias: -0.21 } as const;

/** How likely a quote that was read together with a question points to a no rather than to a yes, 0 to 1: by that reading and by words; where the model of claims read it, by that alone. Pure. */
export function chanceOfNo(asked: StanceText, text: string, { against, ofClaim }: Pick<Reading, "against" | "ofClaim">): number {
  return ofClaim ? against : byBoth(BOTH, asked, text, against);
}

/** How likely a sentence refutes a claim rather than bears it out, 0 to 1, by what the model of claims says (`against`) and by words. Pure. */
export function chanceOfRefuting(claim: StanceText, text: string, against: number): number {
  return byBoth(OF_CLAIM, claim, text, against);
}

function byBoth({ read, words, bias }: typeof BOTH | typeof OF_CLAIM, asked: StanceText, text: string, against: number): number {
  const { against: byWords } = stanceChances(asked, stanceText(text));
  return logistic(read * logOdds(against) + words * logOdds(byWords) + bias);
}

/** That something brings nothing, or the contrary, in so many words: a quote that says so stands behind no yes, whatever is estimated of the rest of it. */
const DENIES =
  /\b(?:fail(?:s|ed)? to|(?:do|does|did) not (?:\w+ly )?(?:help|improve|work|benefit|gain|increase|outperform|boost|enhance|yield|bring|lead|affect|reduce|hold|generali[sz]e|transfer)|(?:is|are|was|were) not (?:\w+ly )?(?:effective|helpful|beneficial|useful|better|sufficient|enough|superior)|no (?:\w+ )?(?:improvements?|gains?|benefits?|effects?|differences?|advantages?)|hurts?|harms?|underperform\w*|degrad(?:e|es|ed|ing) (?:the )?performance|not necessarily)\b/iu;
/** Of a question for something bad, a quote that says so is a yes. */
const ASKS_BAD = /\b(?:fail\w*|hurt\w*|harm\w*|degrad\w*|worse\w*|underperform\w*|drop\w*|not|no)\b|n['’]t\b/iu;

/** The lean of quotes that were read together with their question; null where too little is said, or it is said both ways. `counts`: which of them may stand behind it; all may be exceptions. Pure. */
export function leanOf<Quote extends ReadQuote>(
  question: string,
  quotes: readonly Quote[],
  counts: (quote: Quote) => boolean = () => true,
): Lean | null {
  const asked = stanceText(question);
  const once = new Map(quotes.map((quote) => [quote.citation, quote]));
  const read = [...once.values()].filter(counts).flatMap(({ paper, text, citation, reading }) => {
    if (!reading) return [];
    const against = chanceOfNo(asked, text, reading);
    return [{ paper: paper.paper_id, citation, yes: reading.says * (1 - against), no: reading.says * against }];
  });
  const [yes, no] = (["yes", "no"] as const).map((way) => read.reduce((sum, own) => sum + own[way], 0)) as [number, number];
  if (yes + no < SAID.tells) return null;
  const share = no / (yes + no);
  if (share > AGAINST.yes && share < AGAINST.no) return null;
  const way = share <= AGAINST.yes ? "yes" : "no";
  const denying = way === "yes" && !ASKS_BAD.test(question) ? [...once.values()].filter(({ text }) => DENIES.test(text)) : [];
  const pointing = read.filter((own) => own[way] >= BEHIND && !denying.some(({ citation }) => citation === own.citation));
  const papers = papersOf(pointing);
  if (papersOf(read) < PAPERS[way] || papers < PAPERS.yes) return null;
  const opens = yes + no >= SAID.opens;
  return { way, opens, behind: pointing.map(({ citation }) => citation), papers, exceptions: denying.length > 0 };
}

function papersOf(quotes: readonly { paper: string }[]): number {
  return new Set(quotes.map(({ paper }) => paper)).size;
}

/** Probabilities are kept this far from 0 and 1, which have no finite log odds. Chosen by hand. */
const SUREST = 1e-4;

function logOdds(probability: number): number {
  const within = Math.min(1 - SUREST, Math.max(SUREST, probability));
  return Math.log(within / (1 - within));
}
