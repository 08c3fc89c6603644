import type { Paper } from "../../documents/paper.ts";
import type { Signal } from "../../documents/signal.ts";
import { contentStems } from "../../text/terms.ts";

/**
 * How near to a subject the papers of a signal are: 3 with its words side by side in the title, 2 with all of them there, 1 side by side in the abstract, else the share of them in the title.
 * 0 for signals of other papers, and for all where there is no subject. Pure.
 */
export function centrality(
  subject: string,
  papers: ReadonlyMap<string, Pick<Paper, "title" | "abstract">>,
): (item: Pick<Signal, "paper_ids">) => number {
  const stems = contentStems(subject);
  if (stems.length === 0) return () => 0;
  const sideBySide = (text: readonly string[]) => ` ${text.join(" ")} `.includes(` ${stems.join(" ")} `);
  const ofPaper = new Map(
    [...papers].map(([id, { title, abstract }]) => {
      const inTitle = contentStems(title);
      if (sideBySide(inTitle)) return [id, 3];
      if (stems.every((stem) => inTitle.includes(stem))) return [id, 2];
      if (sideBySide(contentStems(abstract ?? ""))) return [id, 1];
      return [id, stems.filter((stem) => inTitle.includes(stem)).length / stems.length];
    }),
  );
  return ({ paper_ids }) => Math.max(0, ...paper_ids.map((id) => ofPaper.get(id) ?? 0));
}
