import type { Account } from "../../access/accounts.ts";
import { questionsSentence } from "./account.ts";
import { problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";

/** The question before stored questions are deleted. */
export function deleteQuestionsPage(account: Account, questions: number): Html {
  return framed({
    title: "Delete stored questions",
    account: account.name,
    here: "account",
    body: html`<h1>Delete stored questions?</h1>
      <div class="card">
        <p>
          ${questionsSentence(questions)} Deleting them cannot be undone, and links to their answers will stop working. Your keys
          are not affected.
        </p>
        <form class="actions" method="post" action="/account/questions/delete">
          <button class="danger">Delete questions</button>
          <a class="button plain" href="/account">Cancel</a>
        </form>
      </div>`,
  });
}

/** The question before an account is deleted, to be answered with its password, or its name where it has none. */
export function deleteAccountPage(account: Account, problems: Problems = {}): Html {
  return framed({
    title: "Delete account",
    account: account.name,
    here: "account",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>Delete account ${account.name}?</h1>
      ${problemSummary(problems)}
      <form class="card stack" method="post" action="/account/delete">
        <p>
          Your keys stop working immediately. All keys, stored questions and workspaces of this account are deleted. This cannot
          be undone.
        </p>
        ${textField(
          account.has_password
            ? {
                name: "confirmation",
                label: "Confirm your password",
                type: "password",
                autocomplete: "current-password",
                problems,
              }
            : { name: "confirmation", label: `Type ${account.name} to confirm`, autocomplete: "off", problems },
        )}
        <div class="actions">
          <button class="danger">Delete account</button>
          <a class="button plain" href="/account">Cancel</a>
        </div>
      </form>`,
  });
}
