import type { Reading } from "../../reranking/port.ts";
import { sentences } from "../../text/sentences.ts";
import { cuesOf } from "../extractive/cues.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { BY_ORDER, favoredSide, favoredSideByTitle } from "./comparison-stance.ts";
import { chanceOfNo } from "./lean.ts";
import { speaksOfComparison } from "./speaks.ts";
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
  if (read.sides !== undefined) return agreed(ofSides(question, read, read.sides, quote));
  return unlessContrary(question, quote, agreed(ofYesNo(question, read, quote)));
}

function ofYesNo(question: string, read: ReadQuestion, { text, title }: Quote): Stance["stance"][] {
  const own = sentences(text).map((sentence) => sentence.text);
  // A quote that turns takes back part of what it said before.
  if (own.slice(1).some((sentence) => cuesOf(sentence).has("turns"))) return [];
  return own.map((sentence) => statedGain(question, read, sentence, title));
}

function ofSides(question: string, read: ReadQuestion, sides: [string, string], { text, title }: Quote): Stance["stance"][] {
  if (!speaksOfComparison(read, text, title)) return [];
  return sentences(text).map((sentence): Stance["stance"] => {
    const { stance, confidence } = stanceOf(question, sentence.text);
    // What stands in a sentence about both without an order is too often about their combination.
    if (stance !== "none" && confidence === BY_ORDER) return stance;
    const favored = favoredSideByTitle(sides, sentence.text, title) * (favoredSide(sides, question) || 1);
    return favored === 0 ? "none" : favored > 0 ? "supports" : "against";
  });
}

function agreed(said: readonly Stance["stance"][]): Stance["stance"] {
  const ways = new Set(said.filter((stance) => stance !== "none"));
  return ways.size === 1 ? [...ways][0]! : "none";
}

/** From this likelihood of a no on a quote is not counted as a yes, and below it not as a no. */
const CONTRARY = 0.5;

/** What rules say of a quote, unless the model that read it together with the question finds the contrary likelier. */
function unlessContrary(question: string, { text, reading }: Quote, stance: Stance["stance"]): Stance["stance"] {
  if (stance === "none" || !reading) return stance;
  const saysNo = chanceOfNo(stanceText(question), text, reading) >= CONTRARY;
  return saysNo === (stance === "against") ? stance : "none";
}
