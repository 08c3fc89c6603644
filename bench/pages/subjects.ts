import type { Account } from "../../src/access/accounts.ts";
import { getPaper } from "../../src/answers/paper-view.ts";
import { paperAddress, topicAddress } from "../../src/documents/page-addresses.ts";
import { signalAddress } from "../../src/pages/views/signals/addresses.ts";
import { relatedPapers } from "../../src/retrieval/related.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import { searchSignals } from "../../src/retrieval/search-signals.ts";
import { inspectTopic } from "../../src/topics/inspect.ts";
import { listTopics } from "../../src/topics/list.ts";
import { askFor } from "../../src/workspaces/ask.ts";
import { viewRun, requireRun } from "../../src/workspaces/runs.ts";
import { saveWorkspace } from "../../src/workspaces/save.ts";
import { viewWorkspace } from "../../src/workspaces/view.ts";
import { storedRun } from "../../src/answers/stored-run.ts";

/** A page, with what it asks the library; `query` left out: nothing that a tool would ask too. */
export interface Subject {
  name: string;
  path: string;
  /** Nobody else may see it. */
  own?: boolean;
  query?(): Promise<unknown>;
}

/** What the account asks, for the page of an answer. */
export const QUESTION = "Does dense retrieval beat BM25?";
const SEARCH = {
  query: "dense retrieval for question answering",
  limit: 20,
  retrieval: "hybrid",
  filters: {},
  sort: "relevance",
  facets: true,
  detail: "concise",
} as const;

/** The pages that are measured, with a run, a workspace and whatever they show made or found in the library. */
export async function subjects(library: Library, account: Account): Promise<Subject[]> {
  const owned = { records: library.records, account: account.account_id, name: account.name };
  const { papers } = await searchPapers(library, SEARCH);
  const paper = papers[0]!.paper_id;
  const topic = (await listTopics(library, { limit: 1 })).topics[0]?.topic_id ?? "dense retrieval";
  const listed = { query: "code", limit: 25 };
  const { signals } = await searchSignals(library, listed);
  const { run_id: run } = await askFor(library, owned, { query: QUESTION, mode: "corpus", time_scope: "all" });
  const items = papers.slice(0, 10).map(({ paper_id: id }) => ({ kind: "paper" as const, id }));
  const { workspace } = await saveWorkspace(library, owned, { name: "Bench", items });
  const { workspace_id: id } = workspace;
  return [
    { name: "ask", path: "/" },
    {
      name: "answer",
      path: `/runs/${run}`,
      own: true,
      query: async () => viewRun(library, storedRun(await requireRun(owned, run))),
    },
    { name: "search", path: `/search?q=${encodeURIComponent(SEARCH.query)}`, query: () => searchPapers(library, SEARCH) },
    {
      name: "paper",
      path: paperAddress(paper),
      query: () =>
        Promise.all([getPaper(library, { paper_id: paper }), relatedPapers(library, { paper_id: paper, limit: 6, filters: {} })]),
    },
    { name: "topics", path: "/topics", query: () => listTopics(library, { limit: 50 }) },
    { name: "topic", path: topicAddress(topic), query: () => inspectTopic(library, { topic, time_scope: "all" }) },
    { name: "signals", path: `/signals?q=${listed.query}`, query: () => searchSignals(library, listed) },
    ...(signals[0] ? [{ name: "signal", path: signalAddress(signals[0].signal_id) }] : []),
    { name: "workspaces", path: "/workspaces" },
    { name: "workspace", path: `/workspaces/${id}`, own: true, query: () => viewWorkspace(library, owned, id) },
    { name: "library", path: "/library" },
    { name: "keys", path: "/developers/keys" },
  ];
}
