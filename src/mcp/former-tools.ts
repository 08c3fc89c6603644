/** Tools of earlier releases: the tool that does their work now, and with which arguments. `docs/tools.md` has the same table, held equal by a test. */
export const FORMER_TOOLS: Readonly<Record<string, { now: string; how: string }>> = {
  find_related_papers: { now: "get_paper", how: "the same `paper_id` and `filters`; `limit` is now `related`" },
  inspect_signal: { now: "search_signals", how: "the same `signal_id`" },
  list_topics: { now: "get_topics", how: "the same arguments" },
  inspect_topic: { now: "get_topics", how: "the same arguments" },
  verify_citations: { now: "check_answer", how: "the same `citations`" },
  list_workspaces: { now: "get_workspaces", how: "no arguments" },
  get_workspace: { now: "get_workspaces", how: "the same `workspace_id`" },
  export_workspace: { now: "get_workspaces", how: "the same arguments; `format` is required" },
  list_runs: { now: "get_runs", how: "the same arguments" },
  get_run: { now: "get_runs", how: "the same `run_id`" },
  create_workspace: { now: "save_workspace", how: "the same arguments" },
  update_workspace: { now: "save_workspace", how: "the same arguments" },
  add_to_workspace: { now: "save_workspace", how: "the same arguments" },
  delete_workspace: {
    now: "remove_from_workspace",
    how: "the same `workspace_id` and `expected_version`, with `delete_workspace: true`",
  },
};

/** What to call in place of a tool that an earlier release had; undefined for any other name. */
export function formerToolHint(name: string): string | undefined {
  const former = Object.hasOwn(FORMER_TOOLS, name) ? FORMER_TOOLS[name] : undefined;
  return former && `${name} is now ${former.now}: ${former.how}.`;
}
