import type { Account } from "../access/accounts.ts";
import { questionsSentence } from "./account-view.ts";
import { problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";

/** The question before stored questions are deleted. */
export function deleteQuestionsPage(account: Account, questions: number): Html {
  return framed({
    title: "Delete stored questions",
    account: account.name,
    here: "account",
    body: html`<h1>Delete stored questions?</h1>
      <div class="card">
        <p>
          ${questionsSentence(questions)} Deleted, they cannot be brought back, and links to their answers lead nowhere. Your keys
          stay.
        </p>
        <form class="actions" method="post" action="/account/questions/delete">
          <button class="danger">Delete them</button>
          <a class="button plain" href="/account">Keep them</a>
        </form>
      </div>`,
  });
}

/** The question before an account is deleted, to be answered with its password, or its name where it has none. */
export function deleteAccountPage(account: Account, problems: Problems = {}): Html {
  return framed({
    title: "Delete this account",
    account: account.name,
    here: "account",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>Delete ${account.name}?</h1>
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="/account/delete">
        <p>
          Your keys stop working at once. Keys, stored questions and workspaces of this account are deleted and cannot be brought
          back.
        </p>
        ${textField(
          account.has_password
            ? { name: "confirmation", label: "Your password", type: "password", autocomplete: "current-password", problems }
            : { name: "confirmation", label: `Type ${account.name} to confirm`, autocomplete: "off", problems },
        )}
        <div class="actions">
          <button class="danger">Delete my account</button>
          <a class="button plain" href="/account">Keep it</a>
        </div>
      </form>`,
  });
}
