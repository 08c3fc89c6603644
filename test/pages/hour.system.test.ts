import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { fillLibrary, PAPER, QUOTE } from "./filled-library.ts";
import type { IngestReport } from "../../ingest/report.ts";
import { askYesterday, complaintsOf, faultsOf, spendAnHour, spendItByKeyboard, type Hour } from "./hour.ts";
import { freePort, openSite, PASSWORD, type Site } from "./site.ts";
import { addLoads } from "./states.ts";

/*
 * A person's hour, once with a script in a wide light window, once without and narrow and dark. What single pages look like in all their states is held by
 * looks.system.test.ts; setting up and keys by walk.system.test.ts. `npm run bench -- hour` spends it in any library.
 */

const executable = chromiumPath();
const LOOKS = [
  { name: "with a script", javaScriptEnabled: true, colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "without", javaScriptEnabled: false, colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;
const HOUR: Hour = {
  person: { name: "ada", password: PASSWORD },
  other: "grace",
  question: "Is there code for dense retrieval?",
  paper: { id: PAPER, title: "Dense Passage Retrieval for Open-Domain Question Answering", section: "Retrieval" },
  load: "papers from night.jsonl",
  isAskedBefore: false,
};

/** How the quote that is open lies in the window. */
const SHEET = `(() => {
  const quote = document.querySelector(".passage:popover-open");
  const mark = quote.querySelector("mark").getClientRects();
  const sheet = quote.getBoundingClientRect();
  const number = document.activeElement.getBoundingClientRect();
  return {
    isAtBottom: sheet.left === 0 && Math.abs(sheet.bottom - innerHeight) < 1 && Math.abs(sheet.width - innerWidth) < 1,
    isMarkSeen: mark[0].top >= sheet.top && mark[0].bottom <= innerHeight,
    isNumberSeen: number.top >= 0 && number.bottom <= sheet.top,
  };
})()`;

async function signIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.fill("#name", "ada");
  await page.fill("#password", PASSWORD);
  await page.click("text=Sign in >> nth=-1");
  await page.waitForURL((url) => url.pathname === "/");
}

async function askSignedIn(page: Page, question = HOUR.question): Promise<void> {
  await signIn(page);
  await page.fill("#q", question);
  await page.click(".question button");
  await page.waitForURL("**/runs/*");
}

describe.skipIf(executable === null)("a person's hour", () => {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    browser = await launchChromium(executable!);
    site = await openSite({ port: await freePort(), keep: true });
    await fillLibrary(site.library);
    await addLoads(site);
    await askYesterday(site.library, await site.account({ name: "ada" }), HOUR.question);
    await site.account({ name: "linus" });
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
    const complaints = complaintsOf(page);
    let shared = "";
    const seen = async (at: Page, step: string): Promise<string[]> => {
      if (step === "workspace") shared = new URL(at.url()).pathname;
      if (step === "section") expect(await at.locator("#text").innerText()).toContain(QUOTE);
      if (step === "load") {
        expect(await at.locator("#dead-letters").innerText()).toMatch(/invalid field[^]*200/u);
        expect(await at.locator("#dead-letters li").first().innerText()).toContain("a whole number");
      }
      return faultsOf(at, look.javaScriptEnabled);
    };
    expect(await spendAnHour(page, { ...HOUR, isAskedBefore: look.javaScriptEnabled }, `Retrieval ${name}`, seen)).toEqual([]);
    expect(complaints).toEqual([]);
    expect((await (await site.signedIn("grace")).get(shared)).status).toBe(200);
  });

  it("with the keyboard alone: from the question to last night's load", async () => {
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await spendItByKeyboard(page, { ...HOUR, person: { name: "linus", password: PASSWORD } });
  });

  it("on a phone a quote opens at the bottom, its marked words and its number in sight; on paper every quote of a sentence is open", async () => {
    await using context = await browser.newContext({
      baseURL: site.origin,
      reducedMotion: "reduce",
      viewport: { width: 390, height: 664 },
      hasTouch: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await askSignedIn(page);
    const cites = page.locator(".sentence button.cite");
    expect(await cites.count()).toBeGreaterThan(2);
    for (let index = 0; index < (await cites.count()); index += 1) {
      await cites.nth(index).tap();
      await page.waitForSelector(".passage:popover-open mark");
      await expect.poll(() => page.evaluate<object>(SHEET)).toEqual({ isAtBottom: true, isMarkSeen: true, isNumberSeen: true });
      await page.keyboard.press("Escape");
      await page.waitForSelector(".passage:popover-open", { state: "detached" });
    }
    const quotes = page.locator(".quote-fold blockquote");
    expect(await quotes.first().isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    for (const quote of await quotes.all()) expect(await quote.isVisible()).toBe(true);
    for (const part of [".top", ".on-this-page", "aside"]) expect(await page.locator(part).first().isVisible()).toBe(false);
  });

  it("a quote that one number opened stays open when the pointer has just left another number of it", async () => {
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    // Its opening names the quotes below it.
    await askSignedIn(page, "Do dense retrievers beat BM25?");
    const [first, second] = await page.locator('button.cite[popovertarget="quote-1"]').all();
    await first!.hover();
    await page.waitForSelector(".passage:popover-open mark");
    await page.keyboard.press("Escape");
    await second!.click();
    await page.waitForTimeout(600);
    expect(await page.locator(".passage:popover-open mark").count()).toBeGreaterThan(0);
  });

  it("a load that goes on is shown to go on, without a reload", async () => {
    await using context = await browser.newContext({ baseURL: site.origin });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await signIn(page);
    await page.goto("/library");
    await page.click("a:has-text('from tonight.jsonl')");
    await page.waitForSelector('progress[value="41"]');
    await page.evaluate("window.isSameDocument = true");
    const { records } = await site.records.list<IngestReport>("ingest_run", { limit: 100 });
    const running = records.find(({ id }) => id.endsWith("-running"))!;
    await site.records.put("ingest_run", running.id, { ...running.value, progress: { bytes_read: 67, total_bytes: 100 } });
    await page.waitForSelector('progress[value="67"]');
    expect(await page.evaluate("window.isSameDocument")).toBe(true);
  });
});
