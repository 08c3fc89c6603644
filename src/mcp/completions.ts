import { foldText } from "../documents/text.ts";
import { knownValues, type NamedField } from "../retrieval/known-values.ts";
import type { ToolContext } from "./context.ts";

/** How many values are offered at once. */
const OFFERED = 20;
/** No name of a library is longer than a person types before choosing. */
const LONGEST_TYPED = 200;

/** Names of a field that begin with what was typed, then those that hold it; the most frequent first. */
export async function completeNames(field: NamedField, typed: string, { library, signal }: ToolContext): Promise<string[]> {
  const wanted = foldText(typed.slice(0, LONGEST_TYPED));
  const holding = (await knownValues(library.engine, field, signal)).filter((name) => foldText(name).includes(wanted));
  const begins = (name: string) => foldText(name).startsWith(wanted);
  return [...holding.filter(begins), ...holding.filter((name) => !begins(name))].slice(0, OFFERED);
}

/** Titles of papers that have the words typed so far, the best match first. */
export async function completeTitles(typed: string, context: ToolContext): Promise<string[]> {
  return (await matchingPapers(typed, context)).map((paper) => paper.title);
}

/** Ids of papers whose titles or abstracts have the words typed so far, the best match first. */
export async function completePaperIds(typed: string, context: ToolContext): Promise<string[]> {
  return (await matchingPapers(typed, context)).map((paper) => paper.paper_id);
}

async function matchingPapers(typed: string, { library, signal }: ToolContext) {
  const { papers } = library.engine;
  const text = typed.slice(0, LONGEST_TYPED).trim();
  if (text === "") return (await papers.list({ filters: {}, sort: "newest", limit: OFFERED }, { signal })).documents;
  const ids = (await papers.search({ text, filters: {}, depth: OFFERED }, { signal })).lexical?.hits.map((hit) => hit.id) ?? [];
  const found = await papers.get(ids, { signal });
  return ids.flatMap((id) => found.get(id) ?? []);
}
