import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey, listKeys } from "../../src/access/keys.ts";
import { bare, post } from "../support/mcp-requests.ts";
import { keyIn, openSite, type Browser, type Site } from "./site.ts";

let site: Site;
let ada: Browser;
beforeAll(async () => {
  site = await openSite({ keep: true });
  ada = await site.signedIn("ada");
});
afterAll(async () => site.close());

const WANTED = { name: "laptop", scopes: ["papers:read"], expires: "90" };

async function works(key: string): Promise<number> {
  return (await post(site.url, bare(1), { key })).status;
}

async function idOf(name: string): Promise<string> {
  const found = (await listKeys(site.records)).find((key) => key.name === name);
  if (found === undefined) throw new Error(`There is no key ${name}`);
  return found.key_id;
}

describe("making a key", () => {
  it("shows it once, with all that an editor wants to know, on a page that nothing may keep", async () => {
    const made = await ada.post("/developers/keys", { ...WANTED, name: "once" });
    expect(made.status).toBe(201);
    expect(made.headers.get("cache-control")).toBe("no-store, no-transform");
    const key = keyIn(made.text);
    expect(await works(key)).toBe(200);
    expect(made.text).toContain("&quot;url&quot;: &quot;http://127.0.0.1:8080/api/mcp&quot;");
    expect(made.text).toMatch(/curl -s http:\/\/127\.0\.0\.1:8080\/api\/mcp/u);
    for (const page of ["/developers/keys", `/developers/keys/${await idOf("once")}/rotate`, "/account"]) {
      expect((await ada.get(page)).text).not.toContain(key.slice(0, -4));
    }
    expect((await ada.get("/developers/keys")).text).toContain(key.slice(-4));
    expect(site.logged.join("\n")).not.toContain(key);
  });

  it("gives Cursor and Visual Studio Code links that hold the same configuration", async () => {
    const { text } = await ada.post("/developers/keys", { ...WANTED, name: "links" });
    const server = { url: "http://127.0.0.1:8080/api/mcp", headers: { Authorization: `Bearer ${keyIn(text)}` } };
    const [, cursor] = /href="(cursor:[^"]+)"/u.exec(text)!;
    const link = new URL(cursor!.replaceAll("&amp;", "&"));
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe("cursor://anysphere.cursor-deeplink/mcp/install");
    expect(link.searchParams.get("name")).toBe("research");
    expect(JSON.parse(Buffer.from(link.searchParams.get("config")!, "base64").toString())).toEqual(server);
    const [, code] = /href="vscode:mcp\/install\?([^"]+)"/u.exec(text)!;
    expect(JSON.parse(decodeURIComponent(code!))).toEqual({ name: "research", type: "http", ...server });
  });

  it("names every problem beside its field and keeps what was typed", async () => {
    const before = (await listKeys(site.records)).length;
    const refused = await ada.post("/developers/keys", { name: "   ", expires: "365" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="name-problem">Enter a name for the key.');
    expect(refused.text).toMatch(/aria-describedby="name-hint name-problem"\s+aria-invalid="true"/u);
    expect(refused.text).toContain('id="scopes-problem">Select at least one permission.');
    expect(refused.text).toMatch(/value="365"\s+checked/u);
    expect(refused.text).toContain("<title>Error: ");

    const tooLong = await ada.post("/developers/keys", { ...WANTED, name: "<n>".repeat(40) });
    expect(tooLong.status).toBe(422);
    expect(tooLong.text).toContain(`value="${"&lt;n&gt;".repeat(40)}"`);
    expect(await ada.post("/developers/keys", { ...WANTED, expires: "7" })).toMatchObject({ status: 422 });
    expect(await ada.post("/developers/keys", { ...WANTED, scopes: ["admin"] })).toMatchObject({ status: 422 });
    expect((await listKeys(site.records)).length).toBe(before);
  });

  it("grants no scope that the account lacks, and offers none", async () => {
    await site.account({ name: "reader", scopes: ["papers:read"], admin: false });
    const reader = await site.signedIn("reader");
    expect((await reader.get("/developers/keys")).text).not.toContain('value="workspaces:write"');
    const refused = await reader.post("/developers/keys", { ...WANTED, scopes: ["papers:read", "workspaces:write"] });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="scopes-problem"');
  });

  it("shows names as text, whatever they hold", async () => {
    await ada.post("/developers/keys", { ...WANTED, name: `"><script>alert(1)</script>` });
    const list = (await ada.get("/developers/keys")).text;
    expect(list).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(list).not.toContain("<script>alert");
  });
});

