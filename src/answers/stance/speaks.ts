import { agreement } from "../../evidence/relevance.ts";
import type { ReadQuestion } from "../question/schema.ts";
import { abbreviationIn } from "../../text/written-otherwise.ts";
import { COMPOUND } from "./asked-gain.ts";

/** A quote with its title names this share of what two things are compared for. */
const COMPARED_FOR = 0.5;

/** What two things are compared for, “relation classification” of “Is LSTM or CNN better for relation classification?”: the subject without the sides and what stands with one of them. Pure. */
export function comparedFor({
  sides = ["", ""],
  subject,
}: Pick<ReadQuestion, "sides" | "subject">): ReadQuestion["subject"]["terms"] {
  const own = sides.map((side) => side.toLowerCase()).filter((side) => side !== "");
  return subject.terms.filter(({ text }) => !own.some((side) => text.toLowerCase().includes(side)));
}

/** Whether a quote speaks of what the sides of a comparison are compared for: only then does it count for one of them. Pure. */
export function speaksOfComparison(read: Pick<ReadQuestion, "sides" | "subject">, quote: string, title: string): boolean {
  const terms = comparedFor(read);
  if (terms.length === 0) return true;
  const said = `${title} ${quote}`;
  const compounds = terms.flatMap(({ text }) => (abbreviationIn(said, text) === null ? (text.match(COMPOUND) ?? []) : []));
  return (
    compounds.every((compound) => isSaid(compound, said)) && agreement(terms, { title, abstract: quote }).coverage >= COMPARED_FOR
  );
}

/** Compounds narrow a task: what holds for “open-domain question answering” need not for “out-of-domain question answering”. */
function isSaid(compound: string, text: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${compound.replaceAll("-", "[-\\s]?")}`, "iu").test(text);
}
