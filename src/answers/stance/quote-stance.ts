import type { Reading } from "../../reranking/port.ts";
import { sentences } from "../../text/sentences.ts";
import { cuesOf } from "../extractive/cues.ts";
import { meetsConditions } from "../question/said-otherwise.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { sharedWith } from "./asked-gain.ts";
import { BY_ORDER, favoredSide, favoredSideByTitle } from "./comparison-stance.ts";
import { chanceOfNo } from "./lean.ts";
import { comparedFor, speaksOfComparison } from "./speaks.ts";
import { stanceOf, type Stance } from "./stance.ts";
import { stanceText } from "./stance-text.ts";
import { statedGain } from "./stated-gain.ts";

/** A quote, which may be several sentences, and what the model that read it together with the question made of it. */
interface Quote {
  text: string;
  title: string;
  reading?: Reading | null | undefined;
}

/**
 * What a quote says to a question, as it is counted: what its sentences say, where they agree. For a yes or no it must state an outcome of what is asked about; which of two sides is ahead is told by the
 * order of words alone, in a quote on what they are compared for. Pure.
 */
export function quoteStance(question: string, read: ReadQuestion, quote: Quote): Stance["stance"] {
  if (!meetsConditions(question, comparedFor(read), `${quote.title} ${quote.text}`)) return "none";
  if (read.sides !== undefined) return agreed(ofSides(question, read, read.sides, quote));
  return unlessContrary(question, quote, agreed(ofYesNo(question, read, quote)));
}

function ofYesNo(question: string, read: ReadQuestion, { text, title }: Quote): Stance["stance"][] {
  const own = sentences(text).map((sentence) => sentence.text);
  // A quote that turns takes back part of what it said before.
  if (own.slice(1).some((sentence) => cuesOf(sentence).has("turns"))) return [];
  if (read.kind === "readiness") return own.map((sentence) => statedUnready(read, sentence, title));
  return own.map((sentence) => statedGain(question, read, sentence, title));
}

/** That something is not good enough to be used, which is a no to whether it is ready; that it works well is no yes. */
const UNREADY =
  /\b(?:not|cannot|far from|nor|never|hardly|isn['’]t|aren['’]t)\s+(?:yet\s+|be\s+|being\s+|always\s+|still\s+)*(?:(?!(?:on|mere|simp|necessari)ly\b)\w+ly\s+|good\s+enough\s+|safe\s+)?(?:accurate|reliable|ready|robust|suitable|mature|adequate|appropriate|trustworthy|deployable|usable|fit\s+for|(?:production|deployment)[- ]ready|enough\s+(?:to|for)\b)(?!\s+(?:but|just)\b)|\b(?:still|remains?)\s+(?:far\s+(?:from|behind)|unreliable|immature|insufficient|inadequate|unsuitable|inaccurate)\b/iu;
/** What is not good enough is what judges, or what there is to learn from. */
const OF_OTHER =
  /\b(?:metrics?|measures?|evaluations?|benchmarks?|data\s?sets?|data|corpora|labels|annotations?|judges?)\s+(?:\w+\s+){0,3}$/iu;
/** Share of the words of what is asked about, by rarity, that such a sentence has with its title. */
const OF_SUBJECT = 0.5;

function statedUnready({ subject }: ReadQuestion, sentence: string, title: string): Stance["stance"] {
  const said = UNREADY.exec(sentence);
  if (said === null || OF_OTHER.test(sentence.slice(0, said.index))) return "none";
  return sharedWith(subject.terms.slice(0, 1), `${title} ${sentence}`) >= OF_SUBJECT ? "against" : "none";
}

function ofSides(question: string, read: ReadQuestion, sides: [string, string], { text, title }: Quote): Stance["stance"][] {
  if (!speaksOfComparison(read, text, title)) return [];
  return sentences(text).map((sentence): Stance["stance"] => {
    if (OTHERS_OPINION.test(sentence.text)) return "none";
    const { stance, confidence } = stanceOf(question, sentence.text);
    // What stands in a sentence about both without an order is too often about their combination.
    if (stance !== "none" && confidence === BY_ORDER) return stance;
    const favored = favoredSideByTitle(sides, sentence.text, title) * (favoredSide(sides, question) || 1);
    return favored === 0 ? "none" : favored > 0 ? "supports" : "against";
  });
}

/** “as it was deemed inferior to hash joins”: what was thought before is not what is found. */
const OTHERS_OPINION =
  /\b(?:(?:was|were|been|long|often|commonly|widely|generally|traditionally|previously)\s+(?:\w+ly\s+)?(?:deemed|believed|thought|assumed|regarded|perceived|considered)\s+(?:(?:to\s+be|as)\s+)?(?:\w+ly\s+)?(?:inferior|superior|better|worse|more|less|stronger|weaker|faster|slower|ineffective|effective|the\s+best)|conventional wisdom|common belief|it\s+has\s+(?:long\s+|often\s+)?been\s+(?:shown|claimed|argued|reported|suggested|observed))\b/iu;

function agreed(said: readonly Stance["stance"][]): Stance["stance"] {
  const ways = new Set(said.filter((stance) => stance !== "none"));
  return ways.size === 1 ? [...ways][0]! : "none";
}

/** From this likelihood of a no on a quote is not counted as a yes, and below it not as a no. */
const CONTRARY = 0.5;

/** Nor is a quote counted of which the model of claims finds it likelier that it says neither: “it outperforms chain-of-thought prompting” is no yes to what that brings. */
const SAYS = 0.5;

/** What rules say of a quote, unless the model that read it together with the question finds the contrary likelier. */
function unlessContrary(question: string, { text, reading }: Quote, stance: Stance["stance"]): Stance["stance"] {
  if (stance === "none" || !reading) return stance;
  if (reading.ofClaim && reading.says < SAYS) return "none";
  const saysNo = chanceOfNo(stanceText(question), text, reading) >= CONTRARY;
  return saysNo === (stance === "against") ? stance : "none";
}
