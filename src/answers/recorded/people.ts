import type { Paper } from "../../documents/paper.ts";
import { joined } from "../../text/list.ts";
import { LOOK_UP_MS, type Asked } from "./asked.ts";
import { NAMED_ROWS, nothing, proofsOf, type Proof, type RecordFinding } from "./found.ts";
import { counted } from "../../shared/thousands.ts";

/** Each costs a look-up of its own. Chosen by hand, not measured apart. */
const SHOWN_AUTHORS = 20;
/** Both engines give that many values in one call. */
const MAX_AUTHORS = 10_000;

/** Who wrote the paper that is named, or who has most papers in a scope. */
export async function people({ library, scope, signal }: Asked): Promise<RecordFinding> {
  const [named] = scope.named;
  if (named !== undefined) return authorsOf(named);
  const { papers } = library.engine;
  const call = { signal, timeoutMs: LOOK_UP_MS };
  const authors = await papers.facets("authors", scope.filters, MAX_AUTHORS, call);
  const query = `authors of ${scope.conditions}, by number of papers`;
  if (authors.length === 0) return nothing(`The library has no papers${scope.about} with authors.`, query, scope.notApplied);
  const rows = await Promise.all(
    authors.slice(0, SHOWN_AUTHORS).map(async ({ value: name, count }) => {
      const filters = { ...scope.filters, authors: [name] };
      const { documents } = await papers.list({ filters, sort: "most_cited", limit: 1 }, call);
      const proofs = documents.map((paper): Proof => ({ paper }));
      return { label: name, value: counted(count, "paper"), paper_id: null, proofs };
    }),
  );
  const total = authors.length;
  const top = rows.slice(0, NAMED_ROWS).map(({ label, value }) => `${label} (${value})`);
  return {
    lead: {
      text: `${counted(total, "author")} ${total === 1 ? "has" : "have"} papers${scope.about} in the library, led by ${top.join(", ")}.`,
      proofs: proofsOf(rows),
    },
    reason: `Authors counted over ${scope.conditions}.`,
    rows,
    total,
    query,
    missing: [
      ...scope.notApplied,
      "Authors are counted by name: people with the same name count as one, and two spellings of a name count as two.",
      ...(total === MAX_AUTHORS ? [`There are more than ${MAX_AUTHORS} authors; the rest were not counted.`] : []),
      ...(total > rows.length ? [`Only the first ${rows.length} of ${total} authors are shown.`] : []),
    ],
  };
}

function authorsOf(paper: Paper): RecordFinding {
  const query = `authors of the paper “${paper.title}”`;
  if (paper.authors.length === 0) return nothing(`The record of “${paper.title}” does not name its authors.`, query);
  const rows = paper.authors.map((label) => ({ label, value: null, paper_id: paper.paper_id, proofs: [{ paper }] }));
  return {
    lead: { text: `“${paper.title}” is by ${joined(paper.authors)}.`, proofs: [{ paper }] },
    reason: "From the record of the paper.",
    rows,
    total: rows.length,
    query,
    missing: [],
  };
}
