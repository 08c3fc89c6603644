import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createAccount } from "../src/access/accounts.ts";
import { COMMAND_LINE } from "../src/access/actor.ts";
import { bundledSentenceReader } from "../src/reranking/sentence-reader.ts";
import { chromiumPath, launchChromium } from "../test/pages/chromium.ts";
import { openTestLibrary, startTestServer } from "../test/support/mcp-server.ts";
import { loadSample } from "../test/support/sample-library.ts";
import { freePort } from "./running-server.ts";

/* `node scripts/answer-picture.ts`: takes the README's picture of an answer, from the bundled sample in a server of its own. */

const QUESTION = "Does dense retrieval beat BM25?";
const FILE = fileURLToPath(new URL("../docs/answer.png", import.meta.url));
const WINDOW = { width: 1180, height: 1200 };
/** The part of the window with the question, its answer and an open quote; at this size the file stays below 200 kB. */
const PART = { x: 20, y: 84, width: 1140, height: 790 };
const PASSWORD = "for this picture alone";

const executable = chromiumPath();
if (executable === null) throw new Error("There is no Chromium: install it, or say where it is with CHROMIUM_PATH");

await using library = await openTestLibrary();
await loadSample(library);
await createAccount(library.records, { name: "ada", password: PASSWORD }, COMMAND_LINE);
const port = await freePort();
await using sentenceReader = bundledSentenceReader();
await using server = await startTestServer({ ...library, sentenceReader }, { port, baseUrl: `http://127.0.0.1:${port}` });

const browser = await launchChromium(executable);
try {
  const page = await browser.newPage({ baseURL: server.origin, viewport: WINDOW, colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/sign-in");
  await page.fill("#name", "ada");
  await page.fill("#password", PASSWORD);
  await page.click('main button:not([type="button"])');
  await page.fill("#q", QUESTION);
  await page.click(".question button");
  await page.waitForURL("**/runs/*");
  // The number of the first quote: its passage opens below it.
  await page.locator(".answer .sentence").nth(1).locator("button.cite").first().click();
  await page.waitForSelector(".passage:popover-open mark");
  await rm(FILE, { force: true });
  await page.screenshot({ path: FILE, clip: PART });
} finally {
  await browser.close();
}
