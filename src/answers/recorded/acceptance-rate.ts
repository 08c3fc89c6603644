import { nothing, proofsOf, type RecordFinding } from "./found.ts";
import type { Asked } from "./asked.ts";
import { onRecord } from "./on-record.ts";
import { rounded } from "../../shared/rounding.ts";
import { counted } from "../../shared/thousands.ts";

/** Outcomes of submissions as the titles of their records begin. */
const OUTCOMES = [
  { label: "Accepted", title: /^(?!.*\(workshop\))(?:accepted|published)\b/iu },
  { label: "Accepted for a workshop", title: /^accepted\b.*\(workshop\)/iu },
  { label: "Rejected", title: /^(?:desk-)?rejected\b/iu },
  { label: "Withdrawn", title: /^withdrawn\b/iu },
];

/** Accepted, rejected and withdrawn submissions of a scope, and the share of the accepted among them. */
export async function acceptanceRate(asked: Asked): Promise<RecordFinding> {
  const { library, scope } = asked;
  const { signals, of_papers } = await onRecord(library.engine, "acceptance", scope, asked);
  const query = `acceptance signals of ${scope.conditions}, by outcome`;
  const rows = OUTCOMES.map(({ label, title }) => ({ label, signals: signals.filter((item) => title.test(item.title)) }))
    .filter(({ signals }) => signals.length > 0)
    .map(({ label, signals }) => ({
      label,
      value: String(signals.length),
      paper_id: null,
      proofs: signals.slice(0, 1).map((signal) => ({ signal })),
      count: signals.length,
    }));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const accepted = rows.find(({ label }) => label === "Accepted")?.count ?? 0;
  if (total === 0) return nothing(`The library has no submission decisions${scope.about}.`, query, scope.notApplied);
  if (of_papers !== undefined)
    return nothing(
      `There are decisions on ${counted(of_papers, "paper")}${scope.about}; that is too many to count by outcome, so name a venue and a year.`,
      query,
    );
  const known = rows.some(({ label }) => label === "Rejected");
  const missing = known ? [] : ["No rejected submissions are on record, so no acceptance rate can be given."];
  const share = known ? ` (${rounded((100 * accepted) / total, 1)}%)` : "";
  return {
    lead: {
      text: `Of ${counted(total, "submission")} on record${scope.about}, ${accepted} ${accepted === 1 ? "was" : "were"} accepted${share}.`,
      proofs: proofsOf(rows),
    },
    reason: `From the acceptance records of the library.${scope.meaning}`,
    rows: rows.map(({ label, value, paper_id, proofs }) => ({
      label,
      value: label === "Accepted" ? `${value}${share}` : value,
      paper_id,
      proofs,
    })),
    total,
    query,
    missing: [...scope.notApplied, ...missing],
  };
}
