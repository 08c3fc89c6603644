import { afterAll, beforeAll, expect, it } from "vitest";
import { createKey } from "../../src/access/keys.ts";
import { findAccount } from "../../src/access/accounts.ts";
import { paperAddress } from "../../src/pages/views/library/parts.ts";
import { PAGES } from "../support/authorization-table.ts";
import { fillLibrary, HOSTILE, MARKUP } from "./filled-library.ts";
import { openSite, type Browser, type Site } from "./site.ts";
import { addLoads, addWorkspaces } from "./states.ts";

/* Every page of the authorization table, which is complete by test, over records whose every text is markup. */

let site: Site;
let ada: Browser;
/** What stands for `:id` and `*` in a route. */
let hostile: readonly (readonly [route: RegExp, address: string])[];

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  ada = await site.signedIn();
  await addWorkspaces(site);
  await addLoads(site);
  const account = (await findAccount(site.records, "ada"))!;
  const { info } = await createKey(site.records, { name: MARKUP, account, scopes: ["papers:read"] });
  const asked = await ada.post("/ask", { q: `Does dense retrieval beat BM25? ${MARKUP}`, paper: HOSTILE });
  await ada.post(`${asked.location}/feedback`, { useful: "no", reason: MARKUP });
  hostile = [
    [/^\/runs\/:id/u, asked.location!],
    [/^\/workspaces\/:id/u, hrefIn(await ada.get("/workspaces"), /href="(\/workspaces\/ws_[^"]+)">(?=[^<]*script)/u)],
    [/^\/library\/runs\/:id/u, hrefIn(await ada.get("/library"), /href="(\/library\/runs\/[^"]+)">[^<]*from night/u)],
    [/^\/developers\/keys\/:id/u, `/developers/keys/${info.key_id}`],
    [/^\/papers\/\*/u, paperAddress(HOSTILE)],
    [/^\/signals\/\*/u, `/signals/sig:${"0".repeat(32)}`],
    [/^\/topics\/\*/u, `/topics/${encodeURIComponent(MARKUP)}`],
  ];
}, 60_000);
afterAll(() => site.close());

function hrefIn({ text }: { text: string }, pattern: RegExp): string {
  return pattern.exec(text)![1]!;
}

/** A value in every field that any address takes. */
const TYPED = new URLSearchParams(
  ["q", "sort", "cursor", "done", "next", "after", "kind", "source", "workspace", "copy"].map((name) => [name, MARKUP]),
).toString();
/** Nothing is there for a person who is signed in, or the file is on no disk of this server. */
const GONE = new Set(["GET /setup", "GET /library/runs/:id/dead-letters"]);
const ROUTES = PAGES.map(({ name }) => name).filter(
  (name) => name.startsWith("GET /") && !/healthz|readyz|metrics|llms/u.test(name),
);

it.each(ROUTES)("%s shows markup as text, with markup in its address too", async (name) => {
  const route = name.slice("GET ".length);
  const [pattern, address] = hostile.find(([pattern]) => pattern.test(route)) ?? [/^.*$/u, route];
  const path = route.replace(pattern, () => address);
  const format = path.endsWith("/export") ? `?q=retrieval&format=${path.startsWith("/search") ? "bibtex" : "markdown"}` : "";
  for (const typed of [format, `?${TYPED}`, `?section=2&${TYPED}`]) {
    const { status, headers, text } = await ada.get(`${path}${typed}`, { accept: "text/html" });
    if (typed === format && !GONE.has(name)) expect([200, 303]).toContain(status);
    expect(status, text).toBeLessThan(500);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text).not.toMatch(/<img src=x|\s(?:href|action|src)="(?:javascript|data):/u);
  }
});
