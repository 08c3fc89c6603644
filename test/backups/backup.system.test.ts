import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, errors } from "@elastic/elasticsearch";
import { describe, expect, inject, it } from "vitest";
import { openStores } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { clusterPlace, folderPlace, type Place } from "../access/places.ts";
import { scratchFolder } from "../ingest/files.ts";
import { passage, paper, row, signal } from "../support/documents.ts";
import { runCommand, WITHOUT_MODEL } from "../support/server-process.ts";

const url = inject("elasticsearchUrl");
const SPACE = { model: WITHOUT_MODEL.EMBEDDING_MODEL, dimensions: 384 };

/** Papers, a signal, a passage and a key. */
async function fill({ settings }: Place): Promise<void> {
  const { engine, records: own } = await openStores(loadConfig({ ...WITHOUT_MODEL, ...settings }));
  await engine.create(SPACE);
  const vector = new Float32Array(SPACE.dimensions);
  vector[0] = 1;
  await engine.papers.write(
    Array.from({ length: 40 }, (_, index) =>
      row(paper({ paper_id: `doi:10.1/${100 + index}`, title: `Zebra number${index}` }), vector),
    ),
  );
  await engine.signals.write([row(signal({ signal_id: "sig:1", paper_ids: ["doi:10.1/100"] }))]);
  await engine.passages.write([row(passage({ passage_id: "text:1", paper_id: "doi:10.1/100" }))]);
  for (const target of ["papers", "signals", "passages"] as const) await engine.endLoad(target);
  await Promise.all([engine[Symbol.asyncDispose](), own[Symbol.asyncDispose]()]);
  expect(await runCommand(["keys", "create", "kept"], settings)).toMatchObject({ code: 0 });
}

async function keysOf({ settings }: Place): Promise<string[]> {
  const { out } = await runCommand(["keys", "list", "--json"], settings);
  return (JSON.parse(out) as { name: string }[]).map(({ name }) => name);
}

async function ask(place: Place, settings: Record<string, string> = {}): Promise<string[]> {
  const found = await runCommand(["search", "zebra number7", "--retrieval", "lexical", "--limit", "1", "--json"], {
    ...WITHOUT_MODEL,
    ...place.settings,
    ...settings,
  });
  expect(found.err).toBe("");
  return (JSON.parse(found.out) as { papers: { paper_id: string }[] }).papers.map(({ paper_id }) => paper_id);
}

