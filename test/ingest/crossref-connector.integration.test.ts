import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connector } from "../../ingest/connectors/connector.ts";
import { lastAskedOf } from "../../ingest/connectors/last-asked.ts";
import { connectorNamed } from "../../ingest/connectors/registry.ts";
import { runSource } from "../../ingest/connectors/run-source.ts";
import type { SourceDeps } from "../../ingest/connectors/source-deps.ts";
import { defaultSettings, type SourceSettings } from "../../ingest/connectors/settings.ts";
import { knownSpace } from "../../src/embedding/port.ts";
import { FAULTS, fakeService, type Fault, type Reply } from "./fake-service.ts";
import { contents, paperLoader } from "./loader.ts";

const COUNT = 9;
const doi = (number: number): string => `10.1000/p${number}`;
const held = Array.from({ length: COUNT }, (_, number) => ({
  id: doi(number),
  title: `Paper ${number}`,
  source: { name: "list" },
}));

describe("asking Crossref", () => {
  it("brings what it says of held papers, dated by the day; counts keep their history, and what it no longer says goes", async () => {
    const { run, loader, works } = await library();
    const retraction = { DOI: "10.1000/n", type: "retraction", label: "Retraction", updated: { "date-parts": [[2024, 5, 6]] } };
    works.set(doi(0), { "updated-by": [retraction], "is-referenced-by-count": 5, funder: [{ name: "A Fund" }] });
    works.set(doi(1), { reference: [{ DOI: doi(0) }, { DOI: "10.9/elsewhere" }] });
    const done = { status: "done", present: COUNT, missing: 0, failed: 0, left: 0, requests: 1, error: null };
    expect(await run()).toMatchObject({ ...done, signals_removed: 0 });
    works.set(doi(0), { "updated-by": [retraction], "is-referenced-by-count": 8 });
    expect(await run({}, { now: at("2026-12-01") })).toMatchObject({ ...done, signals_removed: 1 });
    const { papers, signals } = await contents(loader.engine);
    expect(papers).toHaveLength(COUNT);
    expect(papers.find(({ paper_id }) => paper_id === `doi:${doi(0)}`)).toMatchObject({ retracted: true, venue: "J" });
    const said = signals.filter(({ paper_ids }) => paper_ids[0] === `doi:${doi(0)}`);
    expect(said.map(({ kind, value, observed_at, history }) => ({ kind, value, observed_at, history }))).toEqual(
      expect.arrayContaining([
        { kind: "retraction", value: null, observed_at: "2024-05-06", history: [] },
        { kind: "citation", value: 8, observed_at: "2026-12-01", history: [{ observed_at: "2026-11-22", value: 5 }] },
        { kind: "citation", value: null, observed_at: "2020-01-02", history: [] },
      ]),
    );
    expect(said).toHaveLength(3);
  }, 120_000);

  it("takes back what a work no longer says of others, also where it is gone, and nothing that is still said", async () => {
    const { run, loader, works } = await library();
    const updated = { "date-parts": [[2024, 5, 6]] };
    const notice = (of: number) => ({ "update-to": [{ DOI: doi(of), type: "retraction", updated }] });
    const retracted = { "updated-by": [{ DOI: doi(4), type: "retraction", updated }] };
    works.set(doi(1), { reference: [{ DOI: doi(0) }, { DOI: doi(2) }] });
    works.set(doi(3), { reference: [{ DOI: doi(0) }] });
    works.set(doi(4), notice(5));
    works.set(doi(5), retracted);
    works.set(doi(6), notice(7));
    const said = async () =>
      (await contents(loader.engine)).signals
        .filter(({ title }) => !title.startsWith("Citations of"))
        .map(({ title, paper_ids }) => `${title} → ${paper_ids[0]}`)
        .toSorted(byCode);
    await run();
    expect(await said()).toEqual([
      `Cited by ${doi(1)} → doi:${doi(0)}`,
      `Cited by ${doi(1)} → doi:${doi(2)}`,
      `Cited by ${doi(3)} → doi:${doi(0)}`,
      `Retraction of ${doi(5)} → doi:${doi(5)}`,
      `Retraction of ${doi(7)} → doi:${doi(7)}`,
    ]);
    works.set(doi(1), { reference: [{ DOI: doi(0) }] });
    works.delete(doi(3));
    works.set(doi(4), {});
    works.set(doi(6), {});
    // Three told by no work any more, and the count of the work that is gone.
    expect(await run({}, { now: at("2026-12-01") })).toMatchObject({ status: "done", signals_removed: 4 });
    expect(await said()).toEqual([`Cited by ${doi(1)} → doi:${doi(0)}`, `Retraction of ${doi(5)} → doi:${doi(5)}`]);
    const { papers } = await contents(loader.engine);
    expect(papers.find(({ paper_id }) => paper_id === `doi:${doi(0)}`)?.signal_counts).toEqual({ citation: 2 });
  }, 120_000);

  it("asks about nothing before its time, and takes back a work that is gone, which the work by itself tells and no list", async () => {
    const { run, told, works, service } = await asking({});
    await run();
    expect(await run({}, { now: at("2026-11-23") })).toMatchObject({ requests: 0, present: 0 });
    works.delete(doi(3));
    const before = { asked: service.asked.length, told: told.length };
    expect(await run({}, { now: at("2026-12-24") })).toMatchObject({ present: COUNT - 1, missing: 1 });
    expect(service.asked.slice(before.asked)).toHaveLength(2);
    expect(told.slice(before.told)).toContain(`deleted ${doi(3)}`);
  });

  it("spends its budget and goes on with the oldest look", async () => {
    const { run, service } = await asking({ batch: 2 });
    expect(await run({ budget: 2 })).toMatchObject({ status: "budget_spent", present: 4, left: COUNT - 4, requests: 2 });
    expect(await run({ budget: 9 })).toMatchObject({ status: "done", present: 5, left: 0, requests: 3 });
    expect(new Set(service.asked).size).toBe(5);
  });

  it("loses nothing and has nothing twice where every other answer is a fault, at one request at a time", async () => {
    const { run, told, service } = await asking({
      batch: 1,
      faulty: (number) => (number % 2 === 0 ? FAULTS[(number / 2) % FAULTS.length]! : null),
    });
    expect(await run()).toMatchObject({ status: "done", present: COUNT, failed: 0, left: 0, error: null });
    expect(told.toSorted(byCode)).toEqual(held.map(({ id }) => id));
    expect(service.mostAtOnce()).toBe(1);
  });

  it("asks again with the next run about what failed alone, and keeps the beginning of the answer", async () => {
    const works = (url: URL): Reply =>
      url.pathname.endsWith("p4") && isBroken
        ? { text: "<html>no" }
        : { json: { message: { DOI: decodeURIComponent(url.pathname.slice(7)) } } };
    let isBroken = true;
    const { run, loader } = await asking({ batch: 1, answer: works });
    expect(await run()).toMatchObject({ status: "done", present: COUNT - 1, failed: 1, left: 0 });
    isBroken = false;
    expect(await run()).toMatchObject({ status: "done", present: 1, failed: 0, requests: 1 });
    const letter = readFileSync(join(loader.folder, "sources/crossref/failures.log"), "utf8");
    expect(JSON.parse(letter)).toMatchObject({
      subject: doi(4),
      problem: expect.stringContaining("not valid JSON"),
      answer: "<html>no",
    });
  });

  it("keeps its place where the service is away, and says why", async () => {
    const { run, service } = await asking({ batch: 1, faulty: (number) => (number > 4 ? "500" : null) });
    expect(await run()).toMatchObject({
      status: "failed",
      present: 4,
      failed: 0,
      left: COUNT - 4,
      error: expect.stringContaining("HTTP status 500"),
    });
    const asked = service.asked.length;
    expect(await run()).toMatchObject({ status: "failed", present: 0, left: COUNT - 4 });
    expect(service.asked[asked]).toContain("p4");
  });

  it("stops at once where it is told to wait for hours, or its credential is refused", async () => {
    const { run } = await asking({ answer: () => ({ status: 429, headers: { "retry-after": "90000" } }) });
    expect(await run()).toMatchObject({ status: "failed", requests: 1, error: expect.stringContaining("429") });
    const refusing = await asking({ answer: () => ({ status: 401 }) });
    const secret = { CROSSREF_TOKEN: "s3cret" };
    const report = await refusing.run({}, { environment: secret });
    expect(report).toMatchObject({ status: "failed", requests: 1 });
    expect(JSON.stringify(report)).not.toContain("s3cret");
  });

  it("that was stopped between asking and loading is made up for without asking again", async () => {
    const stopping = new AbortController();
    const { run, told, loader, service } = await asking({
      batch: 2,
      answered: (number) => number === 3 && setImmediate(() => stopping.abort()),
    });
    expect(await run({}, { signal: stopping.signal })).toMatchObject({ status: "stopped" });
    expect(await lastAskedOf(loader.records, "crossref")).toHaveProperty("size", 0);
    expect(await run()).toMatchObject({ status: "done", left: 0 });
    expect(new Set(told)).toEqual(new Set(held.map(({ id }) => id)));
    expect(await lastAskedOf(loader.records, "crossref")).toHaveProperty("size", COUNT);
    expect(service.asked.length).toBeLessThanOrEqual(6);
  });
});

