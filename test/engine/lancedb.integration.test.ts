import { statSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect, type Table } from "@lancedb/lancedb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { passageOf } from "../../src/documents/passage.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { searchTable } from "../../src/engine/lancedb/search.ts";
import type { Engine } from "../../src/engine/port.ts";
import { paper, passage, row, SMALL_SPACE, unitVector, vectorAt } from "../support/documents.ts";
import { engineContract, type OpenEngine } from "./contract.ts";
import { generationsContract } from "./generations-contract.ts";
import { passagesContract } from "./passages-contract.ts";

const openEmpty: OpenEngine = async () => {
  const folder = await newFolder();
  const engine = openLanceDb({ folder, prefix: "" });
  return {
    engine,
    async dispose() {
      await engine[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

engineContract("LanceDB", openEmpty);
generationsContract("LanceDB", openEmpty);
passagesContract("LanceDB", openEmpty);

describe("LanceDB: a folder", () => {
  const engines: Engine[] = [];
  const folders: string[] = [];

  const open = (folder: string, prefix = "") => {
    const engine = openLanceDb({ folder, prefix });
    engines.push(engine);
    return engine;
  };
  const inNewFolder = async () => {
    const folder = await newFolder();
    folders.push(folder);
    return folder;
  };

  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine[Symbol.asyncDispose]()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  test("keeps everything when it is closed and opened again", async () => {
    const folder = await inNewFolder();
    const first = open(folder);
    await first.create(SMALL_SPACE);
    await first.papers.write([row(paper({ paper_id: "doi:1", title: "Zebras" }), vectorAt(0.5))]);
    const status = await first.status();
    await first[Symbol.asyncDispose]();

    const second = open(folder);
    expect(await second.status()).toEqual(status);
    const found = await second.papers.search({ text: "zebra", vector: vectorAt(0.5), filters: {}, depth: 10 });
    expect([found.lexical, found.semantic].map((list) => list!.hits.map(({ id }) => id))).toEqual([["doi:1"], ["doi:1"]]);
  });

  test("is made with its parents where it is not there", async () => {
    const engine = open(path.join(await inNewFolder(), "not", "there"));
    expect((await engine.status()).map(({ generation }) => generation)).toEqual([null, null, null]);
    await engine.create(SMALL_SPACE);
    expect(await engine.papers.count({})).toBe(0);
  });

  test("a second handle sees what the first creates, writes, replaces and removes", async () => {
    const folder = await inNewFolder();
    const [writer, reader] = [open(folder), open(folder)];
    await expect(reader.papers.count({})).rejects.toMatchObject({ code: "index_missing" });
    await writer.create(SMALL_SPACE);
    expect(await reader.papers.count({})).toBe(0);
    await writer.papers.write([row(paper({ paper_id: "doi:1", title: "Zebra" }), vectorAt(0.5))]);
    expect((await reader.papers.search({ text: "zebras", filters: {}, depth: 10 })).lexical!.hits).toHaveLength(1);
    await writer.endLoad("papers");
    await writer.papers.write([row(paper({ paper_id: "doi:1", title: "Okapi" }), vectorAt(0.5))]);
    expect((await reader.papers.search({ text: "zebras", filters: {}, depth: 10 })).lexical!.hits).toEqual([]);
    expect((await reader.papers.search({ text: "okapi", filters: {}, depth: 10 })).lexical!.hits).toHaveLength(1);
    await writer.papers.remove(["doi:1"]);
    expect(await reader.papers.get(["doi:1"])).toEqual(new Map());
  });

  test("a second handle sees that the first dropped the index, and made it anew", async () => {
    const folder = await inNewFolder();
    const [writer, reader] = [open(folder), open(folder)];
    await writer.create(SMALL_SPACE);
    await writer.papers.write([row(paper({ paper_id: "doi:1" }))]);
    expect(await reader.papers.count({})).toBe(1);
    await writer.drop();
    await expect(reader.papers.count({})).rejects.toMatchObject({ code: "index_missing" });
    await expect(reader.papers.write([row(paper({ paper_id: "doi:1" }))])).rejects.toMatchObject({ code: "index_missing" });
    await writer.create({ model: "another@1", dimensions: 16 });
    await reader.papers.write([row(paper({ paper_id: "doi:2" }), unitVector([1], 16))]);
    expect(await writer.papers.count({})).toBe(1);
  });

  test("reads at once from a generation that another process removed are all told that it is missing", async () => {
    const folder = await inNewFolder();
    const [builder, server] = [open(folder), open(folder)];
    await builder.create(SMALL_SPACE);
    const names = {
      papers: await builder.createGeneration("papers", SMALL_SPACE),
      signals: await builder.createGeneration("signals", SMALL_SPACE),
    };
    await builder.at(names).papers.write([row(paper({ paper_id: "doi:1", title: "Zebra" }), vectorAt(0.5))]);
    const { papers } = server.at(names);
    const reads = () =>
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? papers.get(["doi:1"]) : papers.search({ text: "zebra", filters: {}, depth: 10 }),
      );
    await Promise.all(reads());
    await builder.dropGenerations([names.papers, names.signals]);
    const outcomes = await Promise.allSettled(reads());
    const codes = outcomes.map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as { code: string }).code : "found",
    );
    expect(codes).toEqual(codes.map(() => "index_missing"));
  });

  test("a table whose files were damaged is not told as missing", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    await engine.papers.write([row(paper({ paper_id: "doi:1" }))]);
    await rm(path.join(folder, "papers-v1-000001.lance", "data"), { recursive: true });
    await expect(open(folder).papers.get(["doi:1"])).rejects.toMatchObject({ code: "engine_unavailable" });
  });

  test("several handles may create and write at once: every row that was answered is there", async () => {
    const folder = await inNewFolder();
    const handles = [open(folder), open(folder), open(folder)];
    await Promise.all(handles.map((engine) => engine.create(SMALL_SPACE)));
    const written = await Promise.all(
      handles.flatMap((engine, handle) =>
        Array.from({ length: 5 }, async (_, batch) => {
          const id = `doi:${handle}-${batch}`;
          const [outcome] = await engine.papers.write([row(paper({ paper_id: id, title: "Zebra" }), vectorAt(0.5))]);
          return outcome!.status === "indexed" ? [id] : [];
        }),
      ),
    );
    const expected = written.flat().sort();
    expect(expected.length).toBeGreaterThan(0);
    const { documents } = await handles[0]!.papers.list({ filters: {}, sort: "paper_id", limit: 100 });
    expect(documents.map(({ paper_id }) => paper_id)).toEqual(expected);
    const { lexical } = await handles[1]!.papers.search({ text: "zebra", filters: {}, depth: 100 });
    expect(lexical!.hits).toHaveLength(expected.length);
  });

  test("several handles that write the same ids at once leave one row an id", async () => {
    const folder = await inNewFolder();
    const handles = [open(folder), open(folder), open(folder)];
    await handles[0]!.create(SMALL_SPACE);
    for (let round = 0; round < 5; round += 1) {
      const rows = [row(paper({ paper_id: `doi:${round}` }), vectorAt(0.5)), row(paper({ paper_id: `doi:x${round}` }))];
      await Promise.all(handles.map((engine) => engine.papers.write(rows)));
    }
    expect(await handles[0]!.papers.count({})).toBe(10);
  });

  test("a write that names an id twice is refused as a whole", async () => {
    const engine = open(await inNewFolder());
    await engine.create(SMALL_SPACE);
    const twice = [row(paper({ paper_id: "doi:1" })), row(paper({ paper_id: "doi:1" }))];
    await expect(engine.papers.write(twice)).rejects.toMatchObject({ name: "WriteError", kind: "refused" });
    expect(await engine.papers.count({})).toBe(0);
  });

  test("another process sees a promotion with its next read, and after a restart", async () => {
    const folder = await inNewFolder();
    const [server, builder] = [open(folder), open(folder)];
    await server.create(SMALL_SPACE);
    await server.papers.write([row(paper({ paper_id: "doi:old" }))]);
    expect(await server.papers.count({})).toBe(1);
    const names = {
      papers: await builder.createGeneration("papers", SMALL_SPACE),
      signals: await builder.createGeneration("signals", SMALL_SPACE),
    };
    await builder.at(names).papers.write([row(paper({ paper_id: "doi:1" })), row(paper({ paper_id: "doi:2" }))]);
    expect(await server.papers.count({})).toBe(1);
    await builder.promote(names);
    expect(await server.papers.count({})).toBe(2);
    await server.papers.write([row(paper({ paper_id: "doi:3" }))]);
    expect(await builder.papers.count({})).toBe(3);
    expect(await open(folder).papers.count({})).toBe(3);
  });

  test("installations with different prefixes do not meet", async () => {
    const folder = await inNewFolder();
    const [one, other] = [open(folder, "one-"), open(folder, "other-")];
    await one.create(SMALL_SPACE);
    expect((await one.status()).map(({ generation }) => generation)).toEqual([
      "one-papers-v1-000001",
      "one-signals-v1-000001",
      "one-passages-v1-000001",
    ]);
    expect((await other.status()).map(({ generation }) => generation)).toEqual([null, null, null]);
  });

  test("a passage is stored once; one that an older table holds beside its text is read as it stands there", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const stored = [
      { title: "Zebras", section: ["Results", "On grass"] },
      { title: null, section: [] },
    ].map((context, index) => passage({ ...context, passage_id: `text:1-${index}`, content: `They run\nin herds ${index}.` }));
    await engine.passages.write(stored.map((document) => ({ document, vector: null })));
    const contents = async () => {
      const ids = stored.map(({ passage_id: id }) => id);
      const [whole, alone] = [await engine.passages.get(ids), await engine.passages.fields(ids, ["content"])];
      expect(ids.map((id) => alone.get(id)?.content)).toEqual(ids.map((id) => whole.get(id)?.content));
      return ids.map((id) => whole.get(id)?.content);
    };
    expect(await contents()).toEqual(stored.map(({ content }) => content));
    const tables = await connect(folder);
    const table = await tables.openTable("passages-v1-000001");
    expect(await table.countRows("content IS NOT NULL")).toBe(0);
    await table.update({ where: "passage_id = 'text:1-1'", values: { content: "As it was stored." } });
    const again = open(folder);
    expect((await again.passages.get(["text:1-1"])).get("text:1-1")?.content).toBe("As it was stored.");
    expect((await again.passages.get(["text:1-0"])).get("text:1-0")?.content).toBe(stored[0]!.content);
  });

  test("keeps what is about a whole text packed and no hash that follows from a passage; what was stored before is read as it is", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const about = { paper_id: "doi:1", title: "Zebras", year: 2020 };
    const sealed = passageOf(passage({ passage_id: "text:1-0" }), about);
    const whole = passageOf(passage({ passage_id: "whole:1", kind: "whole", whole: '{"title":"Zebras"}', content: "" }), about);
    await engine.passages.write([row(sealed), row(whole)]);
    const table = await (await connect(folder)).openTable("passages-v1-000001");
    expect(await table.countRows("content_hash IS NULL")).toBe(1);
    expect(await table.countRows("whole LIKE 'packed:json:%'")).toBe(1);
    await table.update({
      where: `passage_id = '${whole.passage_id}'`,
      values: { whole: '{"title":"As it was stored"}', content_hash: "a".repeat(64) },
    });
    await table.update({ where: "passage_id = 'text:1-0'", values: { content_hash: "b".repeat(64) } });
    const before = await open(folder).passages.get(["text:1-0", whole.passage_id]);
    expect(before.get("text:1-0")).toEqual({ ...sealed, content_hash: "b".repeat(64) });
    expect(before.get(whole.passage_id)).toEqual({
      ...whole,
      whole: '{"title":"As it was stored"}',
      content_hash: "a".repeat(64),
    });
  });

  test("finds passages by the prefixes of their ids, which alone are indexed; in a table of before by the ids", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const ids = Array.from({ length: 2_000 }, (_, index) => `text:${index >> 7}-${index & 127}`);
    const written = (at: Engine, some: readonly string[], content: string) =>
      at.passages.write(some.map((passage_id) => row(passage({ passage_id, paper_id: passage_id.split("-")[0]!, content }))));
    const load = async (at: Engine, some: readonly string[], content: string) => {
      await at.beginLoad("passages");
      expect(new Set((await written(at, some, content)).map(({ status }) => status))).toEqual(new Set(["indexed"]));
      await at.endLoad("passages");
    };
    const table = async () => (await connect(folder)).openTable("passages-v1-000001");
    const indexed = async () => (await (await table()).listIndices()).flatMap(({ columns }) => columns).toSorted();
    const worksWith = async (at: Engine) => {
      const some = ["text:0-3", "text:0-30", "text:3-0"];
      await written(at, some, "Written again.");
      await at.passages.remove(["text:0-30", "text:0"]);
      const found = await at.passages.get([...some, "text:0", "text:0-300"]);
      expect([...found].map(([id, { content }]) => `${id} ${content}`).toSorted()).toEqual([
        "text:0-3 Written again.",
        "text:3-0 Written again.",
      ]);
      await load(at, ["text:0-30"], "They run.");
      expect(await at.passages.count({})).toBe(2_000);
      expect(await at.passages.count({ paper_ids: ["text:2"] })).toBe(128);
    };
    await load(engine, ids, "They run.");
    expect(await indexed()).toEqual(["kind", "paper_id", "passage_id_prefix", "text", "year"]);
    await worksWith(engine);

    await (await table()).dropColumns(["passage_id_prefix"]);
    const before = open(folder);
    await worksWith(before);
    expect(await indexed()).toEqual(["kind", "paper_id", "passage_id", "text", "year"]);
    const pages: string[] = [];
    for await (const page of before.passages.scan()) pages.push(...page.map(({ document }) => document.passage_id));
    expect(pages).toEqual(ids.toSorted());
  });

  test("says what to do where what is stored about a whole text is damaged, and does not call the engine away", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    await engine.passages.write([row(passage({ passage_id: "whole:1", kind: "whole", whole: "{}", content: "" }))]);
    const table = await (await connect(folder)).openTable("passages-v1-000001");
    await table.update({ where: "passage_id = 'whole:1'", values: { whole: "packed:lean:00000000:AAAA" } });
    await expect(open(folder).passages.get(["whole:1"])).rejects.toMatchObject({
      code: "internal_error",
      hint: expect.stringContaining("Restore a backup") as string,
    });
  });

  test("says how large an index is: its rows and what makes them quick to find, each once", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    await engine.beginLoad("papers");
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      row(paper({ paper_id: `doi:${index}`, title: `Zebra ${index} ${index ** 2}` })),
    );
    await engine.papers.write(rows);
    await engine.endLoad("papers");
    const { bytes, generation } = (await engine.status()).find(({ target }) => target === "papers")!;
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const sizes = files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .filter((file) => file.includes(`${generation}.lance`))
      .map((file) => statSync(file).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes! / total).toBeGreaterThan(0.5);
    expect(bytes! / total).toBeLessThan(1);
  });

  test("many small writes outside a load are indexed in passing", async () => {
    const engine = open(await inNewFolder());
    await engine.create(SMALL_SPACE);
    for (let index = 0; index < 60; index += 1) {
      await engine.papers.write([row(paper({ paper_id: `doi:${index}`, title: "Zebra" }), vectorAt(0.5))]);
    }
    expect(
      (await engine.papers.search({ text: "zebra", vector: vectorAt(1), filters: {}, depth: 100 })).lexical!.hits,
    ).toHaveLength(60);
  });

  test("the vector graph of a larger index finds what an exact scan finds, through filters too", async () => {
    const engine = open(await inNewFolder());
    await engine.create(SMALL_SPACE);
    const rows = Array.from({ length: 6_000 }, (_, index) =>
      row(paper({ paper_id: `doi:${index}`, year: 2000 + (index % 20), has_code: index % 500 === 0 }), scattered(index)),
    );
    await engine.papers.write(rows);
    await engine.papers.write([row(paper({ paper_id: "doi:without" }))]);
    const query = unitVector([1, 2, 3, 4, 3, 2, 1, 0]);
    const filters = [{}, { year_from: 2015 }, { has_code: true }];
    const search = async () =>
      Promise.all(
        filters.map(async (filter) => {
          const { semantic } = await engine.papers.search({ vector: query, filters: filter, depth: 50 });
          return semantic!.hits;
        }),
      );

    const exact = await search();
    await engine.endLoad("papers");
    const graph = await search();
    for (const [index, hits] of graph.entries()) {
      expect(hits).toHaveLength(exact[index]!.length);
      const ids = new Set(hits.map(({ id }) => id));
      const shared = exact[index]!.filter(({ id }) => ids.has(id)).length;
      expect(shared / hits.length).toBeGreaterThanOrEqual(0.9);
      // The graph compares vectors of 8-bit components; of these few each tells more than one of 384.
      expect(Math.abs(hits[0]!.score - exact[index]![0]!.score)).toBeLessThan(0.01);
    }
  });

  test("searches name what they found by what it is called now, after rows were written again, removed and packed", async () => {
    const engine = open(await inNewFolder());
    await engine.create(SMALL_SPACE);
    const titled = (ids: readonly string[], title: string) =>
      ids.map((id) => row(paper({ paper_id: `doi:${id}`, title }), vectorAt(0.5)));
    const found = async (text: string) => {
      const { lexical, semantic } = await engine.papers.search({ text, vector: vectorAt(0.5), filters: {}, depth: 50 });
      return [lexical!.hits.map(({ id }) => id), semantic!.hits.map(({ id }) => id).toSorted()];
    };
    const all = ["doi:a", "doi:b", "doi:c"];
    await engine.papers.write(titled(["a", "b", "c"], "Wombat burrows"));
    expect(await found("wombat")).toEqual([all, all]);
    await engine.papers.write(titled(["b"], "Heron nests"));
    expect(await found("wombat")).toEqual([["doi:a", "doi:c"], all]);
    expect(await found("heron")).toEqual([["doi:b"], all]);
    await engine.papers.remove(["doi:a"]);
    await engine.papers.write(titled(["d"], "Wombat diets"));
    await engine.endLoad("papers");
    await engine.papers.write(titled(["e"], "Wombat burrows"));
    const left = ["doi:b", "doi:c", "doi:d", "doi:e"];
    const [lexical, semantic] = await found("wombat");
    expect([lexical!.toSorted(), semantic]).toEqual([["doi:c", "doi:d", "doi:e"], left]);
  });

  test("searches of a table that another process dropped and made anew find what is in the new one", async () => {
    const folder = await inNewFolder();
    const [server, command] = [open(folder), open(folder)];
    const titled = (ids: readonly string[]) =>
      ids.map((id) => row(paper({ paper_id: id, title: "Wombat burrows" }), vectorAt(0.5)));
    const found = async (engine: Engine) => {
      const { lexical, semantic } = await engine.papers.search({ text: "wombat", vector: vectorAt(0.5), filters: {}, depth: 9 });
      return [lexical!.hits.map(({ id }) => id), semantic!.hits.map(({ id }) => id).toSorted()];
    };
    await command.create(SMALL_SPACE);
    await command.papers.write(titled(["doi:a", "doi:b"]));
    expect(await found(server)).toEqual([
      ["doi:a", "doi:b"],
      ["doi:a", "doi:b"],
    ]);
    await command.drop();
    await command.create(SMALL_SPACE);
    await command.papers.write(titled(["doi:x", "doi:y"]));
    expect(await found(server)).toEqual([
      ["doi:x", "doi:y"],
      ["doi:x", "doi:y"],
    ]);
  });

  test("a search whose rows are written again before their ids are read loses none of them", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const ids = ["doi:a", "doi:b", "doi:c"];
    await engine.papers.write(ids.map((id) => row(paper({ paper_id: id, title: "Wombat burrows" }), vectorAt(0.5))));
    const connection = await connect(folder);
    const table = await connection.openTable((await engine.status()).find(({ target }) => target === "papers")!.generation!);
    // Nothing has these addresses any more.
    const late = new Proxy(table, {
      get: (target, name) => (name === "takeRowIds" ? () => target.takeRowIds([2 ** 33]) : Reflect.get(target, name, target)),
    });
    const searched = { idColumn: "paper_id", withTitle: true, ofPapers: false };
    const live = { read: <Result>(_: unknown, run: (table: Table, timeoutMs: number) => Promise<Result>) => run(late, 2_000) };
    const request = { text: "wombat", filters: {}, depth: 50 };
    const { lexical } = await searchTable(live, searched, request, async () => undefined, undefined);
    expect(lexical!.hits.map(({ id }) => id)).toEqual(ids);
    connection.close();
  });

  test("a table that is searched again and again has its ids read as a whole, holes and later rows included", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        row(paper({ paper_id: `doi:${from + index}`, title: `Wombat n${from + index}x` }), vectorAt(0.5)),
      );
    await engine.papers.write(numbered(0, 60));
    await engine.papers.remove(Array.from({ length: 20 }, (_, index) => `doi:${2 * index + 5}`));
    const connection = await connect(folder);
    const table = await connection.openTable((await engine.status()).find(({ target }) => target === "papers")!.generation!);
    let single = 0;
    const counted = new Proxy(table, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (name === "takeRowIds") single += 1;
          return (value as (...given: unknown[]) => unknown).apply(target, given);
        };
      },
    });
    const searched = { idColumn: "paper_id", withTitle: false, ofPapers: false };
    const live = { read: <Result>(_: unknown, run: (table: Table, timeoutMs: number) => Promise<Result>) => run(counted, 2_000) };
    const found = async (number: number) => {
      const request = { text: `n${number}x`, filters: {}, depth: 50 };
      return (await searchTable(live, searched, request, async () => undefined, undefined)).lexical!.hits.map(({ id }) => id);
    };
    for (let number = 45; number < 53; number += 1) expect(await found(number)).toEqual([`doi:${number}`]);
    expect(single).toBe(8);
    let next = 8;
    await vi.waitFor(async () => {
      const before = single;
      expect(await found((next += 2))).toEqual([`doi:${next}`]);
      expect(single).toBe(before);
    });
    const before = single;
    for (const number of [0, 1, 4, 6, 44, 53, 58]) expect(await found(number)).toEqual([`doi:${number}`]);
    expect(await found(5)).toEqual([]);
    expect(single).toBe(before);
    // A row that was written again has another address, which is read by itself.
    await engine.papers.write(numbered(58, 59));
    await engine.papers.write(numbered(60, 61));
    await table.checkoutLatest();
    expect(await found(58)).toEqual(["doi:58"]);
    expect(await found(60)).toEqual(["doi:60"]);
    expect(single).toBe(before + 2);
    connection.close();
  });

  test("many loads of few papers leave few vector graphs, none of which is made anew as a whole, and lose nothing", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const load = async (from: number, to: number) => {
      await engine.beginLoad("papers");
      const rows = Array.from({ length: to - from }, (_, index) =>
        row(paper({ paper_id: `doi:${from + index}`, title: `Paper ${from + index}` }), scattered(from + index)),
      );
      await engine.papers.write(rows);
      await engine.endLoad("papers");
    };
    await load(0, 6_000);
    const table = await (await connect(folder)).openTable("papers-v1-000001");
    const graphs = async () => {
      await table.checkoutLatest();
      return (await table.listIndices()).find(({ columns }) => columns.includes("embedding"))!;
    };
    const counts: number[] = [];
    for (let from = 6_000; from < 6_300; from += 50) {
      await load(from, from + 50);
      counts.push((await graphs()).numSegments!);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
    const { fragmentStats } = await table.stats();
    expect(fragmentStats.lengths.max).toBe(6_000);
    expect((await engine.status()).find(({ target }) => target === "papers")).toMatchObject({ documents: 6_300, unindexed: 0 });
    for (const id of [0, 6_010, 6_160, 6_299]) {
      const { semantic } = await engine.papers.search({ vector: scattered(id), filters: {}, depth: 50 });
      expect(semantic!.hits.map((hit) => hit.id)).toContain(`doi:${id}`);
      expect((await engine.papers.get([`doi:${id}`])).get(`doi:${id}`)?.title).toBe(`Paper ${id}`);
    }
  }, 60_000);

  test("rows of an index that is missing count as not indexed, until the indexes are completed", async () => {
    const folder = await inNewFolder();
    const engine = open(folder);
    await engine.create(SMALL_SPACE);
    const rows = Array.from({ length: 5_000 }, (_, index) => row(paper({ paper_id: `doi:${index}` }), scattered(index)));
    await engine.papers.write(rows);
    await engine.endLoad("papers");
    const unindexed = async () => (await engine.status()).find(({ target }) => target === "papers")!.unindexed;
    expect(await unindexed()).toBe(0);
    const table = await (await connect(folder)).openTable("papers-v1-000001");
    for (const column of ["signal_kinds", "embedding"]) {
      await table.checkoutLatest();
      await table.dropIndex((await table.listIndices()).find(({ columns }) => columns.includes(column))!.name);
      expect([column, await unindexed()]).toEqual([column, 5_000]);
      await engine.endLoad("papers");
      expect([column, await unindexed()]).toEqual([column, 0]);
    }
  });
});

function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "lancedb-"));
}

/** Unit vectors in many directions, the same on every run. */
function scattered(index: number): Float32Array {
  return unitVector(Array.from({ length: 8 }, (_, axis) => Math.sin((index + 1) * (axis + 1) * 12.9898)));
}
