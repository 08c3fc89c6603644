import type { Signal } from "../../src/documents/signal.ts";
import type { Engine } from "../../src/engine/port.ts";
import type { Scope, Subject } from "./connector.ts";
import { heldPapers } from "./held-papers.ts";

const PAGE = 2_000;
const REPOSITORY = /\bgithub\.com[/:]([a-z\d](?:[a-z\d-]{0,38}))\/([\w.-]{1,100})/giu;
/** Parts of GitHub's own site that stand where an owner would. */
const NO_OWNERS: ReadonlySet<string> = new Set([
  "about",
  "apps",
  "collections",
  "features",
  "marketplace",
  "orgs",
  "search",
  "sponsors",
  "topics",
  "users",
]);

/**
 * The repositories on GitHub that signals of others name as code, or whose stars they count, each with the papers that those signals are about. The key is
 * `owner/name` in lower case, as GitHub tells no cases apart.
 */
export async function namedRepositories(
  engine: Engine,
  scope: Scope,
  ownSources: readonly string[],
): Promise<Map<string, Subject>> {
  const papersIn = Object.keys(scope).length === 0 ? null : new Set<string>();
  if (papersIn !== null) for await (const { paper_id } of heldPapers(engine, scope)) papersIn.add(paper_id);
  const found = new Map<string, Set<string>>();
  for await (const page of engine.signals.scan({ vectors: false, pageSize: PAGE })) {
    for (const { document } of page) {
      if (ownSources.includes(document.source.name)) continue;
      for (const key of repositoriesOf(document)) {
        const papers = document.paper_ids.filter((id) => papersIn?.has(id) ?? true);
        if (papers.length > 0) found.set(key, new Set([...(found.get(key) ?? []), ...papers]));
      }
    }
  }
  return new Map([...found].map(([key, papers]) => [key, { key, paperIds: [...papers].sort() }]));
}

/** The repositories that a signal of code names. Pure. */
export function repositoriesOf({
  kind,
  title,
  statement,
  source,
}: Pick<Signal, "kind" | "title" | "statement" | "source">): string[] {
  if (kind !== "code" && kind !== "adoption") return [];
  const named = [...`${title} ${statement} ${source.url ?? ""}`.matchAll(REPOSITORY)].flatMap(([, owner = "", name = ""]) => {
    const bare = name.replace(/(?:\.git)?\.*$/iu, "");
    return bare === "" || NO_OWNERS.has(owner.toLowerCase()) ? [] : [`${owner}/${bare}`.toLowerCase()];
  });
  return [...new Set(named)];
}