function byCode(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function at(day: string): () => Date {
  return () => new Date(`${day}T02:15:00Z`);
}

interface Options {
  batch?: number;
  faulty?: (number: number) => Fault | null;
  answer?: (url: URL) => Reply;
  answered?: (number: number) => unknown;
}

/** Asks about nine papers, and loads nothing; `told`: the DOIs of the rows that were to be loaded. */
async function asking(options: Options) {
  const loader = paperLoader();
  await loader.engine.create(knownSpace(loader.embedder));
  const told: string[] = [];
  const subjects = new Map(held.map(({ id }) => [id, { key: id, paperIds: [`doi:${id}`] }]));
  const connector: Connector = {
    ...connectorNamed("crossref"),
    loads: [],
    subjects: async () => subjects,
    async *ask(...asked) {
      for await (const one of connectorNamed("crossref").ask(...asked)) {
        told.push(
          ...one.rows.map((row) => {
            const { DOI, deleted } = row as { DOI: string; deleted?: boolean };
            return deleted ? `deleted ${DOI}` : DOI;
          }),
        );
        yield one;
      }
    },
  };
  return { ...(await crossrefFor(connector, loader, options)), loader, told };
}

/** A library of nine papers, and a Crossref that knows them. */
async function library(options: Options = {}) {
  const loader = paperLoader();
  await loader.run(loader.rows("list.jsonl", held));
  return { ...(await crossrefFor(connectorNamed("crossref"), loader, options)), loader };
}

async function crossrefFor(
  connector: Connector,
  loader: ReturnType<typeof paperLoader>,
  { batch, faulty, answer, answered }: Options,
) {
  const works = new Map<string, object>(held.map(({ id }) => [id, {}]));
  const work = (id: string) => ({
    DOI: id,
    type: "journal-article",
    title: [held.find((one) => one.id === id)?.title ?? ""],
    "container-title": ["J"],
    published: { "date-parts": [[2020, 1, 2]] },
    "is-referenced-by-count": 0,
    ...works.get(id),
  });
  let number = 0;
  const crossref = (url: URL): Reply => {
    answered?.((number += 1));
    const single = decodeURIComponent(url.pathname.slice("/works/".length));
    if (single !== "")
      return works.has(single) ? { json: { message: work(single) } } : { status: 404, text: "Resource not found." };
    const asked = url.searchParams
      .get("filter")!
      .split(",")
      .map((filter) => filter.replace(/^doi:/u, ""));
    return { json: { message: { items: asked.filter((id) => works.has(id)).map(work) } } };
  };
  const service = await fakeService(answer ?? crossref, faulty);
  const { engine, records, embedder, folder } = loader;
  const run = (settings: Partial<SourceSettings> = {}, deps: Partial<SourceDeps> = {}) =>
    runSource(
      { ...connector, ...(batch === undefined ? {} : { batch }) },
      { ...defaultSettings("crossref"), addresses: { api: service.address }, between_ms: 0, ...settings },
      {
        engine,
        records,
        embedder,
        dataDir: folder,
        environment: {},
        now: at("2026-11-22"),
        client: { backoff: { baseMs: 1, maxMs: 2 }, timeoutMs: faulty ? 300 : 20_000, maxBytes: 200_000, maxAttempts: 3 },
        ...deps,
      },
    );
  return { works, service, run };
}
