import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/named-papers.ts";
import type { TestCollection } from "./collection.ts";

export interface LiveCollection {
  /** Without documents; only queries that want a paper of the library, whose judgments name it by its own ID. */
  collection: TestCollection;
  /** Judged IDs that no paper of the library has. */
  missing: number;
}

/** Queries to be asked of a library as it stands: their judgments name papers by any ID or URL. Rejects with `engine_unavailable`, `index_missing`. */
export async function liveCollection(
  { engine }: Pick<Library, "engine">,
  queries: TestCollection["queries"],
  signal?: AbortSignal,
): Promise<LiveCollection> {
  const given = new Set(queries.flatMap(({ judgments }) => [...judgments.keys()]));
  const keysOf = new Map([...given].map((id) => [id, idKeys(id)]));
  const resolved = await engine.papers.resolve([...keysOf.values()].flat(), { signal });
  const held = new Map<string, string>();
  for (const [id, keys] of keysOf) {
    const paper = keys.map((key) => resolved.get(key)).find((found) => found !== undefined);
    if (paper !== undefined) held.set(id, paper);
  }
  const own = queries.map(({ judgments, ...query }) => ({
    ...query,
    judgments: new Map([...judgments].flatMap(([id, gain]) => (held.has(id) ? [[held.get(id)!, gain] as const] : []))),
  }));
  return {
    collection: { documents: [], queries: own.filter(({ judgments }) => [...judgments.values()].some((gain) => gain > 0)) },
    missing: given.size - held.size,
  };
}
