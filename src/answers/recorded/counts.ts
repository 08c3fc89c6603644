import type { PaperFilters } from "../../engine/filters.ts";
import { joined } from "../../text/list.ts";
import { LOOK_UP_MS, type Asked } from "./asked.ts";
import { nothing, type Proof, type RecordFinding } from "./found.ts";
import { counted } from "../../shared/thousands.ts";

const EXAMPLES = 3;
/** More years than any library spans. */
const MAX_YEARS = 500;

/** How many papers there are in a scope, with the most cited of them as examples. */
export async function paperCount({ library, scope, signal }: Asked): Promise<RecordFinding> {
  const { papers } = library.engine;
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const { documents, total } = await papers.list({ filters: scope.filters, sort: "most_cited", limit: EXAMPLES }, call);
  const query = `number of ${scope.conditions}`;
  if (total === 0) return nothing(`The library has no papers${scope.about}.`, query, scope.notApplied);
  const proofs = documents.map((paper): Proof => ({ paper }));
  const examples = documents.map(({ title }) => `“${title}”`).join("; ");
  return {
    lead: {
      text: `The library has ${counted(total, "paper")}${scope.about}${total > EXAMPLES ? ", among them " : ": "}${examples}.`,
      proofs,
    },
    reason: `Counted: ${scope.conditions}.`,
    rows: [{ label: `Papers${scope.about}`, value: String(total), paper_id: null, proofs }],
    total,
    query,
    missing: scope.notApplied,
  };
}

/** How many papers of a scope each year has. */
export async function papersPerYear({ library, scope, signal }: Asked): Promise<RecordFinding> {
  const { papers } = library.engine;
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const [total, facets] = await Promise.all([
    papers.count(scope.filters, call),
    papers.facets("year", scope.filters, MAX_YEARS, call),
  ]);
  const query = `number of ${scope.conditions}, by year`;
  const years = facets.toSorted((a, b) => Number(a.value) - Number(b.value));
  const [first, last, peak] = [years[0], years.at(-1), facets[0]];
  if (first === undefined || last === undefined || peak === undefined)
    return nothing(`The library has no papers${scope.about} whose year is known.`, query, scope.notApplied);
  const exampleOf = async (year: number): Promise<Proof[]> => {
    const filters: PaperFilters = { ...scope.filters, year_from: year, year_to: year };
    const { documents } = await papers.list({ filters, sort: "most_cited", limit: 1 }, call);
    return documents.map((paper): Proof => ({ paper }));
  };
  const rows = await Promise.all(
    years.map(async ({ value, count }) => ({
      label: value,
      value: String(count),
      paper_id: null,
      proofs: await exampleOf(Number(value)),
    })),
  );
  const unknown = total - facets.reduce((sum, { count }) => sum + count, 0);
  const span =
    rows.length === 1
      ? `all of ${first.value}`
      : `from ${first.count} in ${first.value} to ${last.count} in ${last.value}, peaking in ${peak.value} (${peak.count})`;
  return {
    lead: {
      text: `The library has ${counted(total, "paper")}${scope.about}: ${span}.`,
      proofs: [first, last, peak].flatMap(({ value }) => rows.find(({ label }) => label === value)?.proofs ?? []),
    },
    reason: `Counted by year: ${scope.conditions}.`,
    rows,
    total,
    query,
    missing: [
      ...scope.notApplied,
      ...yearsWithout(years.map(({ value }) => Number(value))),
      ...(unknown > 0 ? [`The year of ${counted(unknown, "paper")} is not on record.`] : []),
    ],
  };
}

/** The years between the first and the last that have no paper, in a sentence; none where all have. `years`: ascending. */
function yearsWithout(years: readonly number[]): string[] {
  const gaps = years.slice(1).flatMap((year, index) => {
    const [from, to] = [years[index]! + 1, year - 1];
    if (from > to) return [];
    return [from === to ? String(from) : `${from}–${to}`];
  });
  return gaps.length === 0 ? [] : [`No paper on record for ${joined(gaps)}.`];
}
