import { html, type Html, type Part } from "../../../shared/html.ts";
import { itemCounts, LIMITS, type Workspace } from "../../../workspaces/workspace.ts";
import { problemSummary, textField, type Problems } from "../fields.ts";
import { framed } from "../frame.ts";
import { countOf } from "../numbers.ts";
import { relativeTo } from "../times.ts";
import { textArea } from "./fields.ts";

export interface WorkspacesView {
  account: string;
  workspaces: readonly Workspace[];
  mayWrite: boolean;
  form: { name: string; thesis: string };
  problems: Problems;
  message?: string;
  now: number;
}

/** The page of a workspace. */
export function workspaceAddress(id: string, step = ""): string {
  return `/workspaces/${encodeURIComponent(id)}${step}`;
}

/** `/workspaces`: one's own workspaces and those that others share. */
export function workspacesPage({ account, workspaces, mayWrite, form, problems, message, now }: WorkspacesView): Html {
  return framed({
    title: "Workspaces",
    account,
    here: "workspaces",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>Workspaces</h1>
      <p class="lead">A thesis with the papers, signals and notes it rests on, and the questions asked within it.</p>
      ${mayWrite && workspaces.length > 0 && html`<p class="to-form"><a class="button plain small" href="#new">New workspace</a></p>`}
      ${message !== undefined && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      <div class="columns">
        <section aria-label="Your workspaces">
          ${
            workspaces.length === 0
              ? html`<div class="empty">
                  <h2>No workspaces yet</h2>
                  <p>Save what an answer rests on, ask within it, and see what changes.</p>
                </div>`
              : html`<ul class="keys">
                  ${workspaces.map((workspace) => workspaceCard(workspace, now))}
                </ul>`
          }
        </section>
        ${mayWrite && html`<aside>${newForm(form, problems)}</aside>`}
      </div>`,
  });
}

function workspaceCard(workspace: Workspace, now: number): Html {
  const { workspace_id: id, name, thesis, updated_at: updated } = workspace;
  return html`<li class="card key">
    <div class="key-head">
      <h2><a href="${workspaceAddress(id)}">${name}</a></h2>
      ${roleBadge(workspace)}
    </div>
    ${thesis !== null && html`<p>${thesis.length > 240 ? `${thesis.slice(0, 240)}…` : thesis}</p>`}
    <p class="hint">${countsText(workspace)} · changed ${relativeTo(now, updated)}</p>
  </li>`;
}

/** Whose a workspace is, where it is shared with the reader. */
export function roleBadge({ role, shared_by: owner }: Workspace): Part {
  if (owner === undefined) return null;
  return html`<span class="badge">Shared by ${owner}: you can ${role === "editor" ? "edit" : "view"}</span>`;
}

/** `3 papers, 2 notes`; what there is none of is left out. */
export function countsText(workspace: Workspace): string {
  const { papers, signals, notes } = itemCounts(workspace);
  const held = [
    papers > 0 && countOf(papers, "paper"),
    signals > 0 && countOf(signals, "signal"),
    notes > 0 && countOf(notes, "note"),
  ].filter(Boolean);
  return held.length === 0 ? "nothing saved" : held.join(", ");
}

function newForm({ name, thesis }: WorkspacesView["form"], problems: Problems): Html {
  return html`<form class="card stack" id="new" method="post" action="/workspaces">
    <h2>New workspace</h2>
    ${headFields({ name, thesis }, problems)}
    <button class="wide-button">Create workspace</button>
  </form>`;
}

/** Name and thesis. */
export function headFields({ name, thesis }: { name: string; thesis: string }, problems: Problems): Html[] {
  return [
    textField({ name: "name", label: "Name", value: name, autocomplete: "off", maxLength: LIMITS.name, problems }),
    textArea({
      name: "thesis",
      label: "Thesis",
      value: thesis,
      hint: "The claim the work is meant to test. It steers questions asked within the workspace.",
      maxLength: LIMITS.thesis,
      problems,
    }),
  ];
}
