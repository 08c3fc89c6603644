import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InputError, UsageError } from "../errors.ts";
import type { Download } from "./format.ts";
import { ArxivRefusal, readArxivPage, type ArxivPage } from "./arxiv.ts";
import { PoliteClient } from "../connectors/polite-client.ts";
import { FetchFailure } from "../connectors/request.ts";

export interface HarvestOptions extends Download {
  /** Of OAI-PMH or of the API, with what is wanted: `https://oaipmh.arxiv.org/oai?set=cs&from=2026-01-01`. */
  url: string;
}

const ARXIV_ORIGINS = ["https://oaipmh.arxiv.org", "https://export.arxiv.org"];
/** arXiv asks for one request each 3 seconds, on one connection. */
export const BETWEEN_REQUESTS_MS = 3_000;
/** Between six attempts lie 3 s each and random parts of 1.6, 3.2, 6.4, 12.8 and 20 s: 37 s on average. */
const MAX_ATTEMPTS = 6;
/** All of arXiv has some thousand pages; so many more are a circle of tokens. */
const MAX_PAGES = 100_000;

/**
 * Fetches page after page into a folder and yields the files' paths; rows are read from the files, so that a load can be resumed, and its dead
 * letters tried again, without asking arXiv again. Waits 3 seconds between requests, as long as arXiv asks for (`Retry-After`), and longer
 * from failure to failure. A valid answer without any paper, as arXiv at times gives by mistake, counts as a failure. Throws `UsageError`
 * for an address that cannot be harvested or resumed; the pages throw `InputError` where arXiv refuses, or fails too often: `--resume` goes on from there.
 */
export async function openHarvest(options: HarvestOptions): Promise<AsyncGenerator<string>> {
  const { url, folder, mode } = options;
  const first = firstRequest(url, options.origins ?? ARXIV_ORIGINS);
  const state = mode === "fresh" ? { url, next: first.href, pages: 0 } : await readState(options);
  if (mode === "fresh") await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeState(folder, state);
  return pagesOf(first, state, options);
}

