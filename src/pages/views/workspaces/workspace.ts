import { html, type Html, type Part } from "../../../shared/html.ts";
import type { WorkspaceChanges } from "../../../workspaces/changes.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../../workspaces/export-formats.ts";
import type { RunLine } from "../../../workspaces/runs.ts";
import type { Share } from "../../../workspaces/sharing.ts";
import type { WorkspaceView } from "../../../workspaces/view.ts";
import { LIMITS, type Workspace } from "../../../workspaces/workspace.ts";
import { problemSummary, type Problems } from "../fields.ts";
import { framed } from "../frame.ts";
import { section } from "../library/parts.ts";
import { countOf } from "../numbers.ts";
import { relativeTo } from "../times.ts";
import { changesCard } from "./changes.ts";
import { optionalField, textArea } from "./fields.ts";
import { itemsCard, KIND_TITLES, type ItemKind } from "./items.ts";
import { countsText, roleBadge, workspaceAddress } from "./list.ts";

export interface OneWorkspaceView {
  account: string;
  workspace: Workspace;
  view: WorkspaceView;
  runs: readonly RunLine[];
  shares: readonly Share[];
  /** Null: this is the first visit, and no day was chosen. */
  changes: { found: WorkspaceChanges; hasDay: boolean } | null;
  mayWrite: boolean;
  form: { id: string; note: string };
  problems: Problems;
  message?: string;
  now: number;
}

const EXPORTS: Record<ExportFormat, string> = {
  markdown: "Brief (Markdown)",
  bibtex: "BibTeX",
  "csl-json": "CSL-JSON",
  json: "JSON",
};

/** `/workspaces/{id}`: thesis, what was saved, the questions asked, and what changed. */
export function workspacePage(page: OneWorkspaceView): Html {
  const { account, workspace, view, runs, shares, changes, mayWrite, problems, message, now } = page;
  const { workspace_id: id, name, thesis, role } = workspace;
  const mayEdit = mayWrite && role !== "viewer";
  const latest = view.items.toReversed();
  const ofKind = (kind: ItemKind) =>
    itemsCard(
      kind,
      latest.filter((item) => item.kind === kind),
      { id, mayEdit, now },
    );
  return framed({
    title: name.slice(0, 120),
    account,
    here: "workspaces",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<p class="crumb"><a href="/workspaces">Workspaces</a></p>
      <h1 class="record">${name}</h1>
      ${thesis === null ? html`<p class="lead">No thesis yet.${mayEdit && html` <a href="${workspaceAddress(id, "/edit")}">Add one</a>: it steers what is asked here.`}</p>` : html`<p class="thesis">${thesis}</p>`}
      <p class="hint">
        ${countsText(workspace)} · ${runs.length > 0 && html`${countOf(runs.length, "question")} · `}changed
        ${relativeTo(now, workspace.updated_at)} ${roleBadge(workspace)}
      </p>
      <p class="actions">
        <a class="button" href="/?workspace=${id}">Ask within it</a>
        ${mayEdit && html`<a class="button plain" href="${workspaceAddress(id, "/edit")}">Edit</a>`}
        ${mayWrite && role === "owner" && html`<a class="button plain" href="${workspaceAddress(id, "/sharing")}">Share</a>`}
      </p>
      ${message !== undefined && html`<div class="notice" role="status"><p>${message}</p></div>`}
      ${view.degraded.map(({ reason }) => html`<div class="notice warning"><p>${reason}</p></div>`)} ${problemSummary(problems)}
      <div class="columns even">
        <div class="stacked">
          ${changes && changesCard(changes.found, changes.hasDay)} ${view.items.length === 0 && nothingSaved()}
          ${(Object.keys(KIND_TITLES) as ItemKind[]).map(ofKind)}
        </div>
        <div class="stacked">
          ${questions(runs, now)} ${mayEdit && addForm(id, page.form, problems)} ${exports(id)}
          ${people(workspace, shares, mayWrite)}
          ${mayWrite && role === "owner" && html`<p class="hint"><a href="${workspaceAddress(id, "/delete")}">Delete this workspace</a></p>`}
        </div>
      </div>`,
  });
}

function nothingSaved(): Html {
  return html`<div class="empty">
    <h2>Nothing saved yet</h2>
    <p>Save papers from an answer or a search, or add one by its DOI, arXiv ID or URL.</p>
    <p class="actions">
      <a class="button plain small" href="/search">Search papers</a>
      <a class="button plain small" href="/">Ask a question</a>
    </p>
  </div>`;
}

function questions(runs: readonly RunLine[], now: number): Part {
  return section("Questions", [
    runs.length === 0
      ? html`<p class="hint">Nothing has been asked within this workspace in the last 90 days.</p>`
      : html`<ul class="rows">
          ${runs.map(
            ({ run_id: run, question, asked_at: at, state, citations }) =>
              html`<li>
                <p><a href="/runs/${run}">${question.slice(0, 200)}</a></p>
                <p class="hint">
                  ${relativeTo(now, at)} · ${state === "answered" ? countOf(citations, "citation") : state.replaceAll("_", " ")}
                </p>
              </li>`,
          )}
        </ul>`,
  ]);
}

function addForm(id: string, form: OneWorkspaceView["form"], problems: Problems): Html {
  return html`<form class="card stack" id="add" method="post" action="${workspaceAddress(id, "/items")}">
    <h2>Add</h2>
    ${optionalField({
      name: "id",
      label: "Paper or signal",
      value: form.id,
      hint: "A DOI, an arXiv, ACL or OpenReview ID, a URL, or a signal ID. Leave empty for a note.",
      maxLength: 500,
      problems,
    })}
    ${textArea({ name: "note", label: "Note", value: form.note, maxLength: LIMITS.note, rows: 3, problems })}
    <button>Add</button>
  </form>`;
}

function exports(id: string): Part {
  return section("Export", [
    html`<p class="actions">
      ${EXPORT_FORMATS.map(
        (format) =>
          html`<a class="button plain small" href="${workspaceAddress(id, `/export?format=${format}`)}" download
            >${EXPORTS[format]}</a
          >`,
      )}
    </p>`,
  ]);
}

function people({ role, shared_by: owner, workspace_id: id }: Workspace, shares: readonly Share[], mayWrite: boolean): Part {
  if (role !== "owner")
    return section("Shared", [
      html`<p>
        ${owner} shares this workspace with you. You can ${role === "editor" ? "edit it" : "view it"} and ask within it.
      </p>`,
      mayWrite &&
        html`<form method="post" action="${workspaceAddress(id, "/leave")}">
          <button class="plain small">Leave this workspace</button>
        </form>`,
    ]);
  if (shares.length === 0) return null;
  return section("Shared with", [
    html`<ul class="rows">
      ${shares.map(
        ({ account_name: name, role: theirs }) =>
          html`<li>
            <p>${name} <span class="hint">${theirs}</span></p>
          </li>`,
      )}
    </ul>`,
  ]);
}
