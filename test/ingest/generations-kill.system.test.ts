import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@elastic/elasticsearch";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { buildIndex } from "../../ingest/generations/build.ts";
import { differences, marksOf } from "../../ingest/generations/differences.ts";
import { documentsOf } from "../../ingest/generations/documents.ts";
import { migrate } from "../../ingest/generations/migrate.ts";
import { knownGenerations, promoteBuild, pruneGenerations } from "../../ingest/generations/swap.ts";
import { openElasticsearch } from "../../src/engine/elasticsearch/engine.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { TARGETS, type Engine, type Target } from "../../src/engine/port.ts";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { addItems } from "../../src/workspaces/items.ts";
import { getRun } from "../../src/workspaces/runs.ts";
import { changeWorkspace, createWorkspace, getWorkspace } from "../../src/workspaces/store.ts";
import { COMPILE_CACHE } from "../support/compile-cache.ts";
import { paper, row, signal } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { askWithin } from "../support/workspaces.ts";
import { scratchFolder } from "./files.ts";

const url = inject("elasticsearchUrl");
const PAPERS = 2_400;
const KILLS = 3;

describe("a build that is killed", () => {
  it.for([
    ["LanceDB", null],
    ["Elasticsearch", url],
  ] as const)(
    "on %s leaves the live index as it was, is gone on with, and equals it in the end",
    async ([name, address], { skip }) => {
      if (name === "Elasticsearch" && address === null) skip("no Elasticsearch");
      const folder = scratchFolder();
      const prefix = newPrefix();
      const place = address ?? join(folder, "lancedb");
      const engine = address === null ? openLanceDb({ folder: place, prefix }) : openElasticsearch({ url: address, prefix });
      const recordsFile = join(folder, "records.sqlite");
      const records = openSqliteRecords(recordsFile);
      onTestFinished(async () => {
        await engine.drop();
        await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
      });
      await filled(engine, PAPERS);
      const live = (await engine.status()).map(({ generation, documents }) => [generation, documents]);

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const child = spawn(
          process.execPath,
          [join(import.meta.dirname, "../support/build-process.ts"), place, prefix, folder, recordsFile],
          {
            env: { ...process.env, ...COMPILE_CACHE },
            stdio: ["ignore", "pipe", "inherit"],
          },
        );
        // Three kills together leave work to do, even where each went on from the last batch of the one before.
        const after = 2 + Math.floor(Math.random() * 3);
        let batches = 0;
        for await (const _ of createInterface(child.stdout)) {
          batches += 1;
          if (batches === after) child.kill("SIGKILL");
        }
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        expect(child.signalCode).toBe("SIGKILL");
        expect((await engine.status()).map(({ generation, documents }) => [generation, documents])).toEqual(live);
        expect(await engine.papers.count({}, { timeoutMs: 30_000 })).toBe(PAPERS);
        expect((await knownGenerations(engine, records)).map(({ target, state }) => `${target} ${state}`).sort()).toEqual(
          TARGETS.flatMap((target) => [`${target} live`, `${target} unfinished`]).sort(),
        );
      }

      const embedder = hashEmbedder({ model: "slow-model" });
      const build = await buildIndex(
        { from: { papers: "live", signals: "live" }, dataDir: folder },
        { engine, embedder, records },
      );
      expect(build).toMatchObject({ state: "built", error: null });
      expect(await different(engine.at(build.base!), engine.at(build.generations))).toEqual([]);
      await promoteBuild({ dataDir: folder }, { engine, embedder, records });
      expect(await engine.papers.count({}, { timeoutMs: 30_000 })).toBe(PAPERS);
      expect(await pruneGenerations({ dataDir: folder, all: true }, { engine, records })).toHaveLength(TARGETS.length);
    },
  );
});

