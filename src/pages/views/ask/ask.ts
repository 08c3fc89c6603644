import { html, type Html } from "../../../shared/html.ts";
import type { RunLine } from "../../../workspaces/runs.ts";
import { problemSummary, type Problems } from "../fields.ts";
import { framed } from "../frame.ts";
import { rows, section } from "../library/parts.ts";
import { runRow } from "./run-row.ts";
import { askForm, type AskValues, type WorkspaceChoice } from "./form.ts";

/** What the page for asking shows. */
export interface AskPage {
  account: string;
  values: AskValues;
  problems: Problems;
  workspaces: readonly WorkspaceChoice[];
  /** The title of the paper that is asked about. */
  paper?: string | undefined;
  /** Questions that the library's topics suggest. */
  examples: readonly string[];
  /** The account's last questions; null where it may not see them. */
  recent: readonly RunLine[] | null;
  /** Whether the account was made just now. */
  isNew: boolean;
  now: number;
}

/** The first page: a question, examples, and what was asked lately. */
export function askPage({ account, values, problems, workspaces, paper, examples, recent, isNew, now }: AskPage): Html {
  return framed({
    title: "Ask",
    account,
    here: "ask",
    width: "middle",
    hasErrors: Object.keys(problems).length > 0,
    body: html`${problemSummary(problems)}
      ${
        isNew &&
        html`<div class="notice" role="status">
          <p>Welcome! Ask the library below. To ask from your editor, <a href="/developers/keys">create an API key</a>.</p>
        </div>`
      }
      <h1>Ask the library</h1>
      <p class="lead">
        Each sentence of an answer quotes a paper, and each quote is compared with the stored text. Without evidence, there is no
        answer.
      </p>
      ${askForm(values, { workspaces, problems, paper })}
      ${
        examples.length > 0 &&
        html`<section class="examples" aria-labelledby="examples">
          <h2 id="examples">From this library</h2>
          <form method="post" action="/ask">
            ${examples.map((example) => html`<button class="plain small" name="q" value="${example}">${example}</button>`)}
          </form>
        </section>`
      }
      ${recent !== null && section("Recent questions", recent.length === 0 ? [] : [rows(recent.map((run) => runRow(run, now))), html`<p><a href="/runs">All your questions</a></p>`])}`,
  });
}
