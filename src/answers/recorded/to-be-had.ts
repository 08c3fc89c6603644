import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { foldText } from "../../documents/text.ts";
import { agreement, type SubjectTerm } from "../../evidence/relevance.ts";
import { rarity } from "../../text/rarity.ts";
import type { AskedKind } from "./kinds.ts";

/**
 * Of the records of something that a question wants to have, those that may be it: of papers with the subject in one piece, or in their titles, where there are such; a data set
 * only where its paper names it, since links to data sets mostly say what a paper used. Of other papers the title must have the subject's most telling term: a paper may have all of its words apart from each
 * other. `central`: 1 and more for papers of the first kind. Pure.
 */
export function toBeHad(
  held: readonly Signal[],
  kind: Pick<AskedKind, "kind" | "value">,
  {
    central,
    papers,
    terms = [],
  }: { central: (item: Signal) => number; papers: ReadonlyMap<string, Paper>; terms?: readonly SubjectTerm[] },
): { signals: readonly Signal[]; which: string } {
  const named = kind.kind === "dataset" ? held.filter((item) => isNamedByPaper(item, kind, papers)) : held;
  const naming = kind.kind === "dataset" ? " that name the dataset" : "";
  const near = named.filter((item) => central(item) >= 1);
  if (near.length > 0) return { signals: near, which: `${naming}, where the words appear together or in the title` };
  const term = mostTelling(terms);
  if (term === undefined) return { signals: named, which: naming };
  const titled = named.filter((item) =>
    item.paper_ids.some((id) => agreement([term], { title: papers.get(id)?.title ?? "", abstract: null }).title >= IN_TITLE),
  );
  return { signals: titled, which: `${naming}, with “${term.text ?? ""}” in the title` };
}

/** Of the stems of a term, by their rarity, so many in a title make it its subject. */
const IN_TITLE = 0.6;

function mostTelling(terms: readonly SubjectTerm[]): SubjectTerm | undefined {
  const telling = ({ stems, weight = 1 }: SubjectTerm) => weight * Math.max(0, ...stems.map(rarity));
  return terms.toSorted((a, b) => telling(b) - telling(a))[0];
}

/** Whether the paper of a link names the data set that it leads to, by the last part of its address: `…/dataset/hateful-memes`. */
function isNamedByPaper(item: Signal, { value }: Pick<AskedKind, "value">, papers: ReadonlyMap<string, Paper>): boolean {
  const parts = (value(item) ?? "").split(/[?#]/u)[0]!.split("/");
  const name = spelled(parts.findLast((part) => part !== "") ?? "");
  const known = item.paper_ids.map((id) => papers.get(id)).filter((paper) => paper !== undefined);
  return known.length === 0 || known.some(({ title, abstract }) => spelled(`${title} ${abstract ?? ""}`).includes(name));
}

function spelled(text: string): string {
  return foldText(text).replace(/[-_\s]+/gu, " ");
}
