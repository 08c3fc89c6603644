import { foldText } from "../documents/text.ts";
import { knownValues, type NamedField } from "../retrieval/known-values.ts";
import { listWorkspaces } from "../workspaces/store.ts";
import type { ToolContext } from "./context.ts";
import { ownedBy } from "./workspaces.ts";

/** How many values are offered at once. */
const OFFERED = 20;
/** No name of a library is longer than a person types before choosing. */
const MAX_TYPED_LENGTH = 200;

/** Names of a field that begin with what was typed, then those that hold it; the most frequent first. */
export async function completeNames(field: NamedField, typed: string, { library, signal }: ToolContext): Promise<string[]> {
  const wanted = foldText(typed.slice(0, MAX_TYPED_LENGTH));
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

/** Ids of the account's workspaces whose ids begin with what was typed, or whose names hold it; last changed first. */
export async function completeWorkspaceIds(typed: string, context: ToolContext): Promise<string[]> {
  const wanted = foldText(typed.slice(0, MAX_TYPED_LENGTH));
  const found = await listWorkspaces(ownedBy(context), context.signal);
  return found
    .filter(({ workspace_id: id, name }) => id.startsWith(wanted) || foldText(name).includes(wanted))
    .map(({ workspace_id: id }) => id)
    .slice(0, OFFERED);
}

async function matchingPapers(typed: string, { library, signal }: ToolContext) {
  const { papers } = library.engine;
  const text = typed.slice(0, MAX_TYPED_LENGTH).trim();
  if (text === "") return (await papers.list({ filters: {}, sort: "newest", limit: OFFERED }, { signal })).documents;
  const ids = (await papers.search({ text, filters: {}, depth: OFFERED }, { signal })).lexical?.hits.map((hit) => hit.id) ?? [];
  const found = await papers.get(ids, { signal });
  return ids.flatMap((id) => found.get(id) ?? []);
}
