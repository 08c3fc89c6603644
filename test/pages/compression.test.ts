import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../../src/access/keys.ts";
import { findAccount } from "../../src/access/accounts.ts";
import { assetAddress } from "../../src/pages/assets.ts";
import { encodingFor } from "../../src/pages/compression.ts";
import { keyIn, openSite, type Browser, type Site } from "./site.ts";

const ALL = { "accept-encoding": "gzip, deflate, br, zstd" };

let site: Site;
let ada: Browser;
beforeAll(async () => {
  site = await openSite({ keep: true });
  ada = await site.signedIn();
});
afterAll(() => site.close());

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["BR", "br"],
  ["brotli, gzipped", null],
  ["identity", null],
  ["", null],
  [undefined, null],
])("of %j the encoding is %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

describe("a page", () => {
  it("is sent compressed to whoever takes that, and says the same", async () => {
    const plain = await ada.get("/account", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const encoding of ["br", "gzip"]) {
      const answer = await ada.get("/account", { "accept-encoding": encoding });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(answer.headers.get("vary")).toContain("Accept-Encoding");
      expect(Number(answer.headers.get("content-length"))).toBeLessThan(plain.text.length / 2);
      expect(answer.text.replace(/<time.*?<\/time>/gu, "")).toBe(plain.text.replace(/<time.*?<\/time>/gu, ""));
    }
  });

  it("that shows a secret is sent as it is, with a header that keeps others from compressing it", async () => {
    const own = { "sec-fetch-site": "same-origin", ...ALL };
    const made = await ada.post("/developers/keys", { name: "laptop", scopes: "papers:read", expires: "90" }, own);
    const invited = await ada.post("/account/invitations", {}, own);
    const code = /id="code"[^>]*>([^<]+)</u.exec(invited.text)![1]!;
    const refused = await site.browser().post("/invite", { code, name: "x y", password: "short" }, own);
    expect(keyIn(made.text)).toBeDefined();
    expect(refused.text).toContain(code.trim());
    for (const { headers } of [made, invited, refused]) {
      expect(headers.get("content-encoding")).toBeNull();
      expect(headers.get("cache-control")).toBe("no-store, no-transform");
    }
  });

  it.each(["cross-site", "same-site"])("that a page of another site led to (%s) is sent as it is", async (from) => {
    expect((await ada.get("/account", { "sec-fetch-site": from, ...ALL })).headers.get("content-encoding")).toBeNull();
  });
});

describe("style and script", () => {
  it.each(["style.css", "pages.js"] as const)("%s is sent compressed, and not again where it is known", async (name) => {
    const [plain, small] = await Promise.all(
      ["identity", "br"].map((encoding) => ada.get(assetAddress(name), { "accept-encoding": encoding })),
    );
    expect(small!.text).toBe(plain!.text);
    expect([plain!, small!].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "br"]);
    expect(Number(small!.headers.get("content-length"))).toBeLessThan(8_000);
    expect(small!.headers.get("vary")).toBe("Accept-Encoding");
    const etag = small!.headers.get("etag")!;
    expect(etag).not.toBe(plain!.headers.get("etag"));
    expect((await ada.get(assetAddress(name), { ...ALL, "if-none-match": etag })).status).toBe(304);
  });
});

it("many keys come in pages, those in use first", async () => {
  const account = (await findAccount(site.records, "ada"))!;
  for (let key = 0; key < 24; key += 1) await createKey(site.records, { name: `key ${key}`, account, scopes: ["papers:read"] });
  const shown = async (path: string) => {
    const { text } = await ada.get(path);
    return { keys: text.match(/class="card key/gu)?.length ?? 0, text };
  };
  const first = await shown("/developers/keys");
  expect(first.keys).toBe(10);
  expect(first.text).toContain("Page 1 of 3");
  expect(first.text).not.toContain("Previous page");
  const last = await shown("/developers/keys?page=3");
  expect(last.text).toContain('href="/developers/keys?page=2" rel="prev"');
  expect(last.text).not.toContain("Next page");
  expect(last.keys).toBeLessThanOrEqual(10);
  expect((await shown("/developers/keys?page=99")).text).toContain("Page 3 of 3");
  const found = await shown("/developers/keys?q=key+1&page=2");
  expect(found.text).toContain('href="/developers/keys?q=key+1&amp;page=1" rel="prev"');
});
