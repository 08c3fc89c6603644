import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { fillLibrary, PAPER, QUOTE } from "./filled-library.ts";
import { tabTo } from "./keyboard.ts";
import { freePort, openSite, PASSWORD, type Site } from "./site.ts";
import { addLoads } from "./states.ts";

/*
 * A person's hour, once with a script in a wide light window, once without and narrow and dark. What single pages look like in all their states is held by
 * looks.system.test.ts; setting up and keys by walk.system.test.ts.
 */

const executable = chromiumPath();
const QUESTION = "Does dense retrieval beat BM25?";
const LOOKS = [
  { name: "with a script", javaScriptEnabled: true, colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "without", javaScriptEnabled: false, colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;

describe.skipIf(executable === null)("a person's hour", () => {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    browser = await launchChromium(executable!);
    site = await openSite({ port: await freePort(), keep: true });
    await fillLibrary(site.library);
    await addLoads(site);
    await site.account({ name: "ada" });
    await site.account({ name: "grace", admin: false });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(LOOKS)("$name: from the question to last night's load", async ({ name, ...look }) => {
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce", ...look });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`)));
    page.on("pageerror", (error) => void complaints.push(`${page.url()}: ${error.message}`));
    page.on("dialog", (dialog) => void complaints.push(`${page.url()}: a dialog says ${dialog.message()}`));
    const sound = async () => complaints.push(...(await faults(page, look.javaScriptEnabled)));

    await page.goto("/sign-in");
    await page.fill("#name", "ada");
    await page.fill("#password", PASSWORD);
    await page.click("text=Sign in >> nth=-1");
    await page.waitForURL((url) => url.pathname === "/");

    // An answer, three of its citations, and where it is kept.
    await ask(page, QUESTION);
    await openThreeCitations(page);
    await sound();
    await chooseNewWorkspace(page, `Retrieval ${name}`);
    await page.click("text=Save >> nth=-1");
    await page.waitForSelector("text=Saved to");

    // The same within the workspace, and again, compared with the one before.
    await page.goto("/workspaces");
    await page.click(`a:has-text("Retrieval ${name}")`);
    await sound();
    const workspace = page.url().split("?")[0]!;
    await page.click("text=Ask within it");
    await ask(page, QUESTION, false);
    await page.click("text=Ask again");
    await page.waitForSelector("text=Asked before on");
    await sound();

    // Shared and exported.
    await page.goto(`${workspace}/sharing`);
    await page.fill("#name", "grace");
    await page.click("main button:has-text('Share')");
    await page.waitForSelector("text=Can view");
    await page.goto(workspace);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("a:has-text('BibTeX')")]);
    expect(readFileSync(await download.path(), "utf8")).toContain("@inproceedings{");
    expect((await (await site.signedIn("grace")).get(new URL(workspace).pathname)).status).toBe(200);

    // A paper, its code and a section of its text.
    await page.goto("/search");
    await page.fill("#q", "Dense Passage Retrieval for Open-Domain Question Answering");
    await page.click("main button:has-text('Search')");
    await page.click(`.found a[href="/papers/${PAPER}"]`);
    expect(await page.locator("a:has-text('Code')").first().getAttribute("href")).toMatch(/^https:/u);
    await sound();
    await page.click(".outline a:has-text('Retrieval')");
    expect(await page.locator("#text").innerText()).toContain(QUOTE);
    await sound();

    // The last load, its dead letters and what to do about them.
    await page.goto("/library");
    await page.click(".rows a:has-text('from night.jsonl')");
    const dead = page.locator("#dead-letters");
    expect(await dead.innerText()).toMatch(/invalid field[^]*200/u);
    await dead.locator("summary").first().click();
    expect(await dead.locator("li").first().innerText()).toContain("a whole number");
    await sound();
    expect(complaints).toEqual([]);
  });

  it("with the keyboard alone: asks, opens a quote and closes it, saves the answer", async () => {
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto("/sign-in");
    await tabTo(page, "Username");
    await page.keyboard.type("grace");
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/");
    await tabTo(page, "Your question");
    await page.keyboard.type(QUESTION);
    await tabTo(page, "Ask");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/runs/*");
    await tabTo(page, "1");
    // Focus alone opens the quote, and Enter keeps it open.
    await page.waitForSelector(".passage:popover-open mark");
    await page.keyboard.press("Enter");
    // Inside, the next stop is the paper that the quote is from.
    await page.keyboard.press("Tab");
    expect(await page.evaluate<boolean>("document.activeElement.closest('.passage:popover-open') !== null")).toBe(true);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".passage:popover-open", { state: "detached" });
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Saved to");
  });
});

/** Sends a question, and waits for the page of the answer. */
async function ask(page: Page, question: string, fromStart = true): Promise<void> {
  if (fromStart) await page.goto("/");
  await page.fill("#q", question);
  await page.click(".question button");
  await page.waitForURL("**/runs/*");
}

/** Each opens its quote in the passage that it is from. */
async function openThreeCitations(page: Page): Promise<void> {
  const cites = page.locator("button.cite");
  const numbers = new Set<string>();
  for (let index = 0; numbers.size < 3 && index < (await cites.count()); index += 1) {
    numbers.add(await cites.nth(index).innerText());
    await cites.nth(index).click();
    await page.waitForSelector(".passage:popover-open mark");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".passage:popover-open", { state: "detached" });
  }
  expect(numbers.size).toBe(3);
}

async function chooseNewWorkspace(page: Page, name: string): Promise<void> {
  if ((await page.locator("#workspace").count()) > 0) await page.selectOption("#workspace", "new");
  await page.fill("#name", name);
}

/** What is wrong with a page as it is: too wide, or unsound for somebody. axe itself needs a script. */
async function faults(page: Page, scripts: boolean): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.locator("html").evaluate((root) => ({
    scrollWidth: root.scrollWidth,
    clientWidth: root.clientWidth,
  }));
  const tooWide = scrollWidth > clientWidth ? [`${page.url()}: ${scrollWidth - clientWidth} px too wide`] : [];
  if (!scripts) return tooWide;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return [...tooWide, ...violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]!.html}`)];
}
