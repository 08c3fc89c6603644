import type { Account } from "../access/accounts.ts";
import type { KeyInfo } from "../access/keys.ts";
import { clientConfiguration, curlLine } from "../client-configuration.ts";
import { addToCursor, addToVsCode } from "./client-links.ts";
import { copyButton } from "./copy-button.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";
import { dayOf, relativeTo } from "./times.ts";

export interface MadeKeyView {
  account: Account;
  key: string;
  info: KeyInfo;
  /** The key that this one takes the place of. */
  old?: KeyInfo;
  baseUrl: string;
}

/** The one page that shows a key, with everything that an editor wants to know of it. */
export function madeKeyPage({ account, key, info, old, baseUrl }: MadeKeyView): Html {
  return framed({
    title: "Your new key",
    account: account.name,
    here: "keys",
    width: "middle",
    reload: "/developers/keys",
    body: html`<h1>Your new key</h1>
      <p class="lead">
        “${info.name}”, ${info.expires_at === null ? "which does not expire" : html`good until ${dayOf(info.expires_at)}`}.
      </p>
      <div class="notice warning">
        <h2>Copy it now</h2>
        <p>Only a fingerprint of it is kept: no page and no person can show it again.</p>
      </div>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2 id="key-title">The key</h2>
            ${copyButton("key", "Key")}
          </div>
          <code class="secret" id="key" aria-labelledby="key-title">${key}</code>
        </div>
        ${old && oldKeySentence(old)}
      </section>
      <section class="card">
        <h2>Into your editor</h2>
        <p class="actions">
          <a class="button" href="${addToCursor(baseUrl, key)}">Add to Cursor</a>
          <a class="button plain" href="${addToVsCode(baseUrl, key)}">Add to VS Code</a>
        </p>
        <div class="block">
          <div class="block-head">
            <h3>Or by hand, in <code>.cursor/mcp.json</code></h3>
            ${copyButton("configuration", "Configuration")}
          </div>
          <pre id="configuration">${clientConfiguration(baseUrl, key)}</pre>
        </div>
      </section>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2>From a terminal</h2>
            ${copyButton("curl", "Line")}
          </div>
          <pre id="curl">${tryOut(baseUrl, key, info)}</pre>
        </div>
      </section>
      <p><a class="button plain" href="/developers/keys">I have it: to my keys</a></p>`,
  });
}

function oldKeySentence(old: KeyInfo): Html {
  const name = html`<code>s2s_…${old.last_four}</code>`;
  if (old.revoked_at !== null) return html`<p>The old key, ${name}, is refused from now on.</p>`;
  return html`<p>The old key, ${name}, goes on working: it ends ${relativeTo(Date.now(), old.expires_at!)}.</p>`;
}

/** A call that the key may make. */
function tryOut(baseUrl: string, key: string, info: KeyInfo): string {
  return info.scopes.includes("papers:read")
    ? curlLine(baseUrl, key, "search_papers", { query: "dense retrieval", limit: 3 })
    : curlLine(baseUrl, key, "whoami", {});
}