async function* pagesOf(first: URL, state: State, options: HarvestOptions): AsyncGenerator<string> {
  const { url, folder, mode } = options;
  for (let page = 1; page <= state.pages; page += 1) yield pagePath(folder, page);
  const client = new PoliteClient({
    origins: options.origins ?? ARXIV_ORIGINS,
    betweenMs: BETWEEN_REQUESTS_MS,
    maxAttempts: MAX_ATTEMPTS,
    headers: { Accept: "application/xml, text/xml" },
    signal: options.signal,
    clock: options.clock,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  if (mode === "replay") return;
  while (state.next !== null) {
    if (state.pages >= MAX_PAGES) throw new InputError(url, `has more than ${MAX_PAGES} pages`);
    const path = pagePath(folder, state.pages + 1);
    const page = await fetchPage(new URL(state.next), path, client, options);
    if (page === null) return;
    state.next = nextRequest(first, new URL(state.next), page)?.href ?? null;
    state.pages += 1;
    await writeState(folder, state);
    yield path;
  }
}

interface State {
  url: string;
  /** The request for the page behind the last one that is kept; null behind the last there is. */
  next: string | null;
  pages: number;
}

function firstRequest(address: string, origins: readonly string[]): URL {
  const url = URL.parse(address);
  if (!url || !origins.includes(url.origin) || url.username !== "") {
    throw new UsageError(`${address}: only arXiv can be harvested, from ${origins.join(" or ")}`);
  }
  const { searchParams } = url;
  const setDefault = (name: string, value: string): void => {
    if (!searchParams.has(name)) searchParams.set(name, value);
  };
  if (isFeed(url)) {
    setDefault("start", "0");
    setDefault("max_results", "100");
    return url;
  }
  setDefault("verb", "ListRecords");
  const verb = searchParams.get("verb")!;
  if (verb !== "ListRecords" && verb !== "GetRecord") throw new UsageError(`${address}: verb: allowed: ListRecords, GetRecord`);
  if (!searchParams.has("resumptionToken")) setDefault("metadataPrefix", "arXiv");
  const prefix = searchParams.get("metadataPrefix") ?? "arXiv";
  if (prefix !== "arXiv" && prefix !== "oai_dc") throw new UsageError(`${address}: metadataPrefix: allowed: arXiv, oai_dc`);
  return url;
}

function isFeed(url: URL): boolean {
  return url.pathname.startsWith("/api/query");
}

function nextRequest(first: URL, asked: URL, page: ArxivPage): URL | null {
  const next = new URL(isFeed(first) ? asked : first);
  if (isFeed(first)) {
    const start = Number(asked.searchParams.get("start")) + page.rows;
    next.searchParams.set("start", String(start));
    return start < (page.totalResults ?? 0) ? next : null;
  }
  if (page.resumptionToken === null) return null;
  // With a token nothing else but the verb may be asked for.
  next.search = new URLSearchParams({ verb: "ListRecords", resumptionToken: page.resumptionToken }).toString();
  return next;
}

/** Fetches one page into a file, as often as it takes; null where the harvest was stopped. */
async function fetchPage(
  url: URL,
  path: string,
  client: PoliteClient,
  { signal, url: name }: HarvestOptions,
): Promise<ArxivPage | null> {
  if (signal?.aborted) return null;
  try {
    return await client.get(url, async ({ body }) => {
      await writeFile(`${path}.next`, body);
      const page = await lookOver(`${path}.next`).catch((error: unknown) => {
        // A document that is cut off or broken.
        if (!(error instanceof InputError) || error instanceof ArxivRefusal) throw error;
        const message = `its response cannot be read: ${error.message.slice(path.length)}`;
        throw new FetchFailure(message, { again: true, cause: error });
      });
      if (page.rows === 0 && !page.nothingMatches) {
        throw new FetchFailure("it sent a valid response without any papers", { again: true });
      }
      await rename(`${path}.next`, path);
      return page;
    });
  } catch (error) {
    await rm(`${path}.next`, { force: true });
    if (signal?.aborted) return null;
    if (error instanceof ArxivRefusal) {
      const expired =
        error.code === "badResumptionToken" ? "; the token has expired: start again without --resume, from a later date" : "";
      throw new InputError(name, `arXiv responded: ${error.answer}${expired}`, { cause: error });
    }
    if (!(error instanceof FetchFailure)) throw error;
    const tries = error.again ? `arXiv was queried ${MAX_ATTEMPTS} times: ` : "";
    throw new InputError(name, `${tries}${error.message}${error.again ? "; --resume continues from here" : ""}`, {
      cause: error,
    });
  }
}

/** Reads a page to its end, so that a broken one is known before it counts. */
async function lookOver(path: string): Promise<ArxivPage> {
  const rows = readArxivPage({ name: path, bytes: () => createReadStream(path) });
  for (;;) {
    const { done, value } = await rows.next();
    if (done) return value;
  }
}

function pagePath(folder: string, page: number): string {
  return join(folder, `page-${String(page).padStart(6, "0")}.xml`);
}

async function readState({ folder, url, mode }: HarvestOptions): Promise<State> {
  const text = await readFile(join(folder, "state.json"), "utf8").catch(() => null);
  const state = text === null ? null : (JSON.parse(text) as State);
  if (state?.url === url) return state;
  throw new UsageError(
    mode === "resume"
      ? `--resume: there is no harvest of ${url} to resume; run without --resume`
      : `${url}: its pages are no longer kept; harvest them again`,
  );
}

/** Replaces the file as a whole: a crash leaves the old one or the new one. */
async function writeState(folder: string, state: State): Promise<void> {
  const path = join(folder, "state.json");
  await writeFile(`${path}.next`, JSON.stringify(state));
  await rename(`${path}.next`, path);
}
