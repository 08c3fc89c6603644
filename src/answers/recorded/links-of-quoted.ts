import type { Signal } from "../../documents/signal.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { RecordFinding } from "./found.ts";

/** So many papers' code is told. */
const MAX_PAPERS = 5;

/**
 * Where code is asked for, what is on record of the code of the papers that are quoted, one record each in their order, without what `finding` tells: a quoted paper answers though it lacks some word of the question.
 * Links to data sets mostly say what a paper used, so they tell nothing here. Pure.
 */
export function linksOfQuoted(
  { kind, artifact }: Pick<ReadQuestion, "kind" | "artifact">,
  signals: readonly Signal[],
  quoted: ReadonlySet<string>,
  finding: RecordFinding | null,
): Signal[] {
  if (kind !== "artifact" || artifact !== "code") return [];
  const told = new Set(finding?.rows.map(({ paper_id }) => paper_id));
  return [...quoted]
    .filter((id) => !told.has(id))
    .flatMap((id) => signals.find((item) => item.kind === "code" && item.paper_ids.includes(id)) ?? [])
    .slice(0, MAX_PAPERS);
}
