import { joined } from "../../text/list.ts";
import type { Paper } from "../../documents/paper.ts";
import type { EvidencePaper } from "../../evidence/evidence-paper.ts";
import { shortAuthors } from "../../documents/names.ts";

/** How a sentence follows on the one before it. */
export type Connection = "new" | "same_paper" | "same_point" | "opposed";

/**
 * Whose record a quote is from: `From Karpukhin et al.:`, and how many papers say the same. It names the record and claims nothing: an abstract on record may
 * be the authors' own or somebody's summary, and that two sentences are about the same is a matter of their words.
 */
export function attribution(
  papers: readonly Pick<Paper, "authors" | "title">[],
  connection: Connection,
  relation?: EvidencePaper["relation"],
): string {
  const [name = "", ...others] = [...new Set(papers.map(authorsName))];
  const first = relation === undefined ? name : `${name} (${RELATIONS[relation]})`;
  const likewise = others.length === 0 ? "" : `, and also ${joined(others)}`;
  switch (connection) {
    case "new":
      return `From ${first}${likewise}:`;
    case "same_paper":
      return `From the same paper${likewise}:`;
    case "same_point":
      return `Related, from ${first}${likewise}:`;
    case "opposed":
      return `Possibly contradicting this, from ${first}${likewise}:`;
  }
}

const RELATIONS = { cites: "cites this paper", named_together: "linked to this paper by a signal" } as const;

/** `“A Title” (2019)`, without a year where none is on record. */
export function namedTitle({ title, year }: Pick<Paper, "title" | "year">): string {
  return `“${title}”${year === null ? "" : ` (${year})`}`;
}

/** `Karpukhin et al.`, `Lewis and Stoyanov`, `Liu`; papers without authors go by their title. */
export function authorsName(paper: Pick<Paper, "authors" | "title">): string {
  return shortAuthors(paper.authors) || `“${paper.title}”`;
}
