import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { ingestRuns } from "../ingest/history.ts";
import { createAccount } from "../src/access/accounts.ts";
import { COMMAND_LINE } from "../src/access/actor.ts";
import { getPaper } from "../src/answers/paper-view.ts";
import { compose, type Composition } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import { codeAddress } from "../src/pages/views/library/code-address.ts";
import { wholeTextOf } from "../src/retrieval/full-text.ts";
import { searchPapers } from "../src/retrieval/retrieve.ts";
import { chromiumPath, launchChromium } from "../test/pages/chromium.ts";
import { askYesterday, complaintsOf, faultsOf, spendAnHour, spendItByKeyboard, type Hour } from "../test/pages/hour.ts";
import { ORDINARY_SEARCH } from "./loads/ordinary-search.ts";
import { servePages } from "./pages/serve.ts";
import { QUESTION as ASKED_TODAY, subjects } from "./pages/subjects.ts";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const QUESTION = "Is dense retrieval better than BM25?";
/** As many as the page of the library lists. */
const LOADS = 15;

/**
 * A person's hour in the library of the settings, into which it writes accounts, answers and workspaces: use a copy. `npm run bench -- hour [--question TEXT] [--pictures FOLDER] [--incomplete]` spends it
 * with a script, without, and by keyboard, opens each kind of page, and looks at every step in light and dark, 1280 and 390 wide: axe, the console, the width. Prints what is wrong;
 * with `--pictures` it keeps a picture of each look there. The library needs a load with dead letters and a paper with a full text and a repository about the question; with `--incomplete`
 * it does without the first two.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      question: { type: "string", default: QUESTION },
      pictures: { type: "string" },
      incomplete: { type: "boolean", default: false },
    },
  });
  const executable = chromiumPath();
  if (executable === null) throw new Error("no Chromium: install it, or say where it is with CHROMIUM_PATH");
  const config = loadConfig();
  await using library = await compose(config);
  await using served = await servePages(library, config);
  const { origin } = served;
  const browser = await launchChromium(executable);
  try {
    const { hour, typist, addresses } = await hourIn(library, values.question, values.incomplete);
    const faults = [
      ...(await visit(browser, origin, { scripts: true, ...WIDE, pictures: values.pictures }, hour, addresses)),
      ...(await visit(
        browser,
        origin,
        { scripts: false, ...NARROW, pictures: values.pictures },
        { ...hour, isAskedBefore: false },
        [],
      )),
      ...(await byKeyboard(browser, origin, { ...hour, person: typist })),
    ];
    for (const fault of faults) console.log(fault);
    console.log(`${faults.length} faults`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

/** What to ask and to look up in this library, and the address of each kind of page. */
async function hourIn(
  library: Composition,
  question: string,
  isIncomplete: boolean,
): Promise<{ hour: Hour; typist: Hour["person"]; addresses: string[] }> {
  const people = [1, 2, 3].map(() => ({
    name: `hour-${randomBytes(6).toString("hex")}`,
    password: randomBytes(20).toString("hex"),
  }));
  const [person, typist, other] = people as [Hour["person"], Hour["person"], Hour["person"]];
  const account = await createAccount(library.records, { ...person, admin: true }, COMMAND_LINE);
  await createAccount(library.records, { ...typist, admin: true }, COMMAND_LINE);
  await createAccount(library.records, { ...other, admin: false }, COMMAND_LINE);
  await askYesterday(library, account, question);
  const { papers } = await searchPapers(library, { ...ORDINARY_SEARCH, query: question, limit: 20, filters: { has_code: true } });
  const { paper, section } = await paperToRead(library, papers);
  if (section === null && !isIncomplete)
    throw new Error("The library has no paper with a full text and a repository about this; --incomplete does without the text");
  const loads = await ingestRuns(library.records, loadConfig().dataDir).latest(LOADS);
  const failed = loads.find(({ rows }) => rows.dead > 0);
  if (failed === undefined && !isIncomplete)
    throw new Error(`None of the last ${LOADS} loads has dead letters; --incomplete does without`);
  const load = failed === undefined ? null : `${failed.target} from ${basename(failed.input)}`;
  const about = { id: paper.paper_id, title: paper.title, section };
  const hour = { person, other: other.name, question, paper: about, load, isAskedBefore: question !== ASKED_TODAY };
  const kinds = await subjects(library, account);
  return {
    hour,
    typist,
    addresses: [
      ...kinds.map(({ path }) => path),
      `/search?q=${encodeURIComponent(question)}&code=1&sort=newest`,
      "/account",
      "/runs",
      "/nothing",
    ],
  };
}

/** The first of papers whose page leads to a repository, rather one whose full text the library holds; `section`: the last part of that, null without. */
async function paperToRead<Found extends { paper_id: string }>(
  library: Composition,
  papers: readonly Found[],
): Promise<{ paper: Found; section: string | null }> {
  let first: Found | undefined;
  for (const paper of papers) {
    const { signals } = await getPaper(library, { paper_id: paper.paper_id });
    if (!signals.some((signal) => signal.kind === "code" && codeAddress(signal) !== null)) continue;
    first ??= paper;
    const section = (await wholeTextOf(library, paper.paper_id))?.whole.sections.at(-1)?.heading.at(-1);
    if (section !== undefined) return { paper, section };
  }
  if (first === undefined) throw new Error("The library has no paper with a repository about this");
  return { paper: first, section: null };
}

interface Looked {
  scripts: boolean;
  width: number;
  height: number;
  pictures: string | undefined;
}

async function visit(
  browser: Browser,
  origin: string,
  looked: Looked,
  hour: Hour,
  addresses: readonly string[],
): Promise<string[]> {
  const { scripts, pictures, ...viewport } = looked;
  await using context = await browser.newContext({
    baseURL: origin,
    reducedMotion: "reduce",
    javaScriptEnabled: scripts,
    viewport,
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const look = async (at: Page, step: string): Promise<string[]> => {
    const faults: string[] = [];
    for (const [name, size] of Object.entries({ wide: WIDE, narrow: NARROW })) {
      for (const colorScheme of ["light", "dark"] as const) {
        await at.emulateMedia({ colorScheme });
        await at.setViewportSize(size);
        faults.push(...(await faultsOf(at, scripts)).map((fault) => `${step}, ${colorScheme}, ${name}: ${fault}`));
        if (pictures === undefined) continue;
        mkdirSync(pictures, { recursive: true });
        const file = `${step}.${scripts ? "" : "no-script."}${colorScheme}-${name}.png`;
        await at.screenshot({ path: join(pictures, file), fullPage: true });
      }
    }
    await at.setViewportSize(viewport);
    return faults;
  };
  const faults = await spendAnHour(page, hour, `Hour ${scripts ? "with" : "without"} a script`, look);
  for (const [index, address] of addresses.entries()) {
    await page.goto(address);
    faults.push(...(await look(page, `page-${index + 1}`)));
  }
  // Chromium notes every refusal by its status, whatever the page does.
  return [...faults, ...complaints.filter((complaint) => !/status of 404/u.test(complaint))];
}

async function byKeyboard(browser: Browser, origin: string, hour: Hour): Promise<string[]> {
  await using context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce" });
  try {
    await spendItByKeyboard(await context.newPage(), hour);
    return [];
  } catch (error) {
    return [`by keyboard: ${String(error)}`];
  }
}
