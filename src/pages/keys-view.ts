import type { Account } from "../access/accounts.ts";
import { KEY_LIFETIMES, keyState, type KeyInfo } from "../access/keys.ts";
import type { Scope } from "../access/scopes.ts";
import { noUsage, type KeyUsage } from "../access/usage.ts";
import { choices, problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html } from "./html.ts";
import { keyCard } from "./key-card.ts";

/** What a form for a new key held, as it was sent. */
export interface KeyForm {
  name: string;
  scopes: readonly string[];
  expires: string;
}

export interface KeysView {
  account: Account;
  keys: readonly KeyInfo[];
  usage: ReadonlyMap<string, KeyUsage>;
  form?: KeyForm;
  problems: Problems;
  message?: string;
  baseUrl: string;
  now: number;
}

const SCOPE_TEXTS: Record<Scope, { label: string; hint: string }> = {
  "papers:read": { label: "Papers", hint: "Search, read and check papers" },
  "signals:read": { label: "Signals", hint: "Evidence about papers; with papers, cited answers" },
  "workspaces:read": { label: "Workspaces", hint: "Look into your workspaces and earlier answers" },
  "workspaces:write": { label: "Change workspaces", hint: "Make, change and delete workspaces" },
};

export function keysPage({ account, keys, usage, form, problems, message, baseUrl, now }: KeysView): Html {
  const card = (key: KeyInfo) => keyCard(key, usage.get(key.key_id) ?? noUsage(now), now);
  const inUse = keys.filter((key) => isInUse(key, now));
  const over = keys.filter((key) => !isInUse(key, now));
  return framed({
    title: "API keys",
    account: account.name,
    here: "keys",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>API keys</h1>
      <p class="lead">
        Your editor asks with a key of yours at <code>${baseUrl}/api/mcp</code>. One key for each place makes it easy to take one
        back.
      </p>
      ${keys.length > 0 && html`<p class="to-form"><a class="button plain small" href="#new">New key</a></p>`}
      ${message && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      <div class="columns">
        <section aria-labelledby="in-use">
          <h2 id="in-use" class="unseen">Keys in use</h2>
          ${
            inUse.length === 0
              ? nothingYet(keys.length > 0)
              : html`<ul class="keys">
                  ${inUse.map(card)}
                </ul>`
          }
          ${
            over.length > 0 &&
            html`<h2>Expired and revoked</h2>
              <ul class="keys">
                ${over.map(card)}
              </ul>`
          }
        </section>
        <aside>${newKeyForm(account, form, problems)}</aside>
      </div>`,
  });
}

function isInUse(key: KeyInfo, now: number): boolean {
  const state = keyState(key, now);
  return state === "active" || state === "replaced";
}

function nothingYet(hadKeys: boolean): Html {
  return html`<div class="empty">
    <h2>${hadKeys ? "No key in use" : "No keys yet"}</h2>
    <ol>
      <li>Give a key a name, say “laptop”, and make it.</li>
      <li>Put it into your editor: at a press for Cursor and VS Code, or by hand.</li>
      <li>Ask your editor a research question. Its answer cites its sources.</li>
    </ol>
  </div>`;
}

function newKeyForm(account: Account, form: KeyForm | undefined, problems: Problems): Html {
  const chosen = form?.scopes ?? account.scopes.filter((scope) => scope.endsWith(":read"));
  const expires = form?.expires ?? "90";
  return html`<form class="card stack" id="new" method="post" action="/developers/keys">
    <h2>New key</h2>
    ${textField({
      name: "name",
      label: "Name",
      value: form?.name,
      hint: "What or where it is for",
      autocomplete: "off",
      maxLength: 100,
      problems,
    })}
    ${choices("checkbox", {
      name: "scopes",
      legend: "What it may do",
      options: account.scopes.map((scope) => ({ value: scope, ...SCOPE_TEXTS[scope], chosen: chosen.includes(scope) })),
      problems,
    })}
    ${choices("radio", {
      name: "expires",
      legend: "Expires after",
      options: KEY_LIFETIMES.map((days) => ({
        value: String(days),
        label: days === "never" ? "Never" : `${days} days`,
        chosen: expires === String(days),
      })),
      problems,
      inline: true,
    })}
    <button class="wide-button">Make the key</button>
  </form>`;
}
