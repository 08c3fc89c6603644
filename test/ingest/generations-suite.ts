import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildIndex, type BuildDeps } from "../../ingest/generations/build.ts";
import type { BuildRecord } from "../../ingest/generations/build-record.ts";
import { marksOf } from "../../ingest/generations/differences.ts";
import { documentsOf } from "../../ingest/generations/documents.ts";
import { knownGenerations, promoteBuild, pruneGenerations, rollback } from "../../ingest/generations/swap.ts";
import { runIngest } from "../../ingest/run.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import { TARGETS, type Engine, type GenerationNames } from "../../src/engine/port.ts";
import { questionVector } from "../../src/retrieval/library.ts";
import { passage, row } from "../support/documents.ts";
import { hashEmbedder, type HashEmbedder } from "../support/hash-embedder.ts";
import { newRecords } from "../support/records.ts";
import { scratchFolder } from "./files.ts";

/** An empty place of its own; `open` opens it, as each process would. */
export type OpenPlace = () => Promise<{ open(): Engine; dispose(): Promise<void> }>;

/** What `index build`, `promote`, `rollback` and `prune` promise on every engine. */
export function generationsSuite(name: string, openPlace: OpenPlace): void {
  // Whole builds and swaps, which wait for writes that are on their way.
  vi.setConfig({ testTimeout: 180_000 });
  describe(`${name}: a new generation`, () => {
    let place: Awaited<ReturnType<OpenPlace>>;
    beforeAll(async () => {
      place = await openPlace();
    });
    afterAll(() => place.dispose());

    it("from the live one equals it, hash by hash, without embedding anything, and is not live", async () => {
      const load = await loaded(place, 1_100);
      const build = await load.build();
      expect(failures(build)).toEqual([]);
      expect(build).toMatchObject({ state: "built", texts_embedded: 0, vectors_reused: 1_210, rows_dead: 0 });
      expect(await states(load.engine, build.generations)).toEqual(await states(load.engine, build.base!));
      expect(await vectorOf(load.engine, build.generations)).toEqual(await vectorOf(load.engine, build.base!));
      expect((await load.engine.status())[0]!.generation).toBe(build.base!.papers);
      expect(await load.known()).toMatchObject({ [build.base!.papers]: "live", [build.generations.papers]: "built" });
    });

    it("has everything that was written to, and removed from, the live one while it was built and until it is live", async () => {
      const load = await loaded(place, 300);
      const build = await load.build({
        async onLine(line) {
          if (!/papers copied from/u.test(line)) return;
          await load.ingest([paperLine(7, "changed while copying"), paperLine(900, "new while copying")]);
          await load.engine.papers.remove(["acl:P19-1008"]);
          await load.engine.passages.remove(["text:1-3"]);
          await load.engine.passages.write([row(passage({ passage_id: "text:2-0", paper_id: "acl:P19-1002" }))]);
        },
      });
      expect(failures(build)).toEqual([]);
      expect(build.caught_up).toBeGreaterThanOrEqual(3);
      await load.ingest([paperLine(9, "changed after the build")]);
      await load.engine.papers.remove(["acl:P19-1010"]);
      const swap = await promoteBuild({ dataDir: load.dataDir }, load.deps);
      expect(swap.live).toEqual(build.generations);
      expect(swap.previous).toEqual(build.base);
      expect(await states(load.engine, build.generations)).toEqual(await states(load.engine, build.base!));
      const papers = await load.engine.papers.get([
        "acl:P19-1007",
        "acl:P19-1900",
        "acl:P19-1008",
        "acl:P19-1009",
        "acl:P19-1010",
      ]);
      expect([...papers.values()].map(({ title }) => title).sort()).toEqual([
        "Paper 7 changed while copying",
        "Paper 9 changed after the build",
        "Paper 900 new while copying",
      ]);
    });

    it("becomes live under searches and writes without an error, a mixed answer or a lost write", async () => {
      const load = await loaded(place, 200);
      const server = place.open();
      const build = await load.build();
      const problems: string[] = [];
      const going = new AbortController();
      let searches = 0;
      const searching = (async () => {
        while (!going.signal.aborted) {
          const [counted, found] = await Promise.all([
            server.papers.count({}, PATIENT),
            server.papers.search({ text: "Paper", filters: {}, depth: 1_000 }, PATIENT),
          ]).catch((error: unknown) => [0, String(error)] as const);
          searches += 1;
          if (typeof found === "string") problems.push(found);
          else if (counted < 200 || new Set(found.lexical!.hits.map(({ id }) => id)).size < 200)
            problems.push(`found ${counted}`);
        }
      })();
      let written = 0;
      const writing = (async () => {
        while (!going.signal.aborted) {
          await load.ingest([paperLine(2_000 + written, "written under way")], server);
          written += 1;
        }
      })();
      let again: BuildRecord;
      try {
        await promoteBuild({ dataDir: load.dataDir }, load.deps);
        again = await load.build();
        expect([failures(build), failures(again), problems]).toEqual([[], [], []]);
        await promoteBuild({ dataDir: load.dataDir }, load.deps);
      } finally {
        going.abort();
        await Promise.all([searching, writing]);
        await server[Symbol.asyncDispose]();
      }
      expect(problems).toEqual([]);
      expect(searches).toBeGreaterThan(5);
      expect(await load.live()).toEqual(again.generations);
      expect([build.state, again.state]).toEqual(["built", "built"]);
      const ids = Array.from({ length: written }, (_, index) => `acl:P19-${3_000 + index}`);
      expect([...(await load.engine.papers.get(ids, PATIENT)).keys()].sort()).toEqual(ids);
    });

    it("gives way to the one before, and prune keeps both and removes what was left over", async () => {
      const load = await loaded(place, 50);
      const first = await load.build();
      await promoteBuild({ dataDir: load.dataDir }, load.deps);
      const second = await load.build();
      await promoteBuild({ dataDir: load.dataDir }, load.deps);
      const waiting = await load.build();
      const removed = await pruneGenerations({ dataDir: load.dataDir }, load.deps);
      expect(removed).toContain(first.base!.papers);
      expect(removed).toContain(first.base!.signals);
      expect(await load.known()).toEqual({
        [first.generations.papers]: "previous",
        [first.generations.signals]: "previous",
        [first.generations.passages!]: "previous",
        [second.generations.papers]: "live",
        [second.generations.signals]: "live",
        [second.generations.passages!]: "live",
        [waiting.generations.papers]: "built",
        [waiting.generations.signals]: "built",
        [waiting.generations.passages!]: "built",
      });
      expect((await rollback(load.deps)).live).toEqual(first.generations);
      expect(await load.engine.papers.count({})).toBe(50);
      // What was built beside the other one no longer fits.
      await expect(promoteBuild({ dataDir: load.dataDir }, load.deps)).rejects.toThrow("build again");
      expect((await pruneGenerations({ dataDir: load.dataDir, all: true }, load.deps)).sort()).toEqual(
        [waiting, second].flatMap(({ generations }) => Object.values(generations) as string[]).sort(),
      );
      await expect(rollback(load.deps)).rejects.toThrow("no previous generation");
    });

    it("can be promoted again after a rollback, with what was written to it and to the one before, the later form of each", async () => {
      const load = await loaded(place, 30);
      const build = await load.build();
      await promoteBuild({ dataDir: load.dataDir }, load.deps);
      await load.ingest([paperLine(50), paperLine(51)]);
      await rollback(load.deps);
      await load.ingest([paperLine(51, "as it is after the rollback"), paperLine(52)]);
      const { live, caught_up: caughtUp } = await promoteBuild({ dataDir: load.dataDir }, load.deps);
      expect([live, caughtUp]).toEqual([build.generations, 2]);
      const papers = await load.engine.papers.get(
        [50, 51, 52].map((number) => `acl:P19-${1_000 + number}`),
        PATIENT,
      );
      expect([...papers.values()].map(({ title }) => title).sort()).toEqual([
        "Paper 50 about words of paper 50",
        "Paper 51 as it is after the rollback",
        "Paper 52 about words of paper 52",
      ]);
    });

    it("of another embedding model: the server searches by words, flagged, until it is live, and by meaning from then on, without a restart", async () => {
      const load = await loaded(place, 60);
      const server = { engine: place.open(), embedder: hashEmbedder({ model: "another-model" }), records: load.deps.records };
      const vector = () => questionVector(server, "papers", "words of paper 3", { strict: false });
      expect(await vector()).toMatchObject({ degraded: { part: "semantic" } });
      const next = { ...load.deps, embedder: server.embedder };
      const build = await buildIndex({ from: LIVE, dataDir: load.dataDir }, next);
      expect(failures(build)).toEqual([]);
      expect(build).toMatchObject({ vectors_reused: 0, texts_embedded: 66, space: server.embedder.space });
      await expect(promoteBuild({ dataDir: load.dataDir }, load.deps)).rejects.toThrow("embedding model");
      await promoteBuild({ dataDir: load.dataDir }, next);
      await expect.poll(vector, { timeout: 10_000, interval: 200 }).toHaveProperty("vector");
      const found = await vector();
      if (!("vector" in found)) throw new Error("no vector");
      const { semantic } = await server.engine.papers.search({ vector: found.vector, filters: {}, depth: 5 }, PATIENT);
      expect(semantic!.hits).toHaveLength(5);
      await server.engine[Symbol.asyncDispose]();
    });

    it("from files holds their papers, the live signals, and what was written meanwhile", async () => {
      const load = await loaded(place, 40);
      const source = load.file([
        ...Array.from({ length: 35 }, (_, index) => paperLine(index, "of the file")),
        paperLine(77, "of the file alone"),
      ]);
      await load.engine.signals.refresh();
      const signals = await load.engine.signals.count({});
      const build = await load.build({
        from: { papers: [source], signals: "live" },
        async onLine(line) {
          if (/: 36 rows/u.test(line))
            await load.ingest([paperLine(500, "written meanwhile"), paperLine(3, "changed meanwhile")]);
        },
      });
      expect(failures(build)).toEqual([]);
      const index = load.engine.at(build.generations);
      expect(await index.papers.count({})).toBe(37);
      expect(await index.signals.count({})).toBe(signals);
      expect(await index.passages.count({})).toBe(12);
      const papers = await index.papers.get(["acl:P19-1002", "acl:P19-1003", "acl:P19-1038", "acl:P19-1500"]);
      expect([...papers.values()].map(({ title }) => title).sort()).toEqual([
        "Paper 2 of the file",
        "Paper 3 changed meanwhile",
        "Paper 500 written meanwhile",
      ]);
      expect(await index.papers.count({ has_code: true })).toBe(4);
    });

    it("takes the vectors of passages over, and has those that are missing made only where passages are to have vectors", async () => {
      const load = await loaded(place, 10);
      const given = row(
        passage({ passage_id: "text:2-0", paper_id: "acl:P19-1002" }),
        await load.deps.embedder.embedQuery("given"),
      );
      await load.engine.passages.write([given]);
      await load.engine.passages.refresh();
      const vectors = ({ generations }: BuildRecord) =>
        load.engine.at(generations).passages.vectors(["text:2-0", "text:1-0", "text:1-11"]);
      const without = await load.build();
      expect([...(await vectors(without)).keys()]).toEqual(["text:2-0"]);
      const build = await load.build({ embedsPassages: true });
      expect(failures(build)).toEqual([]);
      expect(build).toMatchObject({ state: "built", texts_embedded: 12 });
      const stored = await vectors(build);
      expect([...stored.keys()].sort()).toEqual(["text:1-0", "text:1-11", "text:2-0"]);
      expect(stored.get("text:2-0")).toEqual(given.vector);
      const [made] = await load.deps.embedder.embedTexts(["Title of doi:paper\nContent of text:1-0."]);
      expect(stored.get("text:1-0")).toEqual(made);
    });

    it("with too many dead letters is not promoted, unless by force", async () => {
      const load = await loaded(place, 10);
      const source = load.file([...Array.from({ length: 10 }, (_, index) => paperLine(index)), "{", "{"]);
      const build = await load.build({ from: { papers: [source], signals: "live" } });
      expect(build.state).toBe("failed");
      expect(failures(build)).toEqual(["dead_letters"]);
      await expect(promoteBuild({ dataDir: load.dataDir }, load.deps)).rejects.toThrow("index build");
      await expect(promoteBuild({ dataDir: load.dataDir, name: build.generations.papers }, load.deps)).rejects.toThrow(
        "2 of 13 rows",
      );
      const { live } = await promoteBuild({ dataDir: load.dataDir, name: build.generations.papers, force: true }, load.deps);
      expect(live).toEqual(build.generations);
    });

    it("that was stopped leaves the live one as it was, goes on by the same command, and can be pruned", async () => {
      const load = await loaded(place, 2_500);
      const before = await states(load.engine, (await load.live())!);
      const next = { ...load.deps, embedder: hashEmbedder({ model: "third-model" }) };
      const stopping = new AbortController();
      const slow: HashEmbedder = {
        ...next.embedder,
        async embedTexts(texts) {
          if (next.embedder.texts.length > 1_500) stopping.abort(new Error("stopped"));
          return next.embedder.embedTexts(texts);
        },
      };
      const stopped = await buildIndex(
        { from: LIVE, dataDir: load.dataDir, signal: stopping.signal },
        { ...next, embedder: slow },
      ).catch((error: unknown) => error as Error);
      expect(stopped).toMatchObject({ message: "stopped" });
      expect(await load.known()).toMatchObject({ [(await load.live())!.papers]: "live" });
      expect(Object.values(await load.known())).toContain("stopped");
      expect(await states(load.engine, (await load.live())!)).toEqual(before);
      const embedded = next.embedder.texts.length;
      const build = await buildIndex({ from: LIVE, dataDir: load.dataDir }, next);
      expect(failures(build)).toEqual([]);
      expect(next.embedder.texts.length - embedded).toBeLessThanOrEqual(2_750 - 1_000);
      expect(await states(load.engine, build.generations)).toEqual(before);
    });
  });
}

