import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TARGETS, type Engine, type GenerationNames } from "../../src/engine/port.ts";
import type { Row } from "../../src/engine/writes.ts";
import type { Paper } from "../../src/documents/paper.ts";
import { paper, row, signal, SMALL_SPACE, unitVector, vectorAt } from "../support/documents.ts";
import type { OpenEngine } from "./contract.ts";
import { FULL_PAPER } from "./library.ts";

const OTHER_SPACE = { model: "another@1", dimensions: 5 };

/** What every engine promises of scans and generations, as tests. */
export function generationsContract(name: string, openEngine: OpenEngine): void {
  const opened = () => {
    let place: Awaited<ReturnType<OpenEngine>>;
    beforeAll(async () => {
      place = await openEngine();
    });
    afterAll(() => place.dispose());
    return () => place.engine;
  };

  describe(`${name}: scan`, () => {
    const engine = opened();
    const rows = Array.from({ length: 25 }, (_, index) =>
      row(
        paper({ paper_id: `doi:${String(index).padStart(3, "0")}`, title: `Paper ${index}` }),
        index % 3 === 0 ? null : vectorAt(index / 25),
      ),
    );

    beforeAll(async () => {
      await engine().create(SMALL_SPACE);
      await engine().papers.write([...rows, row(FULL_PAPER, vectorAt(1))]);
      await engine().papers.refresh();
    });

    test("gives every row once, whole, in the order of ids", async () => {
      const pages = await collected(engine().papers.scan({ pageSize: 10 }));
      expect(pages.map((page) => page.length)).toEqual([10, 10, 6]);
      expect(pages.flat().map(({ document }) => document)).toEqual([...rows.map(({ document }) => document), FULL_PAPER]);
      for (const [index, { vector }] of pages.flat().slice(0, 25).entries()) {
        if (rows[index]!.vector === null) expect(vector).toBeNull();
        else for (const [axis, component] of vector!.entries()) expect(component).toBeCloseTo(rows[index]!.vector[axis]!, 6);
      }
    });

    test("goes on after an id, without vectors where none are asked for", async () => {
      const found = (await collected(engine().papers.scan({ after: "doi:022", vectors: false }))).flat();
      expect(found.map(({ document }) => document.paper_id)).toEqual(["doi:023", "doi:024", "doi:full"]);
      expect(found.every(({ vector }) => vector === null)).toBe(true);
    });

    test("ends where the documents fill the last page, and over nothing at once", async () => {
      expect((await collected(engine().papers.scan({ pageSize: 13 }))).map((page) => page.length)).toEqual([13, 13]);
      expect(await collected(engine().signals.scan())).toEqual([]);
    });

    test("what is written and removed meanwhile disturbs nothing that stays", async () => {
      const seen: string[] = [];
      for await (const page of engine().papers.scan({ pageSize: 4 })) {
        if (seen.length === 4) {
          await engine().papers.write([row(paper({ paper_id: "doi:000a" })), row(paper({ paper_id: "doi:0091" }))]);
          await engine().papers.remove(["doi:010"]);
          await engine().papers.refresh();
        }
        seen.push(...page.map(({ document }) => document.paper_id));
      }
      const stays = rows.map(({ document }) => document.paper_id).filter((id) => id !== "doi:010");
      expect(seen.filter((id) => stays.includes(id))).toEqual(stays);
      expect(new Set(seen).size).toBe(seen.length);
    });
  });

  describe(`${name}: generations`, () => {
    const engine = opened();
    let first: GenerationNames;
    let second: GenerationNames;
    const roles = async () =>
      Object.fromEntries((await engine().generations()).map(({ generation, role }) => [generation, role]));
    const titles = async () =>
      (await engine().papers.search({ text: "generation", filters: {}, depth: 10 })).lexical!.hits.map(({ id }) => id);

    test("before there is an index there are none", async () => {
      expect(await engine().generations()).toEqual([]);
    });

    test("a new one is empty, beside the live one, in a space of its own, and nothing reads it", async () => {
      await engine().create(SMALL_SPACE);
      await engine().papers.write([row(paper({ paper_id: "doi:old", title: "Old generation" }), vectorAt(0.5))]);
      await engine().papers.refresh();
      first = await liveNames(engine());
      second = await newPair(engine(), OTHER_SPACE);
      expect(await roles()).toEqual({
        [first.papers]: "live",
        [first.signals]: "live",
        [first.passages!]: "live",
        [second.papers]: "spare",
        [second.signals]: "spare",
        [second.passages!]: "spare",
      });
      expect(await engine().at(second).status()).toMatchObject([
        { target: "papers", generation: second.papers, documents: 0, space: OTHER_SPACE },
        { target: "signals", generation: second.signals, documents: 0, space: OTHER_SPACE },
        { target: "passages", generation: second.passages, documents: 0, space: OTHER_SPACE },
      ]);
      expect((await engine().status())[0]).toMatchObject({ generation: first.papers, documents: 1, space: SMALL_SPACE });
    });

    test("several processes that make one at a time get one each", async () => {
      const names = await Promise.all([1, 2, 3].map(() => engine().createGeneration("signals", SMALL_SPACE)));
      expect(new Set(names).size).toBe(3);
      await engine().dropGenerations(names);
      expect(Object.keys(await roles())).toHaveLength(6);
    });

    test("a load goes into the one that is named, and the live one goes on", async () => {
      const index = engine().at(second);
      await index.beginLoad("papers");
      const outcomes = await index.papers.write([
        row(paper({ paper_id: "doi:new", title: "New generation" }), unitVector([1], 5)),
      ]);
      expect(outcomes).toEqual([{ status: "indexed" }]);
      expect((await index.papers.get(["doi:new"])).size).toBe(1);
      await index.signals.write([row(signal({ signal_id: "sig:new", paper_ids: ["doi:new"] }))]);
      await index.papers.setCounts(new Map([["doi:new", { code: 1 }]]));
      await index.endLoad("papers");
      await index.endLoad("signals");
      await index.create(SMALL_SPACE);
      expect(await index.papers.count({ has_code: true })).toBe(1);
      expect(await index.signals.countByPaper(["doi:new"])).toEqual(new Map([["doi:new", { code: 1 }]]));
      expect(await titles()).toEqual(["doi:old"]);
      expect(await engine().signals.count({})).toBe(0);
    });

    test("promoted, all targets are read at once, in their own space; the one before is kept", async () => {
      await engine().promote(second);
      expect(await titles()).toEqual(["doi:new"]);
      expect(await engine().signals.count({})).toBe(1);
      expect((await engine().status()).map(({ space }) => space)).toEqual([OTHER_SPACE, OTHER_SPACE, OTHER_SPACE]);
      const { semantic } = await engine().papers.search({ vector: unitVector([1], 5), filters: {}, depth: 5 });
      expect(semantic!.hits.map(({ id }) => id)).toEqual(["doi:new"]);
      expect(await roles()).toMatchObject({ [first.papers]: "previous", [second.papers]: "live", [second.signals]: "live" });
      expect((await engine().at(first).papers.get(["doi:old"])).size).toBe(1);
    });

    test("promoting what is live changes nothing, and create leaves it alone", async () => {
      const before = await roles();
      await engine().promote(second);
      await engine().create(SMALL_SPACE);
      expect(await roles()).toEqual(before);
    });

    test("writes go into the live one", async () => {
      await engine().papers.write([row(paper({ paper_id: "doi:later", title: "Later generation" }))]);
      await engine().papers.refresh();
      expect((await titles()).sort()).toEqual(["doi:later", "doi:new"]);
      expect((await engine().at(first).papers.get(["doi:later"])).size).toBe(0);
    });

    test("the one before comes back by promoting it", async () => {
      await engine().promote(first);
      expect(await titles()).toEqual(["doi:old"]);
      expect(await roles()).toMatchObject({ [first.papers]: "live", [second.papers]: "previous" });
    });

    test("one that is not there is not promoted, and nothing changes", async () => {
      const before = await roles();
      const missing = { ...second, signals: second.signals.replace(/\d{6}$/u, "999999") };
      await expect(engine().promote(missing)).rejects.toMatchObject({ code: "index_missing" });
      expect(await roles()).toEqual(before);
      await expect(engine().at(missing).signals.count({})).rejects.toMatchObject({ code: "index_missing" });
    });

    test("a live one is not dropped; others are, once and again", async () => {
      await expect(engine().dropGenerations([second.papers, first.papers])).rejects.toThrow("live");
      expect(Object.keys(await roles())).toHaveLength(6);
      await engine().dropGenerations([second.papers, second.signals, second.passages!]);
      await engine().dropGenerations([second.papers]);
      expect(Object.keys(await roles()).sort()).toEqual([first.papers, first.signals, first.passages!].sort());
      await expect(
        engine()
          .at(second)
          .papers.write([row(paper({ paper_id: "doi:x" }))]),
      ).rejects.toMatchObject({ code: "index_missing" });
      expect(Object.keys(await roles())).toHaveLength(3);
    });

    test("searches while generations are swapped see one or the other, and never fail", async () => {
      const third = await newPair(engine(), SMALL_SPACE);
      const filled = (word: string) =>
        Array.from({ length: 30 }, (_, index) => row(paper({ paper_id: `doi:${word}-${index}`, title: `Common ${word}` })));
      await engine().papers.write(filled("alpha"));
      await engine().papers.refresh();
      await engine().at(third).papers.write(filled("beta"));
      await engine().at(third).papers.refresh();
      const swapping = new AbortController();
      const seen = new Set<string>();
      const searching = [1, 2].map(async () => {
        while (!swapping.signal.aborted) {
          const { lexical } = await engine().papers.search({ text: "common", filters: {}, depth: 100 }, { timeoutMs: 20_000 });
          expect(lexical!.hits).toHaveLength(30);
          const words = new Set(lexical!.hits.map(({ id }) => id.replace(/-\d+$/u, "")));
          expect(words.size).toBe(1);
          seen.add([...words][0]!);
        }
      });
      for (let turn = 0; turn < 10; turn += 1) {
        await engine().promote(turn % 2 === 0 ? third : first);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      swapping.abort();
      await Promise.all(searching);
      expect([...seen].sort()).toEqual(["doi:alpha", "doi:beta"]);
    });

    test("a scan stays with the generation that it began with", async () => {
      const live = (await engine().generations()).find(({ role, target }) => role === "live" && target === "papers")!;
      const previous = pairOf((await engine().generations()).filter(({ role }) => role === "previous"));
      const expected = await engine().papers.count({});
      let swapped = false;
      const seen: Row<Paper>[] = [];
      for await (const page of engine().papers.scan({ pageSize: 10 })) {
        seen.push(...page);
        if (!swapped) await engine().promote(previous);
        swapped = true;
      }
      expect((await engine().status())[0]!.generation).not.toBe(live.generation);
      expect(seen).toHaveLength(expected);
    });

    test("drop removes them all", async () => {
      await engine().drop();
      expect(await engine().generations()).toEqual([]);
      await engine().create(SMALL_SPACE);
      expect(await engine().papers.count({})).toBe(0);
    });
  });
}

async function newPair(engine: Engine, space: typeof SMALL_SPACE): Promise<GenerationNames> {
  const [papers, signals, passages] = await Promise.all(TARGETS.map((target) => engine.createGeneration(target, space)));
  return { papers: papers!, signals: signals!, passages: passages! };
}

async function liveNames(engine: Engine): Promise<GenerationNames> {
  return pairOf((await engine.generations()).filter(({ role }) => role === "live"));
}

function pairOf(generations: readonly { target: string; generation: string }[]): GenerationNames {
  const nameOf = (target: string) => generations.find((one) => one.target === target)!.generation;
  return { papers: nameOf("papers"), signals: nameOf("signals"), passages: nameOf("passages") };
}

async function collected<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) all.push(page);
  return all;
}
