import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Account } from "../../src/access/accounts.ts";
import { newRunId, type CanvasRun } from "../../src/answers/run.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { askFor } from "../../src/workspaces/ask.ts";
import { citedPapers } from "../../src/workspaces/run-changed.ts";
import { violationsOf } from "./axe.ts";
import { tabTo } from "./keyboard.ts";

/** What a person's hour is about: a library, two people of it, and what they look up there. */
export interface Hour {
  person: { name: string; password: string };
  /** With whom the workspace is shared. */
  other: string;
  question: string;
  /** A paper whose repository the library knows; `section`: a part of its full text by the name of its heading, null where the library holds none. */
  paper: { id: string; title: string; section: string | null };
  /** Whether the account asked this before, when another paper was quoted (`askYesterday`). */
  isAskedBefore: boolean;
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

const REPOSITORY = /^https:\/\/(?:github\.com|gitlab\.[\w.-]+|bitbucket\.org|codeberg\.org)\/[\w.-]+\/[\w.-]+/u;

/**
 * From the question to the last load: signs in, asks, sees what has changed since yesterday, opens three citations, saves, asks within the workspace and again, shares, exports, looks up a paper and a section of it, and the
 * dead letters of a load. `workspace` names the one that is made. Resolves to what `look` found; throws where a step does not lead on.
 */
export async function spendAnHour(
  page: Page,
  { person, other, question, paper, load, isAskedBefore }: Hour,
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
  if (isAskedBefore) for (const said of ["Newly quoted:", "No longer quoted:"]) await page.waitForSelector(`text=${said}`);
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
  await page.click("button:has-text('Ask again')");
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
  if (!REPOSITORY.test(code ?? "")) complaints.push(`${page.url()}: its code leads to ${code}, which is no repository`);
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

/**
 * With the keyboard alone, from the first page on without an address: signs in, asks, opens a quote and closes it, saves the answer to a new workspace, asks within it and again, shares,
 * exports, looks up the paper and the load. Throws where the keyboard does not lead on. For a person who has no workspace yet.
 */
export async function spendItByKeyboard(page: Page, { person, other, question, paper, load }: Hour): Promise<void> {
  const enter = async (name: string) => {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
  };
  const type = async (name: string, text: string) => {
    await tabTo(page, name);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
  };
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
  const workspace = "By keyboard";
  await type("Name of the new workspace", workspace);
  await enter("Save");
  await page.waitForSelector("text=Saved to");

  // The same within the workspace, and again, compared with the one before.
  await enter("Workspaces");
  await page.waitForURL("**/workspaces");
  await enter(workspace);
  await page.waitForURL("**/workspaces/ws_*");
  await enter("Ask within it");
  await page.waitForURL("**/?workspace=*");
  await type("Your question", question);
  await enter("Ask");
  await page.waitForURL("**/runs/*");
  await enter("Ask again");
  await page.waitForSelector("text=Asked before on");

  // Shared and exported.
  await enter("Workspaces");
  await page.waitForURL("**/workspaces");
  await enter(workspace);
  await page.waitForURL("**/workspaces/ws_*");
  const [download] = await Promise.all([page.waitForEvent("download"), enter("BibTeX")]);
  if (!readFileSync(await download.path(), "utf8").startsWith("@")) throw new Error("The export is no BibTeX");
  await enter("Share");
  await page.waitForURL("**/sharing");
  await type("Username", other);
  await page.keyboard.press("Enter");
  await page.waitForSelector("text=Can view");

  // A paper, and the last load with its dead letters.
  await enter("Search");
  await page.waitForURL("**/search");
  await type("Keywords, a question, a title, a DOI or another ID", paper.title);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?*");
  await enter(paper.title);
  await page.waitForURL("**/papers/**");
  await enter("Library");
  await page.waitForURL("**/library");
  if (load === null) return;
  await enter(load);
  await page.waitForURL("**/library/runs/*");
  await tabTo(page, await page.locator("#dead-letters summary").first().innerText());
  await page.keyboard.press("Enter");
  await page.waitForSelector("#dead-letters details[open]");
}

const DAY_MS = 86_400_000;

/** Puts on record that the account asked this yesterday, and that another paper of the library was quoted then in place of the first one. */
export async function askYesterday(library: Library, account: Account, question: string): Promise<void> {
  const { records } = library;
  const owned = { records, account: account.account_id, name: account.name };
  const { run_id: today } = await askFor(library, owned, { query: question, mode: "corpus", time_scope: "all" });
  const { value: run } = (await records.get<CanvasRun>("run", today))!;
  const { citations, source_context: read } = run.answer;
  const [first] = citedPapers(run);
  const other = read.paper_ids.find((id) => !citations.some((citation) => citation.id === id));
  if (first === undefined || other === undefined) throw new Error("The library has too little about this question");
  const askedAt = new Date(Date.now() - DAY_MS);
  const id = newRunId(askedAt);
  const replaced = citations.map((citation) => (citation.id === first ? { ...citation, id: other } : citation));
  const answer = { ...run.answer, run_id: id, citations: replaced };
  await records.put("run", id, { ...run, asked_at: askedAt.toISOString(), answer });
  await records.delete("run", today);
}

/** What is wrong with a page as it is: too wide, or unsound for somebody. axe itself needs `scripts`. */
export async function faultsOf(page: Page, scripts: boolean): Promise<string[]> {
  const { scrollWidth, clientWidth } = await page.locator("html").evaluate((root) => ({
    scrollWidth: root.scrollWidth,
    clientWidth: root.clientWidth,
  }));
  const tooWide = scrollWidth > clientWidth ? [`${page.url()}: ${scrollWidth - clientWidth} px too wide`] : [];
  if (!scripts) return tooWide;
  return [...tooWide, ...(await violationsOf(page)).map((violation) => `${page.url()}: ${violation}`)];
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
