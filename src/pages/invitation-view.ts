import type { Account } from "../access/accounts.ts";
import { copyButton } from "./copy-button.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";
import { dayOf } from "./times.ts";

/** The one page that shows an invitation's code. */
export function invitationPage(shown: { account: Account; code: string; expiresAt: string; baseUrl: string }): Html {
  const { account, code, expiresAt, baseUrl } = shown;
  return framed({
    title: "An invitation",
    account: account.name,
    here: "account",
    reload: "/account",
    body: html`<h1>An invitation</h1>
      <p class="lead">Good for one account, until ${dayOf(expiresAt)}. It is shown this once.</p>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2 id="code-title">The code</h2>
            ${copyButton("code", "Code")}
          </div>
          <code class="secret" id="code" aria-labelledby="code-title">${code}</code>
        </div>
        <p>Pass it on; it is typed in at <a href="/invite">${baseUrl}/invite</a>.</p>
      </section>
      <p><a class="button plain" href="/account">I have it: back</a></p>`,
  });
}
