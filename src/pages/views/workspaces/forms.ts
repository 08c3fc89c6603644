import { html, type Html } from "../../../shared/html.ts";
import type { Share } from "../../../workspaces/sharing.ts";
import type { ItemView } from "../../../workspaces/view.ts";
import type { Workspace } from "../../../workspaces/workspace.ts";
import { choices, problemSummary, textField, type Problems } from "../fields.ts";
import { framed } from "../frame.ts";
import { countOf } from "../numbers.ts";
import { thousands } from "../../../shared/thousands.ts";
import { dayOf } from "../times.ts";
import { ITEMS_A_PAGE, itemRows, KIND_TITLES, type ItemKind } from "./items.ts";
import { countsText, headFields, workspaceAddress } from "./list.ts";

interface Asked {
  account: string;
  workspace: Workspace;
  problems: Problems;
}

/** `/workspaces/{id}/edit`: name and thesis. `form`: what was typed, over the version that it is meant to replace. */
export function editPage({ account, workspace, form, problems }: Asked & { form: { name: string; thesis: string } }): Html {
  const { workspace_id: id, version } = workspace;
  return framed({
    title: "Edit workspace",
    account,
    here: "workspaces",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<p class="crumb"><a href="${workspaceAddress(id)}">${workspace.name}</a></p>
      <h1>Edit workspace</h1>
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="${workspaceAddress(id, "/edit")}">
        <input type="hidden" name="version" value="${version}" />
        ${headFields(form, problems)}
        <div class="actions">
          <button>Save</button>
          <a class="button plain" href="${workspaceAddress(id)}">Cancel</a>
        </div>
      </form>`,
  });
}

/** `/workspaces/{id}/sharing`: with whom it is shared. */
export function sharingPage({
  account,
  workspace,
  shares,
  form,
  problems,
  message,
}: Asked & { shares: readonly Share[]; form: { name: string; role: string }; message?: string }): Html {
  const { workspace_id: id } = workspace;
  return framed({
    title: "Share workspace",
    account,
    here: "workspaces",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<p class="crumb"><a href="${workspaceAddress(id)}">${workspace.name}</a></p>
      <h1>Share “${workspace.name}”</h1>
      <p class="lead">
        People you share with see the thesis, everything saved, and all questions asked within the workspace with their answers.
        If your account is deleted, so is the workspace.
      </p>
      ${message !== undefined && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      <form class="card stack" method="post" action="${workspaceAddress(id, "/sharing")}">
        <h2>Add a person</h2>
        ${textField({
          name: "name",
          label: "Username",
          value: form.name,
          hint: "Of an account on this server",
          autocomplete: "off",
          maxLength: 64,
          problems,
        })}
        ${choices("radio", {
          name: "role",
          legend: "They can",
          options: [
            { value: "viewer", label: "View", hint: "Read it, export it and ask within it", chosen: form.role !== "editor" },
            { value: "editor", label: "Edit", hint: "Also change its name, thesis and items", chosen: form.role === "editor" },
          ],
          problems,
        })}
        <button>Share</button>
      </form>
      ${
        shares.length > 0 &&
        html`<section class="card">
          <h2>Shared with</h2>
          <ul class="rows">
            ${shares.map((share) => shareRow(id, share))}
          </ul>
        </section>`
      }
      <p><a class="button plain" href="${workspaceAddress(id)}">Done</a></p>`,
  });
}

function shareRow(id: string, { account, account_name: name, role, shared_at: at }: Share): Html {
  return html`<li class="item">
    <div>
      <p>${name}</p>
      <p class="hint">${role === "editor" ? "Can edit" : "Can view"}, since ${dayOf(at)}</p>
    </div>
    <form method="post" action="${workspaceAddress(id, "/sharing/remove")}">
      <input type="hidden" name="account" value="${account}" />
      <button class="quiet small">Remove<span class="visually-hidden"> ${name}</span></button>
    </form>
  </li>`;
}

/** `/workspaces/{id}/delete`: the question before it is deleted. */
export function deletePage({ account, workspace, problems, shares }: Asked & { shares: readonly Share[] }): Html {
  const { workspace_id: id, name, version } = workspace;
  return framed({
    title: "Delete workspace",
    account,
    here: "workspaces",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>Delete “${name}”?</h1>
      ${problemSummary(problems)}
      <div class="card">
        <p>
          It has ${countsText(workspace)}. This cannot be undone; <a href="${workspaceAddress(id)}">export it first</a> to keep a
          copy.
        </p>
        ${shares.length > 0 && html`<p>${countOf(shares.length, "person", "people")} you share it with will lose it too.</p>`}
        <p class="hint">
          Answers to questions asked within it remain readable to those who asked, until 90 days after they were asked.
        </p>
        <form class="actions" method="post" action="${workspaceAddress(id, "/delete")}">
          <input type="hidden" name="version" value="${version}" />
          <button class="danger">Delete workspace</button>
          <a class="button plain" href="${workspaceAddress(id)}">Cancel</a>
        </form>
      </div>`,
  });
}

/** `/workspaces/{id}/items`: all items of a kind, some a page. */
export function itemsPage({
  account,
  workspace,
  kind,
  items,
  page,
  mayEdit,
  now,
}: Omit<Asked, "problems"> & { kind: ItemKind; items: readonly ItemView[]; page: number; mayEdit: boolean; now: number }): Html {
  const { workspace_id: id } = workspace;
  const pages = Math.max(1, Math.ceil(items.length / ITEMS_A_PAGE));
  const shown = items.slice((page - 1) * ITEMS_A_PAGE, page * ITEMS_A_PAGE);
  const link = (to: number, words: string) =>
    html`<a class="button plain small" href="${workspaceAddress(id, `/items?kind=${kind}&page=${to}`)}">${words}</a>`;
  return framed({
    title: `${KIND_TITLES[kind]} of ${workspace.name.slice(0, 100)}`,
    account,
    here: "workspaces",
    width: "middle",
    body: html`<p class="crumb"><a href="${workspaceAddress(id)}">${workspace.name}</a></p>
      <h1>${KIND_TITLES[kind]} (${thousands(items.length)})</h1>
      <section class="card">
        ${shown.length === 0 ? html`<p class="hint">None on this page.</p>` : itemRows(shown, { id, mayEdit, now })}
      </section>
      <nav class="actions" aria-label="Pages">
        ${page > 1 && link(page - 1, "Previous")} <span class="hint">Page ${thousands(page)} of ${thousands(pages)}</span>
        ${page < pages && link(page + 1, "Next")}
      </nav>`,
  });
}
