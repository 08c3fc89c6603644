import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { fillLibrary, PAPER, QUOTE } from "./filled-library.ts";
import { complaintsOf, faultsOf, spendAnHour, spendItByKeyboard, type Hour } from "./hour.ts";
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
  question: "Does dense retrieval beat BM25?",
  paper: { id: PAPER, title: "Dense Passage Retrieval for Open-Domain Question Answering", section: "Retrieval" },
  load: "from night.jsonl",
};

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
    expect(await spendAnHour(page, HOUR, `Retrieval ${name}`, seen)).toEqual([]);
    expect(complaints).toEqual([]);
    expect((await (await site.signedIn("grace")).get(shared)).status).toBe(200);
  });

  it("with the keyboard alone: asks, opens a quote and closes it, saves the answer", async () => {
    await using context = await browser.newContext({ baseURL: site.origin, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await spendItByKeyboard(page, { ...HOUR, person: { name: "grace", password: PASSWORD } });
  });
});
