import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestRuns } from "../../ingest/history.ts";
import { createAccount, type Account } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { createKey } from "../../src/access/keys.ts";
import { createSession, endAllSessions } from "../../src/access/sessions.ts";
import { buildApp } from "../../src/http/app.ts";
import { MCP_PATH } from "../../src/http/mcp-route.ts";
import { createLogger } from "../../src/log.ts";
import { openSite, PASSWORD, type Answer, type Site } from "../pages/site.ts";
import { workspaceWith } from "../support/workspaces.ts";
import { PAGES, VISITORS, type PageRow, type Visitor } from "../support/authorization-table.ts";

/* Every other route with every visitor, as the table says. */

let site: Site;
let made = 0;

beforeAll(async () => {
  site = await openSite({ keep: true });
  await site.library.engine.create(site.library.embedder.space);
}, 30_000);
afterAll(() => site.close());

it("the table has every route of the server but the endpoint and the files that the pages load", async () => {
  const config = {
    baseUrl: "http://127.0.0.1:8080",
    allowedOrigins: [],
    trustProxy: 0,
    rateLimitPerMinute: 1,
    oidc: null,
    dataDir: "",
  };
  const app = buildApp({ library: site.library, config, ingestRuns: ingestRuns(site.records, ""), log: createLogger("silent") });
  const routes = new Set<string>();
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
  await app.ready();
  await app.close();
  const listed = [...routes].filter((route) => !route.endsWith(` ${MCP_PATH}`) && !route.startsWith("HEAD "));
  const known = new Set(PAGES.map((row) => row.name));
  expect(listed.filter((route) => !known.has(route))).toEqual([]);
  expect(listed.length).toBeGreaterThan(15);
});

describe.each(PAGES.map((row) => [row.name, row] as const))("%s", (_name, row) => {
  it.each(VISITORS)("for %s is answered as the table says", async (visitor) => {
    const accounts = changesAccounts(row, visitor) ? await newAccounts() : (shared ??= await newAccounts());
    expect(told(await sent(row, visitor, accounts))).toBe(row.answers[visitor]);
  });
});

interface Accounts {
  owner: Account;
  other: Account;
  /** Of the owner. */
  keyId: string;
}

/** Accounts cost a password hash each, so that requests which leave them as they are share theirs. */
let shared: Accounts | undefined;

function changesAccounts({ name }: PageRow, visitor: Visitor): boolean {
  if (name.includes(" /workspaces") && visitor !== "an ended session") return false;
  return visitor === "an ended session" || !(name.startsWith("GET ") || visitor === "nobody" || visitor === "an API key");
}

async function newAccounts(): Promise<Accounts> {
  const [owner, other] = [await newAccount(true), await newAccount(false)];
  const { info } = await createKey(site.records, { name: "editor", account: owner, scopes: ["papers:read"] });
  return { owner, other, keyId: info.key_id };
}

async function sent(row: PageRow, visitor: Visitor, { owner, other, keyId }: Accounts): Promise<Answer> {
  const [method, route] = row.name.split(" ");
  const isWorkspace = route!.startsWith("/workspaces/");
  const workspace = isWorkspace ? await workspaceWith(site.library, [], { account: owner.account_id }) : null;
  const path = route!.replace(":id", workspace?.workspace_id ?? keyId);
  const fields = Object.entries(row.fields ?? {}).map(([name, value]) => [
    name,
    value === ":version" ? String(workspace?.version) : value,
  ]);
  const browser = site.browser();
  const headers: Record<string, string> = { "sec-fetch-site": "same-origin" };
  if (visitor === "an API key") headers.authorization = `Bearer ${await site.key()}`;
  else if (visitor !== "nobody") {
    const account = visitor === "another account" ? other : owner;
    const { id } = await createSession(site.records, account, { address: null });
    if (visitor === "an ended session") await endAllSessions(site.records, account.account_id);
    browser.cookies.set("signal_canvas", id);
  }
  return method === "GET"
    ? browser.get(path, headers)
    : browser.post(path, Object.fromEntries(fields) as Record<string, string>, headers);
}

function told({ status, location }: Answer): string {
  return location === null ? String(status) : `to ${location.split("?")[0]!.replace(/ws_[0-9a-f]{32}/u, ":id")}`;
}

async function newAccount(admin: boolean): Promise<Account> {
  made += 1;
  return createAccount(site.records, { name: `person-${made}`, password: PASSWORD, admin }, COMMAND_LINE);
}
