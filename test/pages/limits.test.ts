import { describe, expect, it } from "vitest";
import { limitedAddress } from "../../src/access/addresses.ts";
import { post } from "../support/mcp-requests.ts";
import { openSite, PASSWORD, type Answer } from "./site.ts";

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

function expectCalmRefusal(answer: Answer): void {
  expect(answer.status).toBe(429);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.text).toContain("<h1>Too many requests</h1>");
  expect(answer.text).toMatch(/Wait (?:1 second|\d+ seconds)/u);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
}

describe("requests for pages", () => {
  it("beyond an address's limit are 429 with the seconds to wait; other addresses, the endpoint and health go on", async () => {
    const site = await openSite({ pageLimits: { pages: 5, entrances: 5 }, trustProxy: 1 });
    const from = (address: string) => site.browser().get("/sign-in", { "x-forwarded-for": address });
    for (let times = 0; times < 5; times += 1) expect((await from("198.51.100.1")).status).toBe(200);
    expectCalmRefusal(await from("198.51.100.1"));
    expectCalmRefusal(await site.browser().get("/topics", { "x-forwarded-for": "198.51.100.1" }));
    expect((await from("198.51.100.2")).status).toBe(200);
    const same = { "X-Forwarded-For": "198.51.100.1" };
    expect((await post(`${site.origin}/healthz`, undefined, { method: "GET", headers: same })).status).toBe(200);
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await post(site.url, list, { key: await site.key(), headers: same })).status).toBe(200);
  });

  it("signing in, setting up and invitations share a limit that is harder, and a right password is not even looked at beyond it", async () => {
    const site = await openSite({ pageLimits: { pages: 100, entrances: 3 } });
    await site.account();
    const visitor = site.browser();
    await visitor.post("/sign-in", { name: "nobody", password: PASSWORD });
    await visitor.post("/invite", { code: "x", name: "eve", password: PASSWORD });
    await visitor.post("/setup", { code: "x", name: "eve", password: PASSWORD });
    expectCalmRefusal(await visitor.post("/sign-in", { name: "ada", password: PASSWORD }));
    expect(visitor.cookies.size).toBe(0);
    expect((await visitor.get("/sign-in")).status).toBe(200);
  });

  it("HEAD counts as GET does: at an entrance it is no way around the limit", async () => {
    // Nobody has an account yet and nothing was begun, so the provider is never asked.
    const oidc = { issuer: "https://login.example", clientId: "x", clientSecret: "x", allowedEmails: ["*"], name: "Example" };
    const site = await openSite({ pageLimits: { pages: 100, entrances: 2 }, oidc });
    const head = async (path: string) =>
      (await fetch(site.origin + path, { method: "HEAD", redirect: "manual", headers: SAME_ORIGIN })).status;
    expect(await head("/sign-in/oidc")).toBe(303);
    expect(await head("/sign-in/oidc/callback")).toBe(403);
    expect(await head("/sign-in/oidc")).toBe(429);
    expectCalmRefusal(await site.browser().get("/sign-in/oidc"));
    expect(await head("/sign-in")).toBe(200);
  });

  it("of one IPv6 network count together", async () => {
    const site = await openSite({ pageLimits: { pages: 100, entrances: 1 }, trustProxy: 1 });
    const from = (address: string) =>
      site.browser().post("/sign-in", { name: "x", password: "x" }, { ...SAME_ORIGIN, "x-forwarded-for": address });
    expect((await from("2001:db8:1:2::1")).status).toBe(422);
    expectCalmRefusal(await from("2001:db8:1:2:ffff::9"));
    expect((await from("2001:db8:1:3::1")).status).toBe(422);
  });
});

it("five wrong passwords for a name are the end for a whole IPv6 network", async () => {
  const site = await openSite({ trustProxy: 1 });
  await site.account();
  const guess = (address: string, password: string) =>
    site.browser().post("/sign-in", { name: "ada", password }, { ...SAME_ORIGIN, "x-forwarded-for": address });
  for (let times = 1; times <= 5; times += 1) expect((await guess(`2001:db8::${times}`, `wrong ${times}`)).status).toBe(422);
  expect((await guess("2001:db8::6", PASSWORD)).status).toBe(429);
  expect((await guess("2001:db8:0:1::6", PASSWORD)).status).toBe(303);
});

describe("the address that a limit counts for", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["192.0.2.7:5678", "192.0.2.7"],
    ["[2001:db8::1]", "2001:db8:0:0::/64"],
    ["[2001:db8::1]:99", "2001:db8:0:0::/64"],
    ["[::ffff:192.0.2.7]:99", "192.0.2.7"],
    ["[fe80::1%eth0]:99", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("%s is %s", (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });
});
