import { AxeBuilder } from "@axe-core/playwright";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { freePort, openSite, PASSWORD, type Site } from "./site.ts";
import { STATES_BEFORE_SETUP, STATES_SIGNED_IN, STATES_SIGNED_OUT, type State } from "./states.ts";

/* With SCREENSHOTS_DIR set, every look is kept there as a picture. */
const pictures = process.env.SCREENSHOTS_DIR;
const executable = chromiumPath();

const LOOKS = [
  { name: "light-wide", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark-wide", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { name: "light-narrow", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "dark-narrow", colorScheme: "dark", viewport: { width: 390, height: 844 } },
] as const;
const TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
type Look = (typeof LOOKS)[number];

describe.skipIf(executable === null)("every page, as it looks", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(executable!);
  });
  afterAll(async () => browser?.close());

  it.each(LOOKS)("is sound for everybody, without a word in the console, and no wider than the window ($name)", async (look) => {
    await using site = await openSite({ port: await freePort(), keep: true });
    const complaints = await visit(site, look, STATES_BEFORE_SETUP);
    await site.account();
    complaints.push(...(await visit(site, look, STATES_SIGNED_OUT)), ...(await visit(site, look, STATES_SIGNED_IN, signIn)));
    expect(complaints).toEqual([]);
  });

  async function visit(site: Site, look: Look, states: State[], before?: (page: Page) => Promise<void>): Promise<string[]> {
    const { name, ...options } = look;
    await using context: BrowserContext = await browser.newContext({ ...options, baseURL: site.origin });
    const page = await context.newPage();
    const complaints: string[] = [];
    let state = "";
    page.on("console", (message) => {
      // Chromium notes every refusal by its status; what the page itself does must not make it speak.
      if (message.type() !== "error" || /status of (?:404|422|429)/u.test(message.text())) return;
      complaints.push(`${state}: console: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${state}: ${error.message}`));
    await before?.(page);
    for (const { name: stateName, open } of states) {
      state = stateName;
      await open(page, site);
      const tooWide = await page.evaluate<number>(TOO_WIDE);
      if (tooWide > 0) complaints.push(`${state}: ${tooWide} px too wide`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations) complaints.push(`${state}: ${impact} ${id} ${nodes[0].html}`);
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${state}.${name}.png`), fullPage: true });
      }
    }
    return complaints;
  }
});

async function signIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.fill("#name", "ada");
  await page.fill("#password", PASSWORD);
  await page.click('main button:not([type="button"])');
  await page.waitForURL("**/developers/keys");
}
