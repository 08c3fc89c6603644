import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invite } from "../../src/access/invitations.ts";
import { listKeys } from "../../src/access/keys.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { closedPort } from "../support/fake-elasticsearch.ts";
import { PAGES } from "../support/authorization-table.ts";
import { post } from "../support/mcp-requests.ts";
import { openSite, PASSWORD, type Browser, type Site } from "./site.ts";

const OURS = "https://canvas.example";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let site: Site;
beforeAll(async () => {
  site = await openSite({ keep: true, baseUrl: OURS });
});
afterAll(async () => site.close());

/** What programs alone read. */
const MACHINES = new Set(["/healthz", "/readyz", "/metrics", "/llms.txt"]);

/** The addresses of every route with this method: those of the authorization table, which is complete by test. */
function addressesOf(method: "GET" | "POST"): string[] {
  return PAGES.flatMap(({ name }) => {
    const [verb, route] = name.split(" ");
    return verb === method ? [route!.replace(":id", "x").replace("*", "anything")] : [];
  });
}

const NEW_KEY = { name: "forged", scopes: "papers:read", expires: "30" };

describe("a form that another site sends", () => {
  const MATRIX: [string, Record<string, string>, boolean][] = [
    ["same-origin", { "sec-fetch-site": "same-origin" }, true],
    ["none (typed or from a bookmark)", { "sec-fetch-site": "none" }, true],
    ["same-site (another host of the same company)", { "sec-fetch-site": "same-site", origin: "https://blog.example" }, false],
    ["cross-site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
    ["cross-site with our own origin", { "sec-fetch-site": "cross-site", origin: OURS }, false],
    ["anything else", { "sec-fetch-site": "sideways" }, false],
    ["no Sec-Fetch-Site, our origin", { origin: OURS }, true],
    ["no Sec-Fetch-Site, another origin", { origin: "https://evil.example" }, false],
    ["no Sec-Fetch-Site, our origin without TLS", { origin: "http://canvas.example" }, false],
    ["no Sec-Fetch-Site, a hidden origin", { origin: "null" }, false],
    ["neither", {}, false],
  ];

  it.each(MATRIX)("%s", async (_name, headers, passes) => {
    const ada = await site.signedIn();
    const before = (await listKeys(site.records)).length;
    const { status } = await ada.post("/developers/keys", NEW_KEY, headers);
    expect(status).toBe(passes ? 201 : 403);
    expect((await listKeys(site.records)).length - before).toBe(passes ? 1 : 0);
  });

  it("is refused on every address that changes something", async () => {
    const ada = await site.signedIn();
    const addresses = addressesOf("POST");
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses) {
      const { status } = await ada.post(address, { confirmation: PASSWORD }, { "sec-fetch-site": "cross-site" });
      expect(status, address).toBe(403);
    }
    expect((await ada.get("/account")).status).toBe(200);
  });

  it("gets nowhere by naming us in the Host header", async () => {
    const { status } = await post(`${site.origin}/sign-in`, "name=ada", {
      headers: { ...FORM, Host: "evil.example", Origin: "https://evil.example" },
    });
    expect(status).toBe(403);
  });
});

