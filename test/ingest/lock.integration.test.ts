import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { takeLock, targetsOf } from "../../ingest/lock.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import { scratchFolder } from "./files.ts";
import { paperLoader } from "./loader.ts";

const QUICK = { lifetimeMs: 300, renewEveryMs: 60 };

function openRecords() {
  const records = openSqliteRecords(join(scratchFolder(), "records.sqlite"));
  onTestFinished(() => records[Symbol.asyncDispose]());
  return records;
}

describe("a load", () => {
  it("has its targets for itself: the second is told the run, since when, where, and which process", async () => {
    const records = openRecords();
    await using _ = await takeLock(records, targetsOf("papers"), "run-1");
    const second = takeLock(records, targetsOf("signals"), "run-2");
    await expect(second).rejects.toThrow(
      new RegExp(
        `^signals are being loaded by run run-1, started \\d{4}-\\S+Z \\(process ${process.pid} on ${hostname()}\\);`,
        "u",
      ),
    );
  });

  it("that ends lets the next one in; one that could not start leaves nothing behind", async () => {
    const records = openRecords();
    const first = await takeLock(records, ["papers"], "run-1");
    await expect(takeLock(records, targetsOf("papers"), "run-2")).rejects.toThrow("papers are being loaded");
    await first[Symbol.asyncDispose]();
    await using third = await takeLock(records, targetsOf("papers"), "run-3");
    third.assertHeld();
  });

  it("whose process is gone holds nothing any more on its own host", async () => {
    const records = openRecords();
    const dead = { run_id: "old", since: "2026-01-01T00:00:00.000Z", host: hostname(), pid: 2 ** 22 + 1, token: "x" };
    await records.put("ingest_lock", "papers", dead);
    await using lock = await takeLock(records, ["papers"], "run-2");
    expect(() => lock.assertHeld()).not.toThrow();
  });

  it("of another host holds on until it stops renewing", async () => {
    const records = openRecords();
    const other = { run_id: "far", since: "2026-01-01T00:00:00.000Z", host: "elsewhere", pid: process.pid, token: "x" };
    const expiresAt = new Date(Date.now() + 400).toISOString();
    await records.put("ingest_lock", "papers", other, { expiresAt });
    await expect(takeLock(records, ["papers"], "run-2")).rejects.toThrow("on elsewhere");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await using _ = await takeLock(records, ["papers"], "run-2");
  });

  it("renews its lock, and one that lost it to another run says so and goes no further", async () => {
    const records = openRecords();
    await using lock = await takeLock(records, ["papers"], "run-1", QUICK);
    await new Promise((resolve) => setTimeout(resolve, 700));
    lock.assertHeld();
    const other = { run_id: "far", since: "2026-01-01T00:00:00.000Z", host: "elsewhere", pid: 1, token: "x" };
    await records.put("ingest_lock", "papers", other);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(() => lock.assertHeld()).toThrow("this run lost its lock: papers are being loaded by run far");
  });

  it("refuses to run beside another, and its own lock is gone when it is done", async () => {
    const load = paperLoader();
    const source = load.rows("a.jsonl", [{ acl: "P19-1001", title: "T" }]);
    const taken = await takeLock(load.records, ["papers"], "run-1");
    await expect(load.run(source)).rejects.toThrow("papers are being loaded by run run-1");
    expect((await load.run(source, { dryRun: true })).rows.indexed).toBe(1);
    await taken[Symbol.asyncDispose]();
    await load.run(source);
    expect((await load.run(source)).rows.unchanged).toBe(1);
    expect(await load.records.get("ingest_lock", "papers")).toBeNull();
  });

  it("keeps its lock until its last batch is stored", async () => {
    const load = paperLoader();
    const rows = Array.from({ length: 6 }, (_, index) => ({ acl: `P19-100${index}`, title: `Paper ${index}` }));
    const held: Promise<boolean>[] = [];
    const onProgress = () => void held.push(load.records.get("ingest_lock", "papers").then((lock) => lock !== null));
    await load.run(load.rows("a.jsonl", rows), { batchSize: 2 }, { onProgress });
    expect(await Promise.all(held)).toEqual([true, true, true]);
  });
});
