import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { RECORD_KINDS, type RecordKind, type Records } from "../../src/records/port.ts";
import { listStatement, openSqliteRecords } from "../../src/records/sqlite.ts";
import { recordsContract } from "./contract.ts";

recordsContract("SQLite", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "records-"));
  const file = path.join(folder, "not", "there", "records.db");
  const records = openSqliteRecords(file);
  return {
    records,
    second: async () => openSqliteRecords(file),
    async dispose() {
      await records[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

describe("SQLite: a file", () => {
  const folders: string[] = [];
  const opened: Records[] = [];

  const newFile = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "records-"));
    folders.push(folder);
    return path.join(folder, "records.db");
  };
  const open = (file: string) => {
    const records = openSqliteRecords(file);
    opened.push(records);
    return records;
  };

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((records) => records[Symbol.asyncDispose]()));
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  test("keeps its records when it is closed and opened again", async () => {
    const file = await newFile();
    const first = open(file);
    const put = await first.put("key", "kept", { hash: "h" });
    await first[Symbol.asyncDispose]();
    expect(await open(file).get("key", "kept")).toEqual(put);
  });

  test("is readable by its owner alone", async () => {
    const file = await newFile();
    await open(file).put("secret", "s", { text: "x" });
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test("lists somebody's records by the index over them, never through those of all others", async () => {
    const file = await newFile();
    await open(file).put("run", "one", { account: "a" });
    using database = new DatabaseSync(file, { readOnly: true });
    for (const [kind, fields] of Object.entries(RECORD_KINDS) as [RecordKind, readonly string[]][]) {
      for (const field of fields) {
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${listStatement(kind, [field], true)}`).all(0, "a", "", 1);
        expect(plan.map(({ detail }) => detail)).toEqual([
          `SEARCH records USING INDEX records_${kind}_${field} (<expr>=? AND id>?)`,
        ]);
      }
    }
  });

  test("forgets what has expired", async () => {
    const records = open(await newFile());
    await records.put("run", "old", { account: "a" }, { expiresAt: new Date(Date.now() - 1).toISOString() });
    expect(await records.get("run", "old")).toBeNull();
    expect(await records.list("run", { limit: 10 })).toEqual({ records: [], next: null });
    expect(await records.delete("run", "old")).toBe(false);
    expect(await records.put("run", "old", { account: "b" }, { expectedVersion: 0 })).not.toBeNull();
  });

  test("a record that was made anew never has an old version again", async () => {
    const records = open(await newFile());
    const first = (await records.put("run", "x", { n: 1 }))!;
    await records.delete("run", "x");
    const second = (await records.put("run", "x", { n: 2 }))!;
    expect(second.version).toBeGreaterThan(first.version);
    expect(await records.put("run", "x", { n: 3 }, { expectedVersion: first.version })).toBeNull();
  });

  test("a lock that another process holds for a moment is waited for, without blocking this process", async () => {
    const file = await newFile();
    const records = open(file);
    await records.put("run", "x", { n: 1 });
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    setTimeout(() => other.exec("COMMIT"), 200);
    expect(await records.put("run", "x", { n: 2 })).not.toBeNull();
    clearInterval(timer);
    other.close();
    expect(ticks).toBeGreaterThan(3);
  });

  test("a lock that is held for long is records_unavailable within two seconds, while reads go on", async () => {
    const file = await newFile();
    const records = open(file);
    await records.put("run", "x", { n: 1 });
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const start = performance.now();
    const write = records.put("run", "x", { n: 2 });
    expect((await records.get("run", "x"))!.value).toEqual({ n: 1 });
    await expect(write).rejects.toMatchObject({ name: "PublicError", code: "records_unavailable" });
    expect(performance.now() - start).toBeLessThan(2_000);
    other.exec("ROLLBACK");
    other.close();
    expect(await records.put("run", "x", { n: 3 })).not.toBeNull();
  });

  test("a place that cannot be used is records_unavailable, and says nothing of it to the public", async () => {
    const file = await newFile();
    await writeFile(file, "this is no database, and long enough to be seen as such".repeat(100));
    const failed = await open(file)
      .get("key", "x")
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: "PublicError", code: "records_unavailable" });
    expect((failed as Error).message).not.toContain(file);
    await expect(open(path.join(file, "below-a-file")).get("key", "x")).rejects.toMatchObject({ code: "records_unavailable" });
  });

  test("closed records are records_unavailable", async () => {
    const records = open(await newFile());
    await records[Symbol.asyncDispose]();
    await expect(records.get("key", "x")).rejects.toMatchObject({ code: "records_unavailable" });
  });

  test("a field that is no index field is a mistake of the program", async () => {
    await expect(open(await newFile()).list("secret", { where: { name: "x" }, limit: 1 })).rejects.toThrow(TypeError);
  });
});
