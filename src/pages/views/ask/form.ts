import { html, type Html, type Part } from "../../../shared/html.ts";
import type { Problems } from "../fields.ts";

/** What was typed or chosen, as the form sends it. */
export interface AskValues {
  q: string;
  workspace: string;
  from: string;
  to: string;
  /** The paper that the question is about; empty: none. */
  paper: string;
}

export const NOTHING_ASKED: AskValues = { q: "", workspace: "", from: "", to: "", paper: "" };
export const MAX_QUESTION_LENGTH = 2_000;
const MAX_ID_LENGTH = 500;

/** In an address, encoded: request line and headers together may have 16 kB here, less in some proxies. */
const MAX_ADDRESS_LENGTH = 4_096;

/** The page for asking, with what is to be asked filled in; a question that is too long for an address is left out. */
export function askAddress(values: AskValues): string {
  const fits = new URLSearchParams({ q: values.q }).toString().length <= MAX_ADDRESS_LENGTH;
  const given = Object.entries({ ...values, q: fits ? values.q : "" }).filter(([, value]) => value !== "");
  return `/?${new URLSearchParams(given).toString()}`;
}

/** A workspace that can be chosen. */
export interface WorkspaceChoice {
  workspace_id: string;
  name: string;
}

/** The field for a question, with where and from which years it is to be answered. `paper`: the title of the paper that it is about. */
export function askForm(
  values: AskValues,
  { workspaces, problems, paper }: { workspaces: readonly WorkspaceChoice[]; problems: Problems; paper?: string | undefined },
): Html {
  return html`<form class="card ask" method="post" action="/ask">
    ${
      paper !== undefined &&
      html`<p class="about">About <strong>${paper}</strong> <a href="/">Ask the whole library instead</a></p>
        <input type="hidden" name="paper" value="${values.paper}" />`
    }
    <label for="q">Your question</label>
    ${problem("q", problems)}
    <div class="question">
      <textarea
        id="q"
        name="q"
        rows="2"
        maxlength="${MAX_QUESTION_LENGTH}"
        required
        enterkeyhint="go"
        ${described("q", problems)}
      >
${values.q}</textarea>
      <button>Ask</button>
    </div>
    <div class="limits">
      ${
        paper === undefined &&
        html`<div class="place">
            <label for="workspace">Answer from</label> ${problem("workspace", problems)}
            <select id="workspace" name="workspace" ${described("workspace", problems)}>
              <option value="">The whole library</option>
              ${workspaces.map(
                ({ workspace_id: id, name }) =>
                  html`<option value="${id}" ${id === values.workspace && html` selected`}>Workspace: ${name}</option>`,
              )}
            </select>
          </div>
          <div class="paper">
            <label for="paper">Or from one paper</label> ${problem("paper", problems)}
            <input
              id="paper"
              name="paper"
              maxlength="${MAX_ID_LENGTH}"
              size="24"
              autocomplete="off"
              placeholder="DOI, arXiv or other ID"
              value="${values.paper}"
              ${described("paper", problems)}
            />
          </div>`
      }
      ${yearField("from", "From year", values.from, problems)} ${yearField("to", "To year", values.to, problems)}
    </div>
  </form>`;
}

/** A year, or nothing. `form`: the id of the form that it belongs to, where it stands outside. */
export function yearField(name: string, label: string, value: string, problems: Problems, form?: string): Html {
  return html`<div>
    <label for="${name}">${label}</label> ${problem(name, problems)}
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      maxlength="4"
      size="6"
      autocomplete="off"
      value="${value}"
      ${form !== undefined && html` form="${form}"`}${described(name, problems)}
    />
  </div>`;
}

function problem(name: string, problems: Problems): Part {
  return name in problems && html`<p class="problem" id="${name}-problem">${problems[name]}</p>`;
}

function described(name: string, problems: Problems): Part {
  return name in problems && html` aria-invalid="true" aria-describedby="${name}-problem"`;
}

/** A button that asks right away, with these values. */
export function askButton(values: Partial<AskValues>, label: Part, look = "plain small"): Html {
  return html`<form method="post" action="/ask">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="${look}">${label}</button>
  </form>`;
}
