import type { Signal } from "../../documents/signal.ts";
import type { ReadQuestion } from "../question/schema.ts";
import type { RecordFinding } from "./found.ts";

/** So many papers' code is told. */
const MAX_PAPERS = 5;
const ADDRESS = /https?:\/\//u;

/** Whether a signal says where code is to be had, rather than how a repository fares or that it is archived. */
function isLink({ kind, unit, polarity, statement }: Signal): boolean {
  return kind === "code" && unit === null && polarity !== "against" && ADDRESS.test(statement);
}

/** The papers whose code is on record, with where it is to be had. Pure. */
export function papersWithCode(signals: readonly Signal[]): Set<string> {
  return new Set(signals.filter(isLink).flatMap(({ paper_ids }) => paper_ids));
}

/**
 * Where code is asked for, where that of the papers that are quoted is to be had, one record each in their order, without what `finding` tells: a quoted paper answers though it lacks some word of the question.
 * Links to data sets mostly say what a paper used, so they tell nothing here. Pure.
 */
export function linksOfQuoted(
  { kind, artifact }: Pick<ReadQuestion, "kind" | "artifact">,
  signals: readonly Signal[],
  quoted: ReadonlySet<string>,
  finding: RecordFinding | null,
): Signal[] {
  if (kind !== "artifact" || artifact !== "code") return [];
  const proofs = finding?.rows.flatMap((row) => row.proofs) ?? [];
  const told = new Set(proofs.flatMap((proof) => ("signal" in proof ? [proof.signal.signal_id] : [])));
  const links = signals.filter(isLink).toSorted((a, b) => Number(b.polarity === "supports") - Number(a.polarity === "supports"));
  const first = [...quoted].flatMap((id) => links.find(({ paper_ids }) => paper_ids.includes(id)) ?? []);
  return [...new Map(first.map((link) => [link.signal_id, link])).values()]
    .filter(({ signal_id: id }) => !told.has(id))
    .slice(0, MAX_PAPERS);
}
