import { afterAll, beforeAll, expect, it } from "vitest";
import { assetAddress } from "../../src/pages/assets.ts";
import { fillLibrary, HOSTILE_TEXT } from "./filled-library.ts";
import { hostileAddresses, ROUTES } from "./hostile-pages.ts";
import { openSite, type Browser, type Site } from "./site.ts";
import { addLoads, addWorkspaces } from "./states.ts";

/* Every page over records whose every text is markup and characters that are not seen. */

let site: Site;
let ada: Browser;
/** The bytes of style and script as they are sent. */
let files = 0;
let addressOf: (route: string) => string;

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  ada = await site.signedIn();
  await addWorkspaces(site);
  await addLoads(site);
  for (const name of ["style.css", "pages.js"] as const) {
    const { headers } = await ada.get(assetAddress(name), { "accept-encoding": "br" });
    files += Number(headers.get("content-length"));
  }
  addressOf = await hostileAddresses(site, ada);
}, 60_000);
afterAll(() => site.close());

/** A value in every field that any address takes. */
const TYPED = new URLSearchParams(
  ["q", "sort", "cursor", "done", "next", "after", "kind", "source", "workspace", "copy"].map((name) => [name, HOSTILE_TEXT]),
).toString();
/** Nothing is there for a person who is signed in, or the file is on no disk of this server. */
const GONE = new Set(["/setup", "/library/runs/:id/dead-letters"]);
/** What commands a terminal, turns the text around it, or hides. */
const UNSEEN = /[\u001b\u200b\u202a-\u202e\u2066-\u2069]/u;

it.each(ROUTES)("GET %s shows markup as text and nothing that is not seen, with both in its address too", async (route) => {
  const path = addressOf(route);
  const format = path.endsWith("/export") ? `?q=retrieval&format=${path.startsWith("/search") ? "bibtex" : "markdown"}` : "";
  for (const typed of [format, `?${TYPED}`, `?section=2&${TYPED}`]) {
    const { status, headers, text } = await ada.get(`${path}${typed}`, { accept: "text/html", "accept-encoding": "br" });
    if (typed === format && !GONE.has(route)) expect([200, 303]).toContain(status);
    expect(status, text).toBeLessThan(500);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    expect(Number(headers.get("content-length")) + files).toBeLessThan(60_000);
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text).not.toMatch(/<img src=x|\s(?:href|action|src)="(?:javascript|data):/u);
    expect(text).not.toMatch(UNSEEN);
  }
});

it("what people send is kept without characters that are not seen, but a password as it is", async () => {
  const { location } = await ada.post("/workspaces", { name: `Dense \u202eretrieval\u200b`, thesis: `One\u001b[31m thesis` });
  const { text } = await ada.get(`${location!.split("?")[0]!}/export?format=markdown`);
  expect(text).toContain("Dense retrieval");
  expect(text).toContain("One\\[31m thesis");
  expect(text).not.toMatch(UNSEEN);
  const password = `correct\u200b horse battery staple`;
  await site.account({ name: "linus", password });
  const statuses = [password, password.replace("\u200b", "")].map(
    async (typed) => (await site.browser().post("/sign-in", { name: "linus", password: typed })).status,
  );
  expect(await Promise.all(statuses)).toEqual([303, 422]);
});