const LIVE: BuildRecord["from"] = { papers: "live", signals: "live" };
const PATIENT = { timeoutMs: 30_000 };

/** The place with this many papers, a tenth of them with a signal, and nothing else. */
async function loaded(place: Awaited<ReturnType<OpenPlace>>, papers: number) {
  const engine = place.open();
  await engine.drop();
  const dataDir = scratchFolder();
  const embedder = hashEmbedder();
  const deps: BuildDeps = { engine, embedder, records: newRecords() };
  let files = 0;
  const file = (lines: readonly string[]): SourceOptions => {
    const path = join(dataDir, `${(files += 1)}.jsonl`);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
    return { target: "papers", path, format: "jsonl", sourceName: "test" };
  };
  const ingest = async (lines: readonly string[], into: Engine = engine) => {
    const report = await runIngest({ source: file(lines), dataDir }, { engine: into, embedder, records: deps.records });
    expect(report).toMatchObject({ status: "done", rows: { dead: 0 } });
  };
  await ingest(Array.from({ length: papers }, (_, index) => paperLine(index)));
  const signals = file(
    Array.from({ length: papers / 10 }, (_, index) =>
      JSON.stringify({
        kind: "code",
        title: `Code of paper ${index * 10}`,
        statement: `Paper ${index * 10} has code.`,
        paper_ids: [`acl:P19-${1_000 + index * 10}`],
        observed_at: "2025-01-01",
        polarity: "supports",
        source: { name: "test" },
      }),
    ),
  );
  const report = await runIngest({ source: { ...signals, target: "signals" }, dataDir }, deps);
  expect(report).toMatchObject({ status: "done", rows: { dead: 0 } });
  const passages = Array.from({ length: 12 }, (_, index) =>
    row(passage({ passage_id: `text:1-${index}`, paper_id: "acl:P19-1001", index })),
  );
  await engine.passages.write(passages);
  await engine.passages.refresh();
  return {
    engine,
    deps,
    dataDir,
    file,
    ingest,
    build: ({
      from = LIVE,
      onLine,
      embedsPassages,
    }: { from?: BuildRecord["from"]; onLine?: BuildDeps["say"]; embedsPassages?: boolean } = {}) =>
      buildIndex({ from, dataDir }, { ...deps, say: onLine, embedsPassages }),
    async known() {
      const known = await knownGenerations(engine, deps.records);
      return Object.fromEntries(known.map(({ generation, state }) => [generation, state]));
    },
    async live(): Promise<GenerationNames | null> {
      const [papers, signals, passages] = (await engine.status()).map(({ generation }) => generation);
      return papers === null || signals === null ? null : { papers: papers!, signals: signals!, passages: passages! };
    },
  };
}

function paperLine(number: number, rest = `about words of paper ${number}`): string {
  return JSON.stringify({ title: `Paper ${number} ${rest}`, acl: `P19-${1_000 + number}`, year: 2000 + (number % 20) });
}

/** The names of the checks that failed, and the error. */
function failures({ checks, error }: BuildRecord): string[] {
  return [...checks.filter(({ passed }) => !passed).map(({ name }) => name), ...(error === null ? [] : [error])];
}

/** Ids and hashes of everything in these generations. */
async function states(engine: Engine, names: GenerationNames): Promise<string[]> {
  const index = engine.at(names);
  const all: string[] = [];
  for (const target of TARGETS) {
    await documentsOf(index, target).refresh();
    for await (const { id, hash } of marksOf(documentsOf(index, target))) all.push(`${id} ${hash}`);
  }
  return all;
}

async function vectorOf(engine: Engine, names: GenerationNames): Promise<number[]> {
  const vectors = await engine.at(names).papers.vectors(["acl:P19-1005"]);
  return [...vectors.get("acl:P19-1005")!].map((component) => Math.round(component * 1e6));
}
