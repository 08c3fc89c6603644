import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { foldText } from "../../documents/text.ts";
import type { AskedKind } from "./kinds.ts";

/**
 * Of the records of something that a question wants to have, those that may be it: of papers with the subject in one piece, or in their titles, where there are such; a data set
 * only where its paper names it, since links to data sets mostly say what a paper used. `central`: 1 and more for those papers. Pure.
 */
export function toBeHad(
  held: readonly Signal[],
  kind: Pick<AskedKind, "kind" | "value">,
  { central, papers }: { central: (item: Signal) => number; papers: ReadonlyMap<string, Paper> },
): { signals: readonly Signal[]; which: string } {
  const named = kind.kind === "dataset" ? held.filter((item) => isNamedByPaper(item, kind, papers)) : held;
  const naming = kind.kind === "dataset" ? " that name the dataset" : "";
  const near = named.filter((item) => central(item) >= 1);
  return near.length > 0
    ? { signals: near, which: `${naming}, where the words appear together or in the title` }
    : { signals: named, which: naming };
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
