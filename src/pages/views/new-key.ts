import type { Account } from "../../access/accounts.ts";
import type { KeyInfo } from "../../access/keys.ts";
import { claudeCodeLine, clientConfiguration, curlLine } from "../../access/client-configuration.ts";
import { addToCursor, addToVsCode } from "./client-links.ts";
import { copyButton } from "./copy-button.ts";
import { definitions } from "./definitions.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "../../shared/html.ts";
import { dayOf, relativeTo } from "./times.ts";

export interface MadeKeyView {
  account: Account;
  key: string;
  info: KeyInfo;
  /** The key that this one takes the place of. */
  old?: KeyInfo;
  baseUrl: string;
}

/** The one page that shows a key, with everything that an editor needs. */
export function madeKeyPage({ account, key, info, old, baseUrl }: MadeKeyView): Html {
  return framed({
    title: "Your new API key",
    account: account.name,
    here: "keys",
    width: "middle",
    reload: "/developers/keys",
    body: html`<h1>Your new API key</h1>
      <p class="lead">
        “${info.name}” ${info.expires_at === null ? "does not expire" : html`expires on ${dayOf(info.expires_at)}`}.
      </p>
      <div class="notice warning">
        <h2>Copy the key now</h2>
        <p>It is shown only once. If you lose it, create a new one.</p>
      </div>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2 id="key-title">API key</h2>
            ${copyButton("key", "Key")}
          </div>
          <code class="secret" id="key" aria-labelledby="key-title">${key}</code>
        </div>
        ${old && oldKeySentence(old)}
      </section>
      <section class="card">
        <h2>Add it to your editor</h2>
        <p class="actions">
          <a class="button" href="${addToCursor(baseUrl, key)}">Add to Cursor</a>
          <a class="button plain" href="${addToVsCode(baseUrl, key)}">Add to VS Code</a>
        </p>
        <div class="block">
          <div class="block-head">
            <h3>Or paste this into <code>.cursor/mcp.json</code></h3>
            ${copyButton("configuration", "Configuration")}
          </div>
          <pre id="configuration">${clientConfiguration(baseUrl, key)}</pre>
        </div>
        <div class="block">
          <div class="block-head">
            <h3>Claude Code</h3>
            ${copyButton("claude", "Command")}
          </div>
          <pre id="claude">${claudeCodeLine(baseUrl, key)}</pre>
        </div>
        <div class="block">
          <div class="block-head"><h3>Any other client</h3></div>
          ${definitions([
            ["URL", html`<code>${baseUrl}/api/mcp</code>`],
            ["Transport", "Streamable HTTP"],
            ["Header", html`<code>Authorization: Bearer ${key.slice(0, 8)}…</code>`],
          ])}
        </div>
      </section>
      <section class="card">
        <h2>Try this key</h2>
        <p>The server makes one call with it, as your editor would, and shows the answer in a new tab.</p>
        <form method="post" action="/developers/keys/try" target="_blank" rel="noopener">
          <input type="hidden" name="key" value="${key}" />
          <button class="plain">Try this key</button>
        </form>
      </section>
      <section class="card">
        <div class="block">
          <div class="block-head">
            <h2>Try it in a terminal</h2>
            ${copyButton("curl", "Command")}
          </div>
          <pre id="curl">${tryOut(baseUrl, key, info)}</pre>
        </div>
      </section>
      <p><a class="button plain" href="/developers/keys">Done</a></p>`,
  });
}

function oldKeySentence(old: KeyInfo): Html {
  const name = html`<code>s2s_…${old.last_four}</code>`;
  if (old.revoked_at !== null) return html`<p>The old key, ${name}, no longer works.</p>`;
  return html`<p>The old key, ${name}, keeps working and expires ${relativeTo(Date.now(), old.expires_at!)}.</p>`;
}

/** A call that the key may make. */
function tryOut(baseUrl: string, key: string, info: KeyInfo): string {
  return info.scopes.includes("papers:read")
    ? curlLine(baseUrl, key, "search_papers", { query: "dense retrieval", limit: 3 })
    : curlLine(baseUrl, key, "whoami", {});
}
