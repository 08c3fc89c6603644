import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { signalAddress } from "../../src/pages/views/signals/addresses.ts";
import { fillLibrary } from "./filled-library.ts";
import { openSite, PASSWORD, type Browser, type Site } from "./site.ts";

let site: Site;
let ada: Browser;
let total: number;

beforeAll(async () => {
  site = await openSite({ keep: true });
  await fillLibrary(site.library);
  ada = await site.signedIn();
  total = await site.library.engine.signals.count({});
}, 60_000);
afterAll(() => site.close());

/** The ids of the signals that a list shows, in its order. */
const idsIn = (page: string) => [...page.matchAll(/href="\/signals\/(sig:[0-9a-f]{32})"/gu)].map(([, id]) => id!);

describe("/signals", () => {
  it("lists every signal once, newest first, page by page", async () => {
    let address: string | undefined = "/signals";
    const seen: string[] = [];
    while (address !== undefined && seen.length < total + 100) {
      const { status, text } = await ada.get(address);
      expect(status).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      seen.push(...idsIn(text));
      address = /href="([^"]+)"\s*>Next page/u.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    const found = await site.library.engine.signals.get(seen);
    const days = seen.map((id) => found.get(id)!.observed_at);
    expect(days).toEqual([...days].sort().toReversed());
  });

  it("is filtered by kind, source, day and words, and keeps the filters in its fields", async () => {
    const { engine } = site.library;
    const [source] = await engine.signals.facets("source", {}, 1);
    const since = "2022-01-01";
    const filters = { kinds: ["code" as const], sources: [source!.value], since };
    const expected = await engine.signals.count(filters);
    expect(expected).toBeGreaterThan(0);
    expect(expected).toBeLessThan(total);
    const { text } = await ada.get(`/signals?kind=code&source=${encodeURIComponent(source!.value)}&since=${since}`);
    expect(text).toContain(`>${expected} signal`);
    expect(text).toContain(`value="${since}"`);
    expect(text).toMatch(/value="code"\s+selected/u);
    expect(idsIn((await ada.get("/signals?q=code+repository")).text).length).toBeGreaterThan(0);
  });

  it.each([
    ["an unknown kind", "kind=%3Cscript%3E"],
    ["no day", "since=yesterday"],
    ["a source that nothing is from", "source=nowhere"],
    ["a cursor of nobody", "cursor=x"],
    ["fields twice", "kind=x&kind=y"],
  ])("says what is wrong with %s", async (_what, query) => {
    const { status, text } = await ada.get(`/signals?${query}`);
    expect(status).toBe(422);
    expect(text).toContain('role="alert"');
  });

  it("is for accounts that may read signals", async () => {
    await createAccount(site.records, { name: "papers", password: PASSWORD, scopes: ["papers:read"] }, COMMAND_LINE);
    const papers = await site.signedIn("papers");
    for (const address of ["/signals", "/signals/sig:0"]) expect((await papers.get(address)).status).toBe(403);
  });
});

describe("the page of a signal", () => {
  it("has what it says, its source, its papers and what agrees with it", async () => {
    const { documents } = await site.library.engine.signals.list({ filters: { kinds: ["code"] }, sort: "newest", limit: 1 });
    const signal = documents[0]!;
    const [paper] = (await site.library.engine.papers.get(signal.paper_ids)).values();
    const { status, text } = await ada.get(signalAddress(signal.signal_id));
    expect(status).toBe(200);
    for (const said of [signal.source.name, signal.signal_id, paper!.title.slice(0, 20)]) expect(text).toContain(said);
  });

  it("shows hostile words as text and links to no address but a web address", async () => {
    const { text } = await ada.get(`/signals/sig:${"0".repeat(32)}`);
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toMatch(/<script>alert|href="javascript:/u);
  });

  it("is not there for an unknown id", async () => {
    for (const id of ["sig:nothing", "..%2f..", "%00"]) expect((await ada.get(`/signals/${id}`)).status).toBe(404);
  });
});