describe("every page", () => {
  /** Signing in costs a password hash. */
  let known: Browser | undefined;
  const ADDRESSES = [...addressesOf("GET").filter((address) => !MACHINES.has(address)), "/nothing-here"];

  it.each(ADDRESSES)("%s says what browsers may do with it", async (address) => {
    for (const browser of [site.browser(), (known ??= await site.signedIn())]) {
      const { headers } = await browser.get(address, { accept: "text/html" });
      const policy = headers.get("content-security-policy")!;
      expect(policy.split(/;\s*/u).sort()).toEqual(
        [
          "base-uri 'none'",
          "connect-src 'self'",
          "default-src 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
          "img-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
        ].sort(),
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
  });

  it("holds no script, style or handler of its own", async () => {
    const ada = await site.signedIn();
    for (const address of ADDRESSES) {
      const { text } = await ada.get(address, { accept: "text/html" });
      expect(text).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/u);
      expect(text.match(/<script[^>]*>(?!<\/script>)/gu)).toBeNull();
    }
  });

  it("leads a browser from / to the sign-in page, and who is signed in to asking", async () => {
    expect(await site.browser().get("/")).toMatchObject({ status: 303, location: "/sign-in" });
    expect((await (await site.signedIn()).get("/")).text).toContain("<h1>Ask the library</h1>");
  });

  it("shows nothing but the sign-in page to whom it does not know", async () => {
    for (const address of ADDRESSES.filter((page) => /^\/(?:developers|account)/u.test(page))) {
      const { status, location } = await site.browser().get(address);
      expect([status, location], address).toEqual([303, address === "/account" ? "/sign-in?next=%2Faccount" : "/sign-in"]);
    }
    const stranger = site.browser();
    stranger.cookies.set("__Host-signal_canvas", "A".repeat(43));
    expect(await stranger.get("/account")).toMatchObject({ status: 303, location: "/sign-in?next=%2Faccount" });
  });

  it("is for our own host alone", async () => {
    expect(
      (await post(`${site.origin}/sign-in`, undefined, { method: "GET", headers: { Host: "rebound.example" } })).status,
    ).toBe(403);
  });

  it("answers what it cannot read with a page", async () => {
    const ada = await site.signedIn();
    const json = await ada.post("/sign-in", {}, { "sec-fetch-site": "same-origin", "content-type": "application/json" });
    expect(json.status).toBe(415);
    expect(json.headers.get("content-type")).toContain("text/html");
    const large = await ada.post("/sign-in", { name: "x".repeat(20_000) });
    expect(large.status).toBe(413);
  });

  it("its style, script and icon are kept for good under an address of their own", async () => {
    const { text } = await site.browser().get("/sign-in");
    const addresses = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/gu)].map(([, address]) => address);
    expect(new Set(addresses).size).toBe(3);
    for (const address of addresses) {
      const asset = await site.browser().get(address!);
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toContain("immutable");
      expect(asset.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

describe("the session cookie", () => {
  it("over HTTPS is held to this host and to HTTPS, and unreadable to scripts", async () => {
    await site.signedIn();
    const answer = await site.browser().post("/sign-in", { name: "ada", password: PASSWORD });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-signal_canvas=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/u);
  });

  it("on plain loopback has its plain name, as browsers would refuse the other", async () => {
    const local = await openSite();
    await local.account();
    const answer = await local.browser().post("/sign-in", { name: "ada", password: PASSWORD });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^signal_canvas=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/u,
    );
  });

  it("is new with every sign-in, and stands in no log", async () => {
    const [first, second] = [await site.signedIn(), await site.signedIn()].map((browser) =>
      browser.cookies.get("__Host-signal_canvas")!,
    );
    expect(first).not.toBe(second);
    expect(site.logged.join("\n")).not.toContain(first);
    expect(site.logged.join("\n")).not.toContain(PASSWORD);
  });

  it("opens no endpoint but the pages", async () => {
    const ada = await site.signedIn();
    const cookie = `__Host-signal_canvas=${ada.cookies.get("__Host-signal_canvas")}`;
    expect((await post(site.url, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { headers: { Cookie: cookie } })).status).toBe(
      401,
    );
  });
});

describe("under a plain address that leaves the machine", () => {
  it("no page takes a password", async () => {
    const open = await openSite({ baseUrl: "http://canvas.example" });
    await open.account();
    for (const answer of [
      await open.browser().get("/sign-in"),
      await open.browser().post("/sign-in", { name: "ada", password: PASSWORD }),
      await open.browser().get("/setup"),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain("BASE_URL");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

it("without the record store pages say so and let nobody in", async () => {
  const ada = await site.signedIn();
  const { code } = await invite(site.records, null);
  const away = await openSite({ baseUrl: OURS, records: openElasticsearchRecords({ url: await closedPort(), prefix: "" }) });
  const visitor = away.browser();
  visitor.cookies.set("__Host-signal_canvas", ada.cookies.get("__Host-signal_canvas")!);
  for (const answer of [
    await visitor.get("/developers/keys"),
    await away.browser().post("/sign-in", { name: "ada", password: PASSWORD }),
    await away.browser().post("/invite", { code, name: "eve", password: PASSWORD }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(answer.text).toContain("Try again in a few seconds");
  }
});
