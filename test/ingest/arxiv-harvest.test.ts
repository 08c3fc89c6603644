import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { runIngest, type RunOptions } from "../../ingest/run.ts";
import { openHarvest, type HarvestOptions } from "../../ingest/sources/arxiv-harvest.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { atomEntryXml, atomFeed, oaiError, oaiPage, oaiRecordXml } from "./arxiv-pages.ts";
import { scratchFolder } from "./files.ts";
import { testClock } from "./scripted-collection.ts";

type Answer = string | { status: number; headers?: Record<string, string> };
/** The connection ends without an answer. */
const RESET: Answer = { status: 0 };
const ONE = oaiRecordXml("2301.00001", "One");
const TWO = oaiRecordXml("2301.00002", "Two");
const THREE = oaiRecordXml("2301.00003", "Three");

describe("a harvest of arXiv", () => {
  it("follows resumption tokens to the end, one request at a time, 3 s apart", async () => {
    const arxiv = await server([oaiPage([ONE], "a|b&amp;c"), oaiPage([TWO], "d"), oaiPage([THREE])]);
    expect(await arxiv.pages("/oai?set=cs")).toEqual(["page-000001.xml", "page-000002.xml", "page-000003.xml"]);
    expect(arxiv.asked).toEqual([
      "/oai?set=cs&verb=ListRecords&metadataPrefix=arXiv",
      "/oai?verb=ListRecords&resumptionToken=a%7Cb%26c",
      "/oai?verb=ListRecords&resumptionToken=d",
    ]);
    expect(arxiv.clock.sleeps).toEqual([3_000, 3_000]);
    expect(arxiv.mostAtOnce()).toBe(1);
  });

  it("pages through the API's feed", async () => {
    const entries = (from: number): string[] => [from, from + 1].map((n) => atomEntryXml(`2301.0000${n}v1`, `P${n}`));
    const arxiv = await server([atomFeed(entries(1), 4), atomFeed(entries(3), 4)]);
    expect(await arxiv.pages("/api/query?search_query=cat:cs.IR&max_results=2")).toHaveLength(2);
    expect(arxiv.asked.map((url) => new URLSearchParams(url.split("?")[1]).get("start"))).toEqual(["0", "2"]);
  });

  it("waits as long as arXiv asks, and asks for the same page again", async () => {
    const busy = { status: 503, headers: { "retry-after": "20" } };
    const arxiv = await server([busy, oaiPage([ONE], "t"), busy, oaiPage([TWO])]);
    expect(await arxiv.pages("/oai")).toHaveLength(2);
    expect(arxiv.clock.sleeps).toEqual([20_000, 3_000, 20_000]);
    expect(arxiv.asked[3]).toBe(arxiv.asked[2]);
  });

  it.each<[string, Answer]>([
    ["is a valid feed without any paper", oaiPage([], "t")],
    ["is cut off", oaiPage([ONE, TWO]).slice(0, 900)],
    ["breaks off", RESET],
    ["is an error of the server", { status: 500 }],
    ["is a page of something else", "<html/>"],
  ])("asks again where an answer %s", async (_, answer) => {
    const arxiv = await server([answer, answer, oaiPage([ONE])]);
    expect(await arxiv.pages("/oai")).toHaveLength(1);
    expect(arxiv.clock.sleeps.every((ms) => ms >= 3_000)).toBe(true);
  });

  it.each<[Answer, RegExp]>([
    [oaiPage([]), /queried 6 times: it sent a valid response without any papers; --resume continues/u],
    [atomFeed([], 0), /without any paper/u],
    [{ status: 503 }, /queried 6 times: .*HTTP status 503/u],
  ])("fails loudly where that goes on", async (answer, message) => {
    const arxiv = await server([answer]);
    await expect(arxiv.pages("/oai")).rejects.toThrow(message);
    expect(arxiv.asked).toHaveLength(6);
  });

  it.each<[Answer, RegExp]>([
    [oaiError("badResumptionToken", "expired"), /badResumptionToken expired; the token has expired: start again/u],
    [{ status: 404 }, /HTTP status 404/u],
    [{ status: 503, headers: { "retry-after": "90000" } }, /HTTP status 503/u],
    [{ status: 302, headers: { location: "https://example.org/oai" } }, /redirects elsewhere: https:\/\/example\.org/u],
  ])("does not ask again where arXiv refuses: %j", async (answer, message) => {
    const arxiv = await server([answer]);
    await expect(arxiv.pages("/oai")).rejects.toThrow(message);
    expect(arxiv.asked).toHaveLength(1);
  });

  it("goes on from the stored token, and asks for nothing that is there", async () => {
    const arxiv = await server([oaiPage([ONE], "a"), { status: 404 }, oaiPage([TWO])]);
    await expect(arxiv.pages("/oai")).rejects.toThrow("404");
    expect(await arxiv.pages("/oai", { mode: "resume" })).toHaveLength(2);
    expect(arxiv.asked).toHaveLength(3);
    expect(arxiv.asked[2]).toContain("resumptionToken=a");
    expect(await arxiv.pages("/oai", { mode: "replay" })).toHaveLength(2);
    expect(arxiv.asked).toHaveLength(3);
    await expect(arxiv.pages("/oai?set=math", { mode: "resume" })).rejects.toThrow(/no harvest of .* to resume/u);
  });

  it("that was stopped ends without waiting, and keeps what is whole", async () => {
    const stopping = new AbortController();
    const arxiv = await server([oaiPage([ONE], "a"), oaiPage([TWO])]);
    const harvest = await openHarvest({ ...arxiv.options("/oai"), signal: stopping.signal });
    const paths: string[] = [];
    for await (const path of harvest) {
      paths.push(path);
      stopping.abort();
    }
    expect(paths).toHaveLength(1);
    expect(readdirSync(arxiv.folder).toSorted((a, b) => a.localeCompare(b))).toEqual(["page-000001.xml", "state.json"]);
  });

  it.each([
    [
      "https://example.org/oai",
      /only arXiv can be harvested, from https:\/\/oaipmh\.arxiv\.org or https:\/\/export\.arxiv\.org/u,
    ],
    ["http://export.arxiv.org/oai2", /only arXiv can be harvested/u],
    ["https://user@export.arxiv.org/oai2", /only arXiv can be harvested/u],
    ["https://export.arxiv.org.example.org/oai2", /only arXiv can be harvested/u],
    ["https://oaipmh.arxiv.org/oai?verb=Identify", /verb: allowed: ListRecords/u],
    ["https://oaipmh.arxiv.org/oai?metadataPrefix=marc", /metadataPrefix: allowed: arXiv, oai_dc/u],
  ])("asks nobody else, and for nothing else: %s", async (url, message) => {
    await expect(openHarvest({ url, folder: join(scratchFolder(), "pages"), mode: "fresh" })).rejects.toThrow(message);
  });
});