describe("rotating a key", () => {
  it("makes another; with an overlap both work, without one the old is refused at once", async () => {
    const old = keyIn((await ada.post("/developers/keys", { ...WANTED, name: "rotated" })).text);
    const rotated = await ada.post(`/developers/keys/${await idOf("rotated")}/rotate`, { overlap: "1h" });
    expect(rotated.status).toBe(201);
    const next = keyIn(rotated.text);
    expect([await works(old), await works(next)]).toEqual([200, 200]);
    const list = (await ada.get("/developers/keys")).text;
    expect(list).toContain("Replaced, expires");

    const newest = (await listKeys(site.records)).find((key) => key.name === "rotated" && key.replaced_by === null)!;
    const again = keyIn((await ada.post(`/developers/keys/${newest.key_id}/rotate`, { overlap: "0" })).text);
    expect([await works(next), await works(again)]).toEqual([401, 200]);
  });

  it("wants to know for how long the old one goes on", async () => {
    await ada.post("/developers/keys", { ...WANTED, name: "no overlap" });
    const refused = await ada.post(`/developers/keys/${await idOf("no overlap")}/rotate`, { overlap: "100y" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('id="overlap-problem">Choose how long');
    expect(refused.text).not.toMatch(/s2s_[0-9A-Za-z]{49}/u);
  });
});

describe("a new key's page", () => {
  it("has what Claude Code and other clients need", async () => {
    const { text } = await ada.post("/developers/keys", { ...WANTED, name: "clients" });
    expect(text).toContain(
      `claude mcp add --transport http research http://127.0.0.1:8080/api/mcp --header &quot;Authorization: Bearer ${keyIn(text)}&quot;`,
    );
    expect(text).toContain("Streamable HTTP");
  });

  it("tries the key with a real call: it works, and once it is revoked it does not", async () => {
    const key = keyIn((await ada.post("/developers/keys", { ...WANTED, name: "tried" })).text);
    const tried = await ada.post("/developers/keys/try", { key });
    expect([tried.status, tried.text.includes("<h1>The key works</h1>")]).toEqual([200, true]);
    expect(tried.text).toContain("papers:read");
    expect(tried.text).not.toContain(key);
    await ada.post(`/developers/keys/${await idOf("tried")}/revoke`, {});
    expect((await ada.post("/developers/keys/try", { key })).text).toContain("<h1>The key does not work</h1>");
    expect((await ada.post("/developers/keys/try", { key: "<script>" })).status).toBe(404);
  });
});

it("more than ten keys can be searched by name and ending", async () => {
  const grace = await site.signedIn("grace");
  const keys: string[] = [];
  for (let index = 0; index <= 10; index += 1) {
    if (index === 10) expect((await grace.get("/developers/keys")).text).not.toContain('role="search"');
    keys.push(keyIn((await grace.post("/developers/keys", { ...WANTED, name: `machine ${index}` })).text));
  }
  const shown = async (query: string) =>
    [...(await grace.get(`/developers/keys?q=${query}`)).text.matchAll(/<h3>(.*?)<\/h3>/gu)].map(([, name]) => name);
  expect((await grace.get("/developers/keys")).text).toContain('role="search"');
  expect(await shown("MACHINE+7")).toEqual(["machine 7"]);
  expect(await shown(keys[3]!.slice(-4))).toContain("machine 3");
  expect(await shown("nothing")).toEqual([]);
});

describe("revoking a key", () => {
  it("asks first, and then the key's next request is refused", async () => {
    const key = keyIn((await ada.post("/developers/keys", { ...WANTED, name: "lost" })).text);
    const address = `/developers/keys/${await idOf("lost")}/revoke`;
    const question = await ada.get(address);
    expect(question.text).toContain("Revoke “lost”?");
    expect(await works(key)).toBe(200);
    expect(await ada.post(address, {})).toMatchObject({ status: 303, location: "/developers/keys?done=revoked" });
    expect(await works(key)).toBe(401);
    expect((await ada.get("/developers/keys")).text).toContain('<span class="badge over">Revoked</span>');
    expect(await ada.get(address)).toMatchObject({ status: 303, location: "/developers/keys" });
  });
});

describe("a key of somebody else", () => {
  it.each(["rotate", "revoke"])("is not there to %s", async (what) => {
    const { info, key } = await createKey(site.records, { name: "theirs", account: "local", scopes: ["papers:read"] });
    expect(await ada.get(`/developers/keys/${info.key_id}/${what}`)).toMatchObject({ status: 404 });
    expect(await ada.post(`/developers/keys/${info.key_id}/${what}`, { overlap: "0" })).toMatchObject({ status: 404 });
    expect((await ada.get("/developers/keys")).text).not.toContain(info.key_id);
    expect(await works(key)).toBe(200);
  });
});

it("the list shows last use, requests of today and of 30 days, and says it in words", async () => {
  await ada.post("/developers/keys", { ...WANTED, name: "busy" });
  const id = await idOf("busy");
  const { account } = (await listKeys(site.records)).find((key) => key.key_id === id)!;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const days = { [day(0)]: { a: 3, b: 4 }, [day(5)]: { a: 1_200 } };
  const errors = { [day(0)]: { a: 2 }, [day(31)]: { b: 9 } };
  await site.records.put("usage", id, { account, last_used_at: new Date(Date.now() - 120_000).toISOString(), days, errors });
  const list = (await ada.get("/developers/keys")).text;
  const card = list.slice(list.indexOf(`id="key-${id}"`));
  expect(card).toContain("2 minutes ago");
  expect(card).toContain("Last 30 days: 1,207 requests, 2 errors");
  expect(card).toContain("Today: 7");
  expect(card).toMatch(/role="img"\s+aria-label="1,207 requests in the last 30 days\. Busiest day: [^"]+, with 1,200\."/u);
  expect(card.slice(0, card.indexOf("</svg>")).match(/<rect/gu)).toHaveLength(30);
});
