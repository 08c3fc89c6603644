import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSite, PASSWORD, type Site } from "./site.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { createAccount } from "../../src/access/accounts.ts";

/* What a browser is shown where something is wrong, and what programs are told. */

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let site: Site;
beforeAll(async () => {
  site = await openSite({ keep: true });
});
afterAll(() => site.close());

describe("an address that leads nowhere", () => {
  it.each(["/signals-of-nothing", "/run", "/api/unknown", "/runs/x/y/z"])(
    "is a page with a way on for a browser: %s",
    async (address) => {
      const { status, headers, text } = await site.browser().get(address, BROWSER);
      expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(text).toContain('<a href="/sign-in">Sign in</a>');
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      const known = await (await site.signedIn()).get(address, BROWSER);
      expect(known.text).toContain('<a href="/">Ask a question</a>');
    },
  );

  it.each(["application/json", "*/*"])("is JSON for a program that accepts %s", async (accept) => {
    const answer = await site.browser().get("/signals-of-nothing", { accept });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ error: "not_found" });
  });

  it("repeats nothing of the address", async () => {
    const { text } = await site.browser().get("/%3Cscript%3Ealert(1)%3C/script%3E", BROWSER);
    expect(text).not.toContain("alert(1)");
  });
});

it("a fault of ours is a page that says so, with the ID that stands in the log, and nothing of the fault", async () => {
  const ada = await site.signedIn();
  const failing = vi.spyOn(site.library.engine.papers, "count").mockRejectedValue(new Error("secret: no place for /srv/data"));
  const { status, headers, text } = await ada.get("/topics", BROWSER);
  failing.mockRestore();
  expect([status, headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>Something went wrong</h1>");
  expect(text).toContain('href="/topics">Try again</a>');
  expect(text).not.toMatch(/secret|srv/u);
  const [, id] = /request ID: ([\w-]+)/u.exec(text)!;
  const line = site.logged.map((one) => JSON.parse(one) as Record<string, unknown>).find(({ msg }) => msg === "a page failed");
  expect(line).toMatchObject({ request_id: id, err: { message: expect.stringContaining("secret") } });
});

it("a request that cannot be read is a page for a browser, with the headers of pages", async () => {
  const { status, headers, text } = await site.browser().get("/%zz", BROWSER);
  expect([status, headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain("<h1>Invalid request</h1>");
  expect(JSON.parse((await site.browser().get("/%zz")).text)).toMatchObject({ error: "invalid_request" });
});

it("an account that may not ask is led from / to its keys, and told what it lacks where it asks", async () => {
  await createAccount(site.records, { name: "eve", password: PASSWORD, scopes: ["signals:read"] }, COMMAND_LINE);
  const eve = await site.signedIn("eve");
  expect(await eve.get("/")).toMatchObject({ status: 303, location: "/developers/keys" });
  for (const answer of [await eve.post("/ask", { q: "anything" }), await eve.get("/search?q=x"), await eve.get("/runs/run_1")]) {
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(/papers:read|workspaces:read/u);
  }
});
