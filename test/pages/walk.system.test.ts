import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueSetupCode } from "../../src/access/setup-code.ts";
import { bare, post } from "../support/mcp-requests.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { tabTo } from "./keyboard.ts";
import { freePort, keyIn, openSite, PASSWORD, type Site } from "./site.ts";

const executable = chromiumPath();

describe.skipIf(executable === null)("a person with a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(executable!);
  });
  afterAll(async () => browser?.close());

  it("sets the server up, makes a key, copies it, asks with it, rotates it, revokes it, and it is refused", async () => {
    await using site = await openSite({ port: await freePort(), keep: true });
    await using context = await browser.newContext({ baseURL: site.origin, permissions: ["clipboard-read", "clipboard-write"] });
    const { page, errors } = await watched(context);
    await setUp(page, site);

    const made = await makeKey(page, "laptop");
    await page.click('button[data-copy="key"]');
    await page.waitForSelector("text=Copied");
    const key = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(key).toBe(made);
    expect(await ask(site, key)).toBe(200);
    await page.click('button[data-copy="configuration"]');
    const configuration = JSON.parse(await page.evaluate<string>("navigator.clipboard.readText()")) as object;
    expect(configuration).toEqual({
      mcpServers: { research: { url: site.url, headers: { Authorization: `Bearer ${key}` } } },
    });

    await page.reload();
    expect(await page.title()).toBe("API keys · Signal Canvas");
    expect(await page.locator(".key").count()).toBe(1);

    await page.click("a:has-text('Rotate')");
    await page.check("text=1 hour");
    await page.click("text=Create new key");
    const next = await shownKey(page);
    expect([await ask(site, key), await ask(site, next)]).toEqual([200, 200]);

    for (const [ending, expected] of [
      [key.slice(-4), [401, 200]],
      [next.slice(-4), [401, 401]],
    ] as const) {
      await page.goto("/developers/keys");
      await page.locator(".key", { hasText: ending }).getByText("Revoke").click();
      await page.click("text=Revoke key");
      await page.waitForSelector("text=The key has been revoked");
      expect([await ask(site, key), await ask(site, next)]).toEqual(expected);
    }

    await page.click("text=Sign out");
    await page.waitForSelector("text=You have been signed out");
    await page.goto("/developers/keys");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    expect(errors).toEqual([]);
  });

  it("gets as far where no script runs", async () => {
    await using site = await openSite({ port: await freePort(), keep: true });
    await using context = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
    const { page } = await watched(context);
    await setUp(page, site);
    const key = await makeKey(page, "laptop");
    expect(await page.locator("button[data-copy]:visible").count()).toBe(0);
    expect(await ask(site, key)).toBe(200);
    await page.click("text=Done");
    await page.click("a:has-text('Rotate')");
    await page.check("text=Revoke it now");
    await page.click("text=Create new key");
    const next = await shownKey(page);
    expect([await ask(site, key), await ask(site, next)]).toEqual([401, 200]);
    await page.goto("/developers/keys");
    await page.click("a:has-text('Revoke') >> nth=0");
    await page.click("text=Revoke key");
    await page.waitForSelector("text=The key has been revoked");
    expect(await ask(site, next)).toBe(401);
  });

  it("gets as far with the keyboard alone, and always sees where they are", async () => {
    await using site = await openSite({ port: await freePort(), keep: true });
    await using context = await browser.newContext({ baseURL: site.origin });
    const { page, errors } = await watched(context);
    await site.account();
    await page.goto("/sign-in");
    await tabTo(page, "Username");
    await page.keyboard.type("ada");
    await tabTo(page, "Password");
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".notice.problem:focus");
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/");
    await tabTo(page, "API keys");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/developers/keys");

    await tabTo(page, "Name");
    await page.keyboard.type("laptop");
    await tabTo(page, "Workspaces");
    await page.keyboard.press("Space");
    await tabTo(page, "90 days");
    await page.keyboard.press("ArrowUp");
    await tabTo(page, "Create key");
    await page.keyboard.press("Enter");
    const key = await shownKey(page);
    expect(await ask(site, key)).toBe(200);

    await tabTo(page, "Done");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".key");
    expect(await page.locator(".key .scopes li").allTextContents()).toEqual(["papers:read", "signals:read"]);
    await tabTo(page, "Revoke laptop");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/revoke");
    await tabTo(page, "Revoke key");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=The key has been revoked");
    expect(await ask(site, key)).toBe(401);
    expect(errors).toEqual([]);
  });
});

/** A page, and what its console complains of. */
async function watched(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on("console", (message) => {
    // Chromium notes a refused form by its status.
    if (message.type() === "error" && !message.text().includes("status of 422")) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return { page, errors };
}

async function setUp(page: Page, { records }: Site): Promise<void> {
  const code = await issueSetupCode(records);
  await page.goto("/developers/keys");
  await page.click("text=Set it up");
  await page.fill("#code", code!);
  await page.fill("#name", "ada");
  await page.fill("#password", PASSWORD);
  await page.click("text=Create account");
  await page.waitForSelector("text=Welcome");
}

async function makeKey(page: Page, name: string): Promise<string> {
  await page.fill("#name", name);
  await page.click("text=Create key");
  return shownKey(page);
}

async function shownKey(page: Page): Promise<string> {
  return keyIn(await page.locator("#key").innerText());
}

async function ask(site: Site, key: string): Promise<number> {
  return (await post(site.url, bare(1), { key })).status;
}
