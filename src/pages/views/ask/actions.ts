import type { RunFeedback } from "../../../answers/run.ts";
import { html, type Html, type Part } from "../../../shared/html.ts";
import { RUN_EXPORTS, type RunExport } from "../../../workspaces/export-formats.ts";
import { LIMITS } from "../../../workspaces/workspace.ts";
import { copyButton } from "../copy-button.ts";
import type { Problems } from "../fields.ts";
import { optionalField } from "../workspaces/fields.ts";
import { askAddress, type AskValues, type WorkspaceChoice } from "./form.ts";

/** Where something can be saved; null: the account may not save. */
export interface SavingTo {
  workspaces: readonly WorkspaceChoice[];
  /** What is saved, as a sentence. */
  what: string;
  /** What a new workspace would be called. */
  name: string;
}
export type Saving = SavingTo | null;

/** The id of the form that saves, for fields that stand outside of it. */
export const SAVING_FORM = "saving";

/** What a new workspace is called in the form. */
export const NEW_WORKSPACE = "new";

/** Asking again, with other words or as before, and the ways to copy the answer. */
export function actions(id: string, asked: AskValues): Html {
  return html`<section class="card small-card" aria-labelledby="actions">
    <h2 id="actions">Use this answer</h2>
    <form method="post" action="/runs/${id}/again"><button class="plain small wide-button">Ask again</button></form>
    <p><a href="${askAddress(asked)}">Change the question</a></p>
    <p>
      Copy as
      ${RUN_EXPORTS.map((format, index) => html`${index > 0 && ", "}<a href="/runs/${id}?copy=${format}#copy">${NAMES[format]}</a>`)}
    </p>
  </section>`;
}

/** The answer in a format, to be copied or downloaded. */
export function copyCard(id: string, { format, text }: { format: RunExport; text: string }): Html {
  return html`<section class="card small-card" id="copy" aria-labelledby="copied-as">
    <div class="block-head">
      <h2 id="copied-as">${NAMES[format]}</h2>
      <div class="actions">
        ${copyButton("export", NAMES[format])} <a href="/runs/${id}/${format}" download>Download</a>
        <a href="/runs/${id}">Close</a>
      </div>
    </div>
    <pre class="export" id="export" tabindex="0">${text}</pre>
  </section>`;
}

const MAX_REASON_LENGTH = 1_000;

const NAMES: Record<RunExport, string> = { markdown: "Markdown", bibtex: "BibTeX", "csl-json": "CSL-JSON" };

/** Saving to a workspace, one that exists or a new one. */
export function saveCard(action: string, saving: Saving, problems: Problems): Part {
  if (saving === null) return null;
  const { workspaces, what, name } = saving;
  return html`<section class="card small-card" aria-labelledby="save">
    <h2 id="save">Save to a workspace</h2>
    <form class="stack saving" id="${SAVING_FORM}" method="post" action="${action}">
      ${
        workspaces.length > 0
          ? html`<div class="field">
              <label for="workspace">Workspace</label>
              <select id="workspace" name="workspace">
                ${workspaces.map(({ workspace_id: id, name }) => html`<option value="${id}">${name}</option>`)}
                <option value="${NEW_WORKSPACE}">A new workspace</option>
              </select>
            </div>`
          : html`<input type="hidden" name="workspace" value="${NEW_WORKSPACE}" />`
      }
      <div class="new-name">
        ${optionalField({ name: "name", label: "Name of the new workspace", value: name, maxLength: LIMITS.name, problems })}
      </div>
      <p class="hint">${what}</p>
      <button class="plain small wide-button">Save</button>
    </form>
  </section>`;
}

/** Whether the answer was useful, and why. */
export function feedbackCard(id: string, feedback: RunFeedback | undefined, problems: Problems): Html {
  return html`<section class="card small-card" aria-labelledby="feedback">
    <h2 id="feedback">Was this useful?</h2>
    ${feedback && html`<p class="hint">You said ${feedback.useful ? "yes" : "no"}${feedback.reason !== null && html`: “${feedback.reason}”`}. You can change it.</p>`}
    <form class="stack" method="post" action="/runs/${id}/feedback">
      <div class="actions">
        <button class="plain small" name="useful" value="yes">Yes</button>
        <button class="plain small" name="useful" value="no">No</button>
      </div>
      <details ${"reason" in problems && html` open`}>
        <summary>Say why</summary>
        ${optionalField({ name: "reason", label: "Reason", hint: "Administrators of this server can read it with your question, without your name.", maxLength: MAX_REASON_LENGTH, problems })}
      </details>
    </form>
  </section>`;
}
