import type { Account } from "../../access/accounts.ts";
import { KEY_LIFETIMES, keyState, type KeyInfo } from "../../access/keys.ts";
import type { Scope } from "../../access/scopes.ts";
import { noUsage, type KeyUsage } from "../../access/usage.ts";
import { choices, problemSummary, textField, type Problems } from "./fields.ts";
import { framed } from "./frame.ts";
import { html, type Html, type Part } from "../../shared/html.ts";
import { keyCard } from "./key-card.ts";
import { countOf } from "./numbers.ts";

/** What a form for a new key held, as it was sent. */
export interface KeyForm {
  name: string;
  scopes: readonly string[];
  expires: string;
}

export interface KeysView {
  account: Account;
  keys: readonly KeyInfo[];
  /** What the list is searched for: part of a name, or how a key ends; empty: nothing. */
  query: string;
  /** Which page of the list, from 1. */
  page: number;
  usage: ReadonlyMap<string, KeyUsage>;
  form?: KeyForm;
  problems: Problems;
  message?: Part;
  baseUrl: string;
  now: number;
}

const SCOPE_TEXTS: Record<Scope, { label: string; hint: string }> = {
  "papers:read": { label: "Papers", hint: "Search and read papers, check citations" },
  "signals:read": { label: "Signals", hint: "Search evidence about papers; with Papers, get cited answers" },
  "workspaces:read": { label: "Workspaces", hint: "View your workspaces and past answers" },
  "workspaces:write": { label: "Edit workspaces", hint: "Create, edit and delete workspaces" },
};

export function keysPage({ account, keys, query, page, usage, form, problems, message, baseUrl, now }: KeysView): Html {
  const card = (key: KeyInfo) => keyCard(key, usage.get(key.key_id) ?? noUsage(now), now);
  const shown = query === "" ? keys : keys.filter((key) => isMeant(key, query));
  const [active, ended] = [shown.filter((key) => isInUse(key, now)), shown.filter((key) => !isInUse(key, now))];
  const pages = Math.max(1, Math.ceil(shown.length / PAGE_SIZE));
  const at = Math.min(page, pages);
  const listed = new Set([...active, ...ended].slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE));
  const [inUse, over] = [active.filter((key) => listed.has(key)), ended.filter((key) => listed.has(key))];
  return framed({
    title: "API keys",
    account: account.name,
    here: "keys",
    width: "wide",
    hasErrors: Object.keys(problems).length > 0,
    body: html`<h1>API keys</h1>
      <p class="lead">
        Editors and scripts connect to <code>${baseUrl}/api/mcp</code> with one of your keys. Use a separate key for each, so that
        you can revoke one without affecting the others.
      </p>
      ${keys.length > 0 && html`<p class="to-form"><a class="button plain small" href="#new">New key</a></p>`}
      ${message && html`<div class="notice" role="status"><p>${message}</p></div>`} ${problemSummary(problems)}
      <div class="columns">
        <section aria-labelledby="in-use">
          <h2 id="in-use" class="visually-hidden">Active keys</h2>
          ${keys.length > SEARCHED_FROM && searchForm(query, shown.length)}
          ${
            active.length === 0
              ? query === "" && nothingYet(keys.length > 0)
              : inUse.length > 0 &&
                html`<ul class="keys">
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
          ${pages > 1 && pagesNav(query, at, pages)}
        </section>
        <aside>${newKeyForm(account, form, problems)}</aside>
      </div>`,
  });
}

/** From more keys than this on, the list can be searched. */
const SEARCHED_FROM = 10;
/** Keys on a page: one with use and its chart takes 4 kB. */
const PAGE_SIZE = 10;

function pagesNav(query: string, page: number, pages: number): Html {
  const address = (to: number) =>
    `/developers/keys?${new URLSearchParams({ ...(query === "" ? {} : { q: query }), page: String(to) }).toString()}`;
  return html`<nav class="actions pages" aria-label="Pages of keys">
    ${page > 1 && html`<a class="button plain small" href="${address(page - 1)}" rel="prev">Previous page</a>`}
    <span class="hint">Page ${page} of ${pages}</span>
    ${page < pages && html`<a class="button plain small" href="${address(page + 1)}" rel="next">Next page</a>`}
  </nav>`;
}

function isMeant({ name, last_four: ending }: KeyInfo, query: string): boolean {
  return name.toLowerCase().includes(query.toLowerCase()) || ending === query.slice(-4);
}

function searchForm(query: string, found: number): Html {
  return html`<form class="search" method="get" action="/developers/keys" role="search">
    <label for="find">Find a key by its name or last four characters</label>
    <div class="input"><input id="find" name="q" type="search" maxlength="100" value="${query}" /></div>
    <button class="plain">Find</button>
    ${query !== "" && html`<p class="hint">${countOf(found, "key")} found. <a href="/developers/keys">Show all</a></p>`}
  </form>`;
}

function isInUse(key: KeyInfo, now: number): boolean {
  const state = keyState(key, now);
  return state === "active" || state === "replaced";
}

function nothingYet(hadKeys: boolean): Html {
  return html`<div class="empty">
    <h2>${hadKeys ? "No active keys" : "No API keys yet"}</h2>
    <ol>
      <li>Enter a name, such as “laptop”, and create the key.</li>
      <li>Add it to your editor: with one click in Cursor or VS Code, or by pasting the configuration.</li>
      <li>Ask your editor a research question. Every answer cites its sources.</li>
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
      hint: "What it is for, such as “laptop”",
      autocomplete: "off",
      maxLength: 100,
      problems,
    })}
    ${choices("checkbox", {
      name: "scopes",
      legend: "Permissions",
      options: account.scopes.map((scope) => ({ value: scope, ...SCOPE_TEXTS[scope], chosen: chosen.includes(scope) })),
      problems,
    })}
    ${choices("radio", {
      name: "expires",
      legend: "Expiration",
      options: KEY_LIFETIMES.map((days) => ({
        value: String(days),
        label: days === "never" ? "Never" : `${days} days`,
        chosen: expires === String(days),
      })),
      problems,
      inline: true,
    })}
    <button class="wide-button">Create key</button>
  </form>`;
}
