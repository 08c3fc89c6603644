import type { Paper } from "../documents/paper.ts";
import type { EvidencePaper } from "./summarizer.ts";

/** How a sentence follows on the one before it. */
export type Connection = "new" | "same_paper" | "same_point" | "opposed";

/**
 * What a quote is on: `On Karpukhin et al.:`, with the other sources of the same statement. It names the record and claims nothing: an
 * abstract on record may be the authors' own or somebody's summary, and that two sentences are about the same is a matter of their words.
 */
export function attribution(
  papers: readonly Pick<Paper, "authors" | "title">[],
  connection: Connection,
  relation?: EvidencePaper["relation"],
): string {
  const [name, ...others] = [...new Set(papers.map(authorsName))];
  const first = relation === undefined ? name : `${name} (${RELATIONS[relation]})`;
  const likewise = others.length === 0 ? "" : `, likewise on ${joined(others)}`;
  switch (connection) {
    case "new":
      return `On ${first}${likewise}:`;
    case "same_paper":
      return `Further${likewise}:`;
    case "same_point":
      return `Beside it, on ${first}${likewise}:`;
    case "opposed":
      return `Worded the other way, on ${first}${likewise}:`;
  }
}

const RELATIONS = { cites: "on record as citing it", named_together: "named together with it by a signal" } as const;

/** `Karpukhin et al.`, `Lewis and Stoyanov`, `Liu`; papers without authors go by their title. */
export function authorsName(paper: Pick<Paper, "authors" | "title">): string {
  const names = paper.authors.map(surname);
  if (names.length === 0) return `“${paper.title}”`;
  if (names.length === 1) return names[0];
  return names.length === 2 ? `${names[0]} and ${names[1]}` : `${names[0]} et al.`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

const PARTICLES = /^(?:van|von|de|del|della|der|den|di|da|dos|du|la|le|el|al|bin|ter|ten)$/iu;

function surname(name: string): string {
  if (name.includes(",")) return name.split(",")[0].trim();
  const parts = name.split(" ").filter((part) => !/^(?:jr|sr|ii|iii|iv)\.?$/iu.test(part));
  let from = Math.max(0, parts.length - 1);
  while (from > 1 && PARTICLES.test(parts[from - 1])) from--;
  return parts.slice(from).join(" ");
}