describe("a load from arXiv's address", () => {
  it("takes every page's papers; after a failure --resume takes the rest; retry-dead asks for nothing", async () => {
    const arxiv = await server([
      oaiPage([ONE, TWO.replace("2301.00002</id>", "nonsense</id>")], "a"),
      { status: 404 },
      oaiPage([THREE]),
    ]);
    const load = loader(arxiv);
    const first = await load({});
    expect(first).toMatchObject({
      status: "done",
      rows: { read: 2, indexed: 1, dead: 1 },
      failed_files: [expect.stringContaining("404")],
    });
    const second = await load({ resume: true });
    expect(second).toMatchObject({ status: "done", failed_files: [], rows: { read: 3, indexed: 1, unchanged: 1, dead: 1 } });
    const [letter] = second.first_dead;
    const again = await load({ only: new Set([`${letter!.file}\n${letter!.line}`]) });
    expect(again.rows).toMatchObject({ read: 1, dead: 1 });
    expect(arxiv.asked).toHaveLength(3);
  });

  it("of which nothing changed is done, with no rows", async () => {
    const arxiv = await server([oaiError("noRecordsMatch", "nothing")]);
    expect(await loader(arxiv)({})).toMatchObject({ status: "done", rows: { read: 0 }, failed_files: [] });
  });
});

/** An HTTP server on this machine that gives these answers in turn; the last one for ever. */
async function server(answers: readonly Answer[]) {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const http = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => (open -= 1));
    asked.push(request.url ?? "");
    give(response, answers[Math.min(asked.length, answers.length) - 1]!);
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => void http.close());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const folder = join(scratchFolder(), "pages");
  const clock = testClock(0);
  const options = (path: string): HarvestOptions => ({ url: origin + path, folder, mode: "fresh", origins: [origin], clock });
  return {
    asked,
    origin,
    folder,
    clock,
    options,
    mostAtOnce: () => most,
    async pages(path: string, more: Partial<HarvestOptions> = {}): Promise<string[]> {
      const names: string[] = [];
      for await (const page of await openHarvest({ ...options(path), ...more })) {
        expect(existsSync(page)).toBe(true);
        names.push(basename(page));
      }
      return names;
    },
  };
}

function give(response: ServerResponse, answer: Answer): void {
  if (answer === RESET) response.socket?.destroy();
  else if (typeof answer === "string") response.writeHead(200, { "content-type": "text/xml" }).end(answer);
  else response.writeHead(answer.status, answer.headers).end();
}

function loader({ origin, clock }: Awaited<ReturnType<typeof server>>) {
  const dataDir = scratchFolder();
  const engine = openLanceDb({ folder: join(dataDir, "index"), prefix: "" });
  const records = openSqliteRecords(join(dataDir, "records.sqlite"));
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await records[Symbol.asyncDispose]();
  });
  const source = { target: "papers", format: "arxiv", path: `${origin}/oai` } as const;
  return (options: Partial<RunOptions>) =>
    runIngest(
      { source, dataDir, ...options },
      { engine, records, embedder: hashEmbedder(), download: { origins: [origin], clock } },
    );
}
