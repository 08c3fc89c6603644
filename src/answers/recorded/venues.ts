import type { Paper } from "../../documents/paper.ts";
import { LOOK_UP_MS, type Asked } from "./asked.ts";
import { NAMED_ROWS, nothing, proofsOf, type Proof, type RecordFinding } from "./found.ts";
import { counted } from "../../shared/thousands.ts";

/** Each costs a look-up of its own. Chosen by hand, not measured apart. */
const SHOWN_VENUES = 20;
/** Both engines give that many values in one call. */
const MAX_VENUES = 10_000;

/** Where the paper that is named appeared, or where the papers of a scope did. */
export async function venues({ library, scope, signal }: Asked): Promise<RecordFinding> {
  const [named] = scope.named;
  if (named !== undefined) return venuesOf(named.title, scope.named);
  const { papers } = library.engine;
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const [facets, all] = await Promise.all([
    papers.facets("venue", scope.filters, MAX_VENUES, call),
    papers.count(scope.filters, call),
  ]);
  const query = `venues of ${scope.conditions}, by number of papers`;
  if (facets.length === 0)
    return nothing(`The library has no papers${scope.about} whose venue is known.`, query, scope.notApplied);
  const rows = await Promise.all(
    facets.slice(0, SHOWN_VENUES).map(async ({ value: venue, count }) => {
      const filters = { ...scope.filters, venues: [venue] };
      const { documents } = await papers.list({ filters, sort: "most_cited", limit: 1 }, call);
      const proofs = documents.map((paper): Proof => ({ paper }));
      return { label: venue, value: counted(count, "paper"), paper_id: null, proofs };
    }),
  );
  const unknown = all - facets.reduce((sum, { count }) => sum + count, 0);
  const top = rows.slice(0, NAMED_ROWS).map(({ label, value }) => `${label} (${value})`);
  return {
    lead: {
      text: `Papers${scope.about} in the library appeared at ${counted(facets.length, "venue")}, most often ${top.join(", ")}.`,
      proofs: proofsOf(rows),
    },
    reason: `Venues counted over ${scope.conditions}.`,
    rows,
    total: facets.length,
    query,
    missing: [
      ...scope.notApplied,
      ...(unknown > 0 ? [`The venue of ${counted(unknown, "paper")} is not on record.`] : []),
      ...(facets.length > rows.length ? [`Only the first ${rows.length} of ${facets.length} venues are shown.`] : []),
    ],
  };
}

function venuesOf(title: string, named: readonly Paper[]): RecordFinding {
  const query = `venue and year of the paper “${title}”`;
  const known = named.filter(({ venue }) => venue !== null);
  if (known.length === 0) return nothing(`The library has “${title}”, but its record does not name a venue.`, query);
  const rows = known.map((paper) => ({
    label: paper.title,
    value: [paper.venue, paper.year].filter((part) => part !== null).join(" "),
    paper_id: paper.paper_id,
    proofs: [{ paper }],
  }));
  return {
    lead: { text: `“${title}” appeared at ${rows.map(({ value }) => value).join(" and ")}.`, proofs: proofsOf(rows) },
    reason: "From the record of the paper.",
    rows,
    total: rows.length,
    query,
    missing: [],
  };
}