describe("backup and restore by commands", () => {
  it("on LanceDB: backed up, destroyed, refused where something stands, restored and searched", async () => {
    await using place = await folderPlace();
    const run = (...args: string[]) => runCommand([...args, "--json"], { ...WITHOUT_MODEL, ...place.settings });
    const folder = join(scratchFolder(), "backup");
    expect(await run("backup", folder)).toMatchObject({ code: 1, err: expect.stringContaining("no index yet") as string });
    expect(readdirSync(folder)).toEqual([]);
    await fill(place);
    const made = await run("backup", folder);
    expect(made, made.err).toMatchObject({ code: 0 });
    expect(JSON.parse(made.out)).toMatchObject({
      id: null,
      documents: { papers: 40, signals: 1, passages: 1 },
      trial: { by_words: 10 },
    });
    expect(await run("restore", folder)).toMatchObject({ code: 1, out: "", err: expect.stringContaining("not empty") as string });

    const dataDir = place.settings.DATA_DIR!;
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
    expect(await run("restore")).toMatchObject({ code: 1, err: expect.stringContaining("folder") as string });
    const back = await run("restore", folder);
    expect(back, back.err).toMatchObject({ code: 0 });
    expect(JSON.parse(back.out)).toMatchObject({
      documents: { papers: 40, signals: 1, passages: 1 },
      trial: { by_words: 10, by_meaning: 10 },
    });
    expect(await ask(place)).toEqual(["doi:10.1/107"]);
    expect(await keysOf(place)).toEqual(["kept"]);
  });

  it("on Elasticsearch: into a snapshot repository, back after everything was deleted, and beside what lives under another prefix", async ({
    skip,
  }) => {
    if (url === null) return skip("no Elasticsearch");
    await using place = await clusterPlace(url);
    await using copy = await clusterPlace(url);
    const client = new Client({ node: url });
    const repository = `test-${randomBytes(6).toString("hex")}`;
    const run = (args: string[], settings = place.settings) => runCommand([...args, "--json"], { ...WITHOUT_MODEL, ...settings });
    await fill(place);
    expect(await run(["backup"])).toMatchObject({ code: 1, err: expect.stringContaining("--repository") as string });
    expect(await run(["backup", "--repository", repository])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`register a snapshot repository as ${repository}`) as string,
    });
    try {
      await client.snapshot.createRepository({
        name: repository,
        repository: { type: "fs", settings: { location: repository } },
      });
    } catch (error) {
      // A server that was given by its address may have no `path.repo`.
      if (!(error instanceof errors.ResponseError) || !process.env.ELASTICSEARCH_URL) throw error;
      return skip("this Elasticsearch takes no snapshots into files");
    }
    try {
      // Another installation whose names begin alike, and a generation that is not live.
      const stranger = `${place.settings.INDEX_PREFIX}papers-other`;
      await client.indices.create({ index: stranger });
      const { engine, records } = await openStores(loadConfig({ ...WITHOUT_MODEL, ...place.settings }));
      await engine.createGeneration("papers", SPACE);

      const folder = join(scratchFolder(), "backup");
      const made = await run(["backup", folder, "--repository", repository]);
      expect(made, made.err).toMatchObject({ code: 0 });
      const { id } = JSON.parse(made.out) as { id: string };
      const { snapshots } = await client.snapshot.get({ repository, snapshot: "*" });
      expect(snapshots!.flatMap(({ indices }) => indices!).sort()).toEqual(
        ["papers-v1-000001", "passages-v1-000001", "records-v1-000001", "signals-v1-000001"].map(
          (name) => `${place.settings.INDEX_PREFIX}${name}`,
        ),
      );
      expect(await run(["restore", "--repository", repository])).toMatchObject({
        code: 1,
        err: expect.stringContaining("is not empty") as string,
      });

      // Beside it, under another prefix, as one tries out whether a backup is good.
      const tried = await run(
        ["restore", "--repository", repository, "--from-prefix", place.settings.INDEX_PREFIX!],
        copy.settings,
      );
      expect(tried, tried.err).toMatchObject({ code: 0 });
      expect(await ask(copy)).toEqual(["doi:10.1/107"]);
      expect(await keysOf(copy)).toEqual(["kept"]);

      // As a restore leaves it that is killed before the records have their alias.
      const { created_at, prefix } = JSON.parse(readFileSync(join(folder, "backup.json"), "utf8")) as Record<string, string>;
      const { cluster_uuid } = (await client.cluster.state({ metric: "version" })) as { cluster_uuid: string };
      const mark = join(copy.settings.DATA_DIR!, `.${copy.settings.INDEX_PREFIX!}restore-in-progress`);
      writeFileSync(mark, `${JSON.stringify({ engine: "elasticsearch", prefix, created_at, cluster: cluster_uuid })}\n`);
      const half = `${copy.settings.INDEX_PREFIX!}records-v1-000001`;
      await client.indices.deleteAlias({ index: half, name: `${copy.settings.INDEX_PREFIX!}records` });
      const again = await run(["restore", folder], copy.settings);
      expect(again, again.err).toMatchObject({ code: 0 });
      expect(await ask(copy)).toEqual(["doi:10.1/107"]);
      expect(await keysOf(copy)).toEqual(["kept"]);
      expect(existsSync(mark)).toBe(false);

      await engine.drop();
      await client.indices.delete({ index: `${place.settings.INDEX_PREFIX}records-v1-000001` });
      await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
      const back = await run(["restore", folder]);
      expect(back, back.err).toMatchObject({ code: 0 });
      expect(JSON.parse(back.out)).toMatchObject({
        id,
        documents: { papers: 40, signals: 1, passages: 1 },
        trial: { by_words: 10, by_meaning: 10 },
      });
      expect(await ask(place)).toEqual(["doi:10.1/107"]);
      expect(await keysOf(place)).toEqual(["kept"]);
      expect(await client.indices.exists({ index: stranger })).toBe(true);
      expect(await run(["restore", "--repository", repository, "--id", "signal-canvas-none"], copy.settings)).toMatchObject({
        code: 1,
      });
    } finally {
      await client.snapshot.delete({ repository, snapshot: "*" });
      await client.snapshot.deleteRepository({ name: repository });
      await client.close();
    }
  });
});
