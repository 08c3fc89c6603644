import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { tabTo } from "./keyboard.ts";

/** What a person's hour is about: a library, two people of it, and what they look up there. */
export interface Hour {
  person: { name: string; password: string };
  /** With whom the workspace is shared. */
  other: string;
  question: string;
  /** A paper that has code; `section`: a part of its full text by the name of its heading, null where the library holds none. */
  paper: { id: string; title: string; section: string | null };
  /** What the row of a load with dead letters says; null where the library has no such load. */
  load: string | null;
}

/** How a page is looked at with each step; resolves to what is wrong with it. */
export type Look = (page: Page, step: string) => Promise<string[]>;

/** What the browser itself finds wrong, from now on: errors in its console or thrown by scripts, dialogs. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(`${page.url()}: ${message.text()}`)));
  page.on("pageerror", (error) => void complaints.push(`${page.url()}: ${error.message}`));
  page.on("dialog", (dialog) => void complaints.push(`${page.url()}: a dialog says ${dialog.message()}`));
  return complaints;
}

/**
 * From the question to the last load: signs in, asks, opens three citations, saves, asks within the workspace and again, shares, exports, looks up a paper and a section of it, and the
 * dead letters of a load. `workspace` names the one that is made. Resolves to what `look` found; throws where a step does not lead on.
 */
export async function spendAnHour(
  page: Page,
  { person, other, question, paper, load }: Hour,
  workspace: string,
  look: Look,
): Promise<string[]> {
  const complaints: string[] = [];
  const seen = async (step: string) => void complaints.push(...(await look(page, step)));
  await page.goto("/sign-in");
  await page.fill("#name", person.name);
  await page.fill("#password", person.password);
  await page.click("text=Sign in >> nth=-1");
  await page.waitForURL((url) => url.pathname === "/");
  await seen("ask");

  // An answer, three of its citations, and where it is kept.
  await ask(page, question);
  await openThreeCitations(page);
  await seen("answer");
  if ((await page.locator("#workspace").count()) > 0) await page.selectOption("#workspace", "new");
  await page.fill("#name", workspace);
  await page.click("text=Save >> nth=-1");
  await page.waitForSelector("text=Saved to");

  // The same within the workspace, and again, compared with the one before.
  await page.goto("/workspaces");
  await page.click(`a:has-text("${workspace}")`);
  await seen("workspace");
  const address = page.url().split("?")[0]!;
  await page.click("text=Ask within it");
  await ask(page, question, false);
  await page.click("text=Ask again");
  await page.waitForSelector("text=Asked before on");
  await seen("asked-again");

  // Shared and exported.
  await page.goto(`${address}/sharing`);
  await page.fill("#name", other);
  await page.click("main button:has-text('Share')");
  await page.waitForSelector("text=Can view");
  await seen("shared");
  await page.goto(address);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("a:has-text('BibTeX')")]);
  if (!readFileSync(await download.path(), "utf8").startsWith("@")) complaints.push(`${address}: the export is no BibTeX`);

  // A paper, its code and a section of its text.
  await page.goto("/search");
  await page.fill("#q", paper.title);
  await page.click("main button:has-text('Search')");
  await seen("search");
  await page.click(`.found a[href="/papers/${paper.id}"]`);
  const code = await page.locator("a:has-text('Code')").first().getAttribute("href");
  if (code === null || !/^https?:/u.test(code)) complaints.push(`${page.url()}: its code leads to ${code}`);
  await seen("paper");
  if (paper.section !== null) {
    await page.click(`.outline a:has-text('${paper.section}')`);
    await seen("section");
  }

  // The last load, its dead letters and what to do about them.
  await page.goto("/library");
  await seen("library");
  if (load === null) return complaints;
  await page.click(`.rows a:has-text('${load}')`);
  await page.locator("#dead-letters summary").first().click();
  await seen("load");
  return complaints;
}

/** With the keyboard alone: signs in, asks, opens a quote and closes it, saves the answer. Throws where the keyboard does not lead on. */
export async function spendItByKeyboard(page: Page, { person, question }: Pick<Hour, "person" | "question">): Promise<void> {
  await page.goto("/sign-in");
  await tabTo(page, "Username");
  await page.keyboard.type(person.name);
  await tabTo(page, "Password");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await tabTo(page, "Your question");
  await page.keyboard.type(question);
  await tabTo(page, "Ask");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/runs/*");
  await tabTo(page, "1");
  // Focus alone opens the quote, and Enter keeps it open.
  await page.waitForSelector(".passage:popover-open mark");
  await page.keyboard.press("Enter");
  // Inside, the next stop is the paper that the quote is from.
  await page.keyboard.press("Tab");
  const isInside = await page.evaluate<boolean>("document.activeElement.closest('.passage:popover-open') !== null");
  if (!isInside) throw new Error("After the number of a citation the keyboard does not go on into its quote");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".passage:popover-open", { state: "detached" });
  await tabTo(page, "Save");
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Saved to");
}

/** What is wrong with a page as it is: too wide, or unsound for somebody. axe itself needs `scripts`. */
export async function faultsOf(page: Page, scripts: boolean): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.locator("html").evaluate((root) => ({
    scrollWidth: root.scrollWidth,
    clientWidth: root.clientWidth,
  }));
  const tooWide = scrollWidth > clientWidth ? [`${page.url()}: ${scrollWidth - clientWidth} px too wide`] : [];
  if (!scripts) return tooWide;
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return [...tooWide, ...violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]!.html}`)];
}

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
  if (numbers.size < 3) throw new Error(`The answer has ${numbers.size} citations instead of three`);
}
