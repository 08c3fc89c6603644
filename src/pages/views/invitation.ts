import type { Account } from "../../access/accounts.ts";
import { copyButton } from "./copy-button.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";
import { dayOf } from "./times.ts";

/** The one page that shows an invitation's code. */
export function invitationPage(shown: { account: Account; code: string; expiresAt: string; baseUrl: string }): Html {
  const { account, code, expiresAt, baseUrl } = shown;
  return framed({
    title: "Invitation created",
    account: account.name,
    here: "account",
    reload: "/account",
    body: html`<h1>Invitation created</h1>
      <p class="lead">Valid for one account until ${dayOf(expiresAt)}. The code is shown only once.</p>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2 id="code-title">Invitation code</h2>
            ${copyButton("code", "Code")}
          </div>
          <code class="secret" id="code" aria-labelledby="code-title">${code}</code>
        </div>
        <p>Send it to the person you are inviting. They enter it at <a href="/invite">${baseUrl}/invite</a>.</p>
      </section>
      <p><a class="button plain" href="/account">Done</a></p>`,
  });
}