describe.skipIf(url === null)("a migration from the embedded index to Elasticsearch", () => {
  it("brings documents, vectors and records over, hash by hash, embeds nothing, and may be repeated", async () => {
    const folder = scratchFolder();
    const prefix = newPrefix();
    const from = {
      engine: openLanceDb({ folder: join(folder, "lancedb"), prefix: "" }),
      records: openSqliteRecords(join(folder, "records.sqlite")),
    };
    const to = { engine: openElasticsearch({ url: url!, prefix }), records: openElasticsearchRecords({ url: url!, prefix }) };
    onTestFinished(async () => {
      await to.engine.drop();
      const client = new Client({ node: url! });
      await client.indices.delete({ index: `${prefix}records-v1-000001` }, { ignore: [404] });
      await client.close();
      for (const { engine, records } of [from, to])
        await Promise.all([engine[Symbol.asyncDispose](), records[Symbol.asyncDispose]()]);
    });
    await filled(from.engine, 700);
    const expiresAt = "2999-01-02T03:04:05.000Z";
    await from.records.put("key", "k1", { hash: "h1", account: "local" });
    await from.records.put("key", "k2", { hash: "h2", account: "local" });
    await from.records.put("run", "r1", { account: "local" }, { expiresAt });
    const owned = { account: "local", records: from.records };
    const wanted = { name: "Carried over", thesis: "It all comes along.", client_token: "t" };
    const { workspace_id } = (await createWorkspace(owned, wanted)).workspace;
    const library = { ...from, embedder: hashEmbedder() };
    await addItems(library, owned, { workspace_id, items: [{ kind: "note", note: "kept" }] });
    const { run_id } = await askWithin(library, workspace_id, "Paper about words?");
    await from.records.put("window", "w1", { ids: [] });

    const first = await migrate(from, to);
    expect(first).toMatchObject({ complete: true, refused: [] });
    expect(first.documents.papers).toEqual({ source: 700, written: 700, differing: 0, only_there: 0 });
    expect(first.documents.signals).toEqual({ source: 70, written: 70, differing: 0, only_there: 0 });
    expect(first.records).toMatchObject({ key: { source: 2, written: 2, kept: 0 }, run: { source: 2, written: 2 } });
    expect(first.records.workspace).toEqual({ source: 1, written: 1, kept: 0 });
    expect(first.records).not.toHaveProperty("window");
    expect(await different(from.engine, to.engine)).toEqual([]);
    const ids = ["doi:00000", "doi:00555"];
    const [there, here] = [await to.engine.papers.vectors(ids), await from.engine.papers.vectors(ids)];
    for (const id of ids)
      for (const [axis, component] of there.get(id)!.entries()) expect(component).toBeCloseTo(here.get(id)![axis]!, 6);
    expect((await to.records.list("run", { limit: 10 })).records[0]).toMatchObject({ id: "r1", expiresAt });

    // The workspace is the same over there, its run too, and it can be written to; the token still names it.
    const afar = { account: "local", records: to.records };
    const carried = await getWorkspace(afar, workspace_id);
    const { version: _version, ...standing } = await getWorkspace(owned, workspace_id);
    expect(carried).toMatchObject(standing);
    const run = (await getRun({ ...to, embedder: library.embedder }, afar, run_id)).answer;
    expect(run).toEqual((await getRun(library, owned, run_id)).answer);
    expect((await createWorkspace(afar, wanted)).created).toBe(false);
    const renamed = await changeWorkspace(afar, workspace_id, (stored) => ({ ...stored, name: "Over there" }), {
      expectedVersion: carried.version,
    });
    expect(renamed.name).toBe("Over there");

    // Revoked over there: a repetition must not bring it back.
    await to.records.put("key", "k2", { hash: "h2", account: "local", revoked: true });
    await from.engine.papers.write([row(paper({ paper_id: "doi:00003", title: "Changed since" }))]);
    const second = await migrate(from, to);
    expect(second.documents.papers).toEqual({ source: 700, written: 1, differing: 0, only_there: 0 });
    expect(second.records.key).toEqual({ source: 2, written: 0, kept: 1 });
    expect(second.records.workspace).toEqual({ source: 1, written: 0, kept: 1 });
    expect((await getWorkspace(afar, workspace_id)).name).toBe("Over there");
    expect((await to.records.get("key", "k2"))!.value).toHaveProperty("revoked", true);
    expect((await to.engine.papers.get(["doi:00003"])).get("doi:00003")!.title).toBe("Changed since");
  });
});

function newPrefix(): string {
  return `test-${randomBytes(6).toString("hex")}-`;
}

async function filled(engine: Engine, papers: number): Promise<void> {
  const embedder = hashEmbedder();
  await engine.create(embedder.space);
  const documents = Array.from({ length: papers }, (_, index) =>
    paper({
      paper_id: `doi:${String(index).padStart(5, "0")}`,
      title: `Paper ${index} about words`,
      content_hash: String(index),
    }),
  );
  const vectors = (await embedder.embedTexts(documents.map(({ title }) => title))) as Float32Array[];
  await engine.papers.write(documents.map((document, index) => row(document, vectors[index])));
  await engine.signals.write(
    Array.from({ length: papers / 10 }, (_, index) =>
      row(signal({ signal_id: `sig:${index}`, paper_ids: [documents[index]!.paper_id] }), vectors[index]),
    ),
  );
  for (const target of TARGETS) await engine.endLoad(target);
}

async function different(one: Pick<Engine, Target>, other: Pick<Engine, Target>): Promise<string[]> {
  const found: string[] = [];
  for (const target of TARGETS) {
    for await (const { id } of differences(marksOf(documentsOf(one, target)), marksOf(documentsOf(other, target))))
      found.push(id);
  }
  return found;
}
