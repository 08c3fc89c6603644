import { z } from "zod";
import { readRows, share } from "./answers/rows.ts";
import { withLibrary } from "../src/commands/library.ts";
import type { Library } from "../src/retrieval/library.ts";
import { idKeys } from "../src/retrieval/named-papers.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import { ORDINARY_SEARCH } from "./loads/ordinary-search.ts";

/** A query as people type it, and what it means: a paper of the sample by its id, or any paper of an author. */
const Row = z.union([
  z.strictObject({ query: z.string(), paper: z.string() }),
  z.strictObject({ query: z.string(), author: z.string() }),
]);

export interface TypedQueryOutcome {
  query: string;
  isFirst: boolean;
  first: string | null;
}

/** Asks a library that holds the sample the fifty queries of `typed-queries.jsonl`, and says of which the wanted paper comes first. */
export async function askTypedQueries(library: Library): Promise<TypedQueryOutcome[]> {
  const outcomes: TypedQueryOutcome[] = [];
  for (const row of readRows(`${import.meta.dirname}/typed-queries.jsonl`, Row)) {
    const { papers } = await searchPapers(library, { ...ORDINARY_SEARCH, query: row.query, limit: 1 });
    const [first] = papers;
    const wanted = "paper" in row ? await library.engine.papers.resolve(keysOf(row.paper)) : null;
    const isFirst =
      first !== undefined &&
      ("author" in row ? first.authors.includes(row.author) : new Set(wanted?.values()).has(first.paper_id));
    outcomes.push({ query: row.query, isFirst, first: first?.title ?? null });
  }
  return outcomes;
}

function keysOf(id: string): string[] {
  return [...idKeys(id), `openreview:${id}`, `acl:${id}`];
}

/** `npm run bench -- typed-queries`: the configured library, which holds the bundled sample. */
export async function run(): Promise<void> {
  await withLibrary(async (library) => {
    const outcomes = await askTypedQueries(library);
    for (const { query, isFirst, first } of outcomes) if (!isFirst) console.log(`not first: ${query} → ${first ?? "nothing"}`);
    console.log({
      wanted_first: share(outcomes.filter(({ isFirst }) => isFirst).length, outcomes.length),
      queries: outcomes.length,
    });
  });
}
