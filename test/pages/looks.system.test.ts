import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOf } from "./axe.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { hostileAddresses, ROUTES } from "./hostile-pages.ts";
import { freePort, openSite, PASSWORD, type Site } from "./site.ts";
import { STATES_BEFORE_SETUP, STATES_SIGNED_IN, STATES_SIGNED_OUT, type State } from "./states.ts";

/* With SCREENSHOTS_DIR set, every look is kept there as a picture. */
const pictures = process.env.SCREENSHOTS_DIR;
const executable = chromiumPath();

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const LOOKS = [
  { name: "light-wide", colorScheme: "light", viewport: WIDE, isSeenInOtherColors: false },
  { name: "dark-wide", colorScheme: "dark", viewport: WIDE, isSeenInOtherColors: true },
  { name: "dark-narrow", colorScheme: "dark", viewport: NARROW, isSeenInOtherColors: false },
  { name: "light-narrow", colorScheme: "light", viewport: NARROW, isSeenInOtherColors: true },
] as const;

/** Nobody goes there; it is offered on the sign-in page. */
const PROVIDER = {
  issuer: "https://login.example",
  clientId: "x",
  clientSecret: "x",
  allowedEmails: ["*"],
  name: "Acme login",
};
const TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
/** Chromium notes every refusal by its status, whatever the page does. */
const REFUSED = /the server responded with a status of (?:403|404|422|429|500)/u;

describe.skipIf(executable === null)("every page, light and dark, wide and narrow", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(executable!);
  });
  afterAll(async () => browser?.close());

  it("is sound for everybody, fits into the window, and complains of nothing in the console", { timeout: 300_000 }, async () => {
    await using site = await openSite({ port: await freePort(), oidc: PROVIDER, keep: true });
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce" });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !REFUSED.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));

    for (const state of STATES_BEFORE_SETUP) complaints.push(...(await look(state, page, site)));
    await site.account();
    for (const state of STATES_SIGNED_OUT) complaints.push(...(await look(state, page, site)));
    await signIn(page);
    for (const state of STATES_SIGNED_IN) complaints.push(...(await look(state, page, site)));
    complaints.push(...(await widths(page, await hostileAddresses(site, await site.signedIn()))));
    expect(complaints).toEqual([]);
  });
});

/** What is wrong with one state in any of its looks. */
async function look({ name: state, open }: State, page: Page, site: Site): Promise<string[]> {
  const complaints: string[] = [];
  await open(page, site);
  for (const { name, colorScheme, viewport, isSeenInOtherColors } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const tooWide = await page.evaluate<number>(TOO_WIDE);
    if (tooWide > 0) complaints.push(`${state} (${name}): ${tooWide} px too wide`);
    for (const violation of await violationsOf(page, { colors: isSeenInOtherColors }))
      complaints.push(`${state} (${name}): ${violation}`);
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${state}.${name}.png`), fullPage: true });
    }
  }
  return complaints;
}

/** Routes that give a file, which no browser shows. */
const FILES = /export$|markdown$|bibtex$|csl-json$|dead-letters$|feedback$/u;

/** Which pages do not fit into a narrow window, of every route over records that are nothing but trouble. */
async function widths(page: Page, addressOf: (route: string) => string): Promise<string[]> {
  const complaints: string[] = [];
  await page.setViewportSize(NARROW);
  for (const route of ROUTES.filter((route) => !FILES.test(route))) {
    await page.goto(addressOf(route));
    // What is folded away is shown too.
    await page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))");
    const tooWide = await page.evaluate<number>(TOO_WIDE);
    if (tooWide > 0) complaints.push(`${route}: ${tooWide} px too wide`);
  }
  return complaints;
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await page.fill("#name", "ada");
  await page.fill("#password", PASSWORD);
  await page.click('main button:not([type="button"])');
  await page.waitForURL((url) => url.pathname === "/");
}
