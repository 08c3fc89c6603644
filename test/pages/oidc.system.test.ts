import { describe, expect, it } from "vitest";
import { disableAccount, listAccounts } from "../../src/access/accounts.ts";
import { COMMAND_LINE } from "../../src/access/actor.ts";
import { listAudit } from "../../src/access/audit.ts";
import { pagesFindings } from "../../src/commands/doctor-pages.ts";
import { startOidcProvider, type OidcProvider } from "../support/oidc-provider.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { freePort, openSite, type Browser, type Site } from "./site.ts";

interface Scene extends AsyncDisposable {
  site: Site;
  provider: OidcProvider;
}

/** A site with a real provider beside it. `setUp` false: nobody has an account yet. */
async function openScene({ allowed = ["@canvas.example"], setUp = true } = {}): Promise<Scene> {
  const [port, providerPort] = [await freePort(), await freePort()];
  const provider = await startOidcProvider(`http://127.0.0.1:${port}`, providerPort, allowed);
  const site = await openSite({ port, oidc: provider.settings, keep: true });
  if (setUp) await site.account();
  return {
    site,
    provider,
    async [Symbol.asyncDispose]() {
      await site.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Goes through the provider's own pages as `login`; resolves to the address that it sends the browser back to. */
async function throughProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  let body: string | null = null;
  for (let steps = 0; steps < 12; steps += 1) {
    if (address.pathname.startsWith("/sign-in/oidc")) return address.pathname + address.search;
    const response = await fetch(address, {
      method: body === null ? "GET" : "POST",
      body,
      redirect: "manual",
      headers: {
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(body === null ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
    });
    for (const set of response.headers.getSetCookie()) cookies.set(...(set.split(";")[0]!.split("=", 2) as [string, string]));
    const to = response.headers.get("location");
    const text = await response.text();
    body = null;
    if (to !== null) address = new URL(to, address);
    else {
      const [, action] = /action="([^"]+)"/u.exec(text) ?? [];
      if (action === undefined) throw new Error(`The provider shows no form: ${response.status} ${text.slice(0, 500)}`);
      address = new URL(action, address);
      body = text.includes('value="login"')
        ? new URLSearchParams({ prompt: "login", login, password: "any" }).toString()
        : "prompt=consent";
    }
  }
  throw new Error("The provider led nowhere");
}

async function signInThroughProvider(browser: Browser, login: string, start = "/sign-in/oidc") {
  const { location } = await browser.get(start);
  return browser.get(await throughProvider(location!, login));
}

describe("signing in through an OpenID Connect provider", () => {
  it("makes an account at the first time and finds it again after", async () => {
    await using scene = await openScene();
    const { site } = scene;
    expect((await site.browser().get("/sign-in")).text).toContain("Continue with Acme login");
    for (let times = 0; times < 2; times += 1) {
      const browser = site.browser();
      expect(await signInThroughProvider(browser, "Grace@canvas.example")).toMatchObject({
        status: 303,
        location: "/",
      });
      const account = await browser.get("/account");
      expect(account.text).toContain("<h1>grace@canvas.example</h1>");
      expect(account.text).not.toContain("Change password");
      expect(browser.cookies.has("signal_canvas_oidc")).toBe(false);
    }
    const accounts = await listAccounts(site.records);
    expect(accounts).toMatchObject([{ name: "ada" }, { name: "grace@canvas.example", admin: false, has_password: false }]);
    expect((await listAudit(site.records)).entries[0]).toMatchObject({ event: "signed_in", detail: "OpenID Connect" });
  });

  it("leads back to the page that was asked for first, however often it did not work out before", async () => {
    await using scene = await openScene();
    const { site } = scene;
    const browser = site.browser();
    const asked = "/topics/dense%20retrieval?x=1";
    const { location } = await browser.get(asked);
    const linkIn = (page: string) => /href="(\/sign-in\/oidc[^"]*)"/u.exec(page)![1]!.replaceAll("&amp;", "&");
    const link = linkIn((await browser.get(location!)).text);
    const { location: away } = await browser.get(link);
    const answer = await throughProvider(away!, "grace@canvas.example");
    const failed = await browser.get(answer.replace(/code=[^&]+/u, "code=x"));
    expect(failed.status).toBe(403);
    expect(linkIn(failed.text)).toBe(link);
    expect(await signInThroughProvider(browser, "grace@canvas.example", link)).toMatchObject({ status: 303, location: asked });
    expect(await browser.get(link)).toMatchObject({ status: 303, location: asked });
  });

  it.each([
    "https://evil.example/",
    "//evil.example/topics",
    "/\\evil.example",
    "/topics/\\evil",
    "/sign-out",
    "javascript:alert(1)",
  ])("leads to no place but ours: %s", async (next) => {
    await using scene = await openScene();
    const browser = scene.site.browser();
    const start = `/sign-in/oidc?next=${encodeURIComponent(next)}`;
    expect((await browser.get(`/sign-in?next=${encodeURIComponent(next)}`)).text).toContain('href="/sign-in/oidc"');
    const { location } = await browser.get(start);
    const forged = { ...JSON.parse(Buffer.from(browser.cookies.get("signal_canvas_oidc")!, "base64url").toString()), next };
    browser.cookies.set("signal_canvas_oidc", Buffer.from(JSON.stringify(forged)).toString("base64url"));
    const answer = await browser.get(await throughProvider(location!, "grace@canvas.example"));
    expect(answer).toMatchObject({ status: 303, location: "/" });
  });

  it("an account without a password is deleted after its name is typed", async () => {
    await using scene = await openScene();
    const { site } = scene;
    const browser = site.browser();
    await signInThroughProvider(browser, "grace@canvas.example");
    expect((await browser.post("/account/delete", { confirmation: "no" })).text).toContain('id="confirmation-problem"');
    expect(await browser.post("/account/delete", { confirmation: "grace@canvas.example" })).toMatchObject({ status: 303 });
    expect(await listAccounts(site.records)).toMatchObject([{ name: "ada" }]);
  });

  it("lets in only whom the settings name, by a verified address", async () => {
    await using scene = await openScene({ allowed: ["@canvas.example", "guest@elsewhere.example"] });
    const { site } = scene;
    for (const login of [
      "eve@elsewhere.example",
      "unverified@canvas.example",
      "eve@evil.example@elsewhere.example",
      "eve@notcanvas.example",
    ]) {
      const browser = site.browser();
      const answer = await signInThroughProvider(browser, login);
      expect(answer.status, login).toBe(403);
      expect(answer.text).toContain("does not have access to this server");
      expect(browser.cookies.size).toBe(0);
    }
    expect(await signInThroughProvider(site.browser(), "guest@elsewhere.example")).toMatchObject({ status: 303 });
  });

  it("lets in no disabled account, and takes over none that signs in with a password", async () => {
    await using scene = await openScene({ allowed: ["*"] });
    const { site } = scene;
    await signInThroughProvider(site.browser(), "grace@canvas.example");
    await disableAccount(site.records, "grace@canvas.example", COMMAND_LINE);
    expect((await signInThroughProvider(site.browser(), "grace@canvas.example")).status).toBe(403);
    expect((await signInThroughProvider(site.browser(), "ada")).status).toBe(403);
  });

  it("is found well by the doctor where the provider answers", async () => {
    await using scene = await openScene();
    const config = { baseUrl: scene.site.origin, trustProxy: 0, oidc: scene.provider.settings };
    expect((await pagesFindings(config))[1]).toEqual({ part: "sign-in provider", state: "ok", says: "Acme login is responding" });
  });

  it("begins nothing before the server is set up: the first account wants the code", async () => {
    await using scene = await openScene({ setUp: false });
    expect(await scene.site.browser().get("/sign-in/oidc")).toMatchObject({ status: 303, location: "/sign-in" });
    expect(await listAccounts(scene.site.records)).toEqual([]);
  });

  it("refuses an answer that was not begun in this browser, is changed, or comes twice", async () => {
    await using scene = await openScene();
    const { site } = scene;
    const victim = site.browser();
    const attacker = site.browser();
    const { location } = await attacker.get("/sign-in/oidc");
    const answer = await throughProvider(location!, "mallory@canvas.example");
    expect((await victim.get(answer)).status).toBe(403);
    await victim.get("/sign-in/oidc");
    expect((await victim.get(answer)).status).toBe(403);
    expect((await attacker.get(answer.replace(/code=[^&]+/u, "code=guessed"))).status).toBe(403);
    expect((await attacker.get(answer)).status).toBe(403);
    expect(victim.cookies.size + attacker.cookies.size).toBe(0);
    expect(site.logged.join("\n")).not.toContain(new URLSearchParams(answer.split("?")[1]).get("code"));
    expect(site.logged.join("\n")).not.toContain("a-secret-of-the-tests");
  });

  it("says so where the provider is away, and works again once it is back", async () => {
    const scene = await openScene();
    await scene.provider[Symbol.asyncDispose]();
    const away = await scene.site.browser().get("/sign-in/oidc");
    expect(away.status).toBe(503);
    expect(away.text).toContain("Acme login is not responding");
    const issuer = new URL(scene.provider.settings.issuer);
    await using _back = await startOidcProvider(scene.site.origin, Number(issuer.port), ["@canvas.example"]);
    expect(await signInThroughProvider(scene.site.browser(), "grace@canvas.example")).toMatchObject({ status: 303 });
    await scene.site.close();
  });
});

const executable = chromiumPath();

it.skipIf(executable === null)("in a real browser the way there and back is blocked by nothing", async () => {
  await using scene = await openScene();
  await using browser = await launchChromium(executable!);
  const page = await browser.newPage({ baseURL: scene.site.origin });
  const errors: string[] = [];
  page.on("console", (message) => {
    // The provider's own pages want fonts from elsewhere.
    if (message.type() === "error" && message.location().url.startsWith(scene.site.origin)) errors.push(message.text());
  });
  await page.goto("/sign-in");
  await page.click("text=Continue with Acme login");
  await page.fill("[name=login]", "grace@canvas.example");
  await page.fill("[name=password]", "any");
  await page.click("button[type=submit]");
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/");
  await page.waitForSelector("text=grace@canvas.example");
  expect(errors).toEqual([]);
});
