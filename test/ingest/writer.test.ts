import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { retryDelay } from "../../src/shared/retry.ts";
import { writeRows } from "../../ingest/writer.ts";
import { indexed, rowsOf, scriptedCollection, testClock, whole } from "./scripted-collection.ts";

const IDS = ["a", "b", "c", "d", "e"];

describe("writeRows", () => {
  it("sends requests of the given size, and gives outcomes in the order of the rows", async () => {
    const collection = scriptedCollection(indexed);
    const outcomes = await writeRows(collection, rowsOf(IDS), { requestSize: 2, clock: testClock() });
    expect(collection.requests).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(outcomes.map(({ status }) => status)).toEqual(["indexed", "indexed", "indexed", "indexed", "indexed"]);
  });

  it("sends again only the rows that could not be taken now", async () => {
    const collection = scriptedCollection((ids, request) =>
      ids.map((id) => (id === "b" && request < 3 ? { status: "retry", reason: "busy" } : { status: "indexed" })),
    );
    await writeRows(collection, rowsOf(IDS), { requestSize: 5, clock: testClock() });
    expect(collection.requests).toEqual([IDS, ["b"], ["b"]]);
    expect([...collection.written.values()]).toEqual([1, 1, 1, 1, 1]);
  });

  it("waits no less than the engine asks for, of a row or of a whole request", async () => {
    const clock = testClock(0);
    const collection = scriptedCollection((ids, request) => {
      if (request === 1) return ids.map(() => ({ status: "retry", reason: "busy", retryAfterMs: 3_000 }));
      return request === 2 ? whole("retry", 5_000) : indexed(ids);
    });
    await writeRows(collection, rowsOf(IDS), { requestSize: 5, clock });
    expect(clock.sleeps).toEqual([3_000, 5_000]);
  });

  it.each([
    ["disk usage exceeded flood-stage watermark, index has read-only-allow-delete block", "the disk is full"],
    ["IO error: No space left on device (os error 28)", "the disk is full"],
    ["Read-only file system (os error 30)", "storage is read-only"],
  ])("gives up within seconds where storage says: %s", async (reason, said) => {
    const clock = testClock();
    const full = scriptedCollection((ids) => ids.map(() => ({ status: "retry", reason, retryAfterMs: 60_000 })));
    await expect(writeRows(full, rowsOf(IDS), { requestSize: 5, clock })).rejects.toThrow(said);
    expect(clock.now()).toBeLessThan(10_000);
    const freed = scriptedCollection((ids, request) =>
      request === 1 ? ids.map(() => ({ status: "retry", reason })) : indexed(ids),
    );
    expect(await writeRows(freed, rowsOf(IDS), { requestSize: 5, clock: testClock() })).toHaveLength(IDS.length);
  });

  it("halves a request that is too large or was refused until the row to blame stands alone; that row is dead, the others are in", async () => {
    for (const kind of ["too_large", "refused"] as const) {
      const collection = scriptedCollection((ids) => (ids.includes("d") ? whole(kind) : indexed(ids)));
      const outcomes = await writeRows(collection, rowsOf(IDS), { requestSize: 5, clock: testClock() });
      expect(outcomes[3]).toEqual({
        status: "dead",
        problem: { stage: "write", reason: kind, message: `a request that is ${kind}` },
      });
      expect([...collection.written.keys()].sort()).toEqual(["a", "b", "c", "e"]);
    }
  });

  it("does not send a refused row again", async () => {
    const collection = scriptedCollection((ids) =>
      ids.map((id) => (id === "c" ? { status: "refused", reason: "no such field" } : { status: "indexed" })),
    );
    const outcomes = await writeRows(collection, rowsOf(IDS), { requestSize: 5, clock: testClock() });
    expect(outcomes[2]).toMatchObject({ status: "dead", problem: { reason: "refused", message: "no such field" } });
    expect(collection.requests).toHaveLength(1);
  });

  it("takes an answer for another number of rows as no answer", async () => {
    const collection = scriptedCollection((ids, request) => (request === 1 ? indexed(ids.slice(1)) : indexed(ids)));
    const outcomes = await writeRows(collection, rowsOf(IDS), { requestSize: 5, clock: testClock() });
    expect(collection.requests).toEqual([IDS, IDS]);
    expect(outcomes).toHaveLength(5);
  });

  it("gives up with a clear error when nothing goes through for the stated time, and not while anything does", async () => {
    const away = scriptedCollection(() => whole("retry"));
    const giving = writeRows(away, rowsOf(IDS), { requestSize: 5, giveUpAfterMs: 60_000, clock: testClock() });
    await expect(giving).rejects.toThrow(/accepted no rows for 60 s: a request that is retry/u);

    const slow = scriptedCollection((ids) =>
      ids.map((_, index) => (index === 0 ? { status: "indexed" } : { status: "retry", reason: "busy" })),
    );
    await writeRows(slow, rowsOf(Array.from({ length: 400 }, (_, n) => `${n}`)), {
      requestSize: 400,
      giveUpAfterMs: 250,
      clock: testClock(1),
    });
    expect(slow.written.size).toBe(400);
  });

  it("passes on an error that is not the engine's", async () => {
    const broken = scriptedCollection(() => new TypeError("a defect"));
    await expect(writeRows(broken, rowsOf(IDS), { requestSize: 5, clock: testClock() })).rejects.toThrow(TypeError);
  });

  it("gives every row exactly one right outcome, whatever faults come in whatever order", async () => {
    const fault = fc.constantFrom("ok", "retry-some", "retry-all", "throw-retry", "short", "too_large");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        fc.uniqueArray(fc.nat(39)),
        async (faults, size, poison) => {
          const ids = Array.from({ length: 40 }, (_, index) => `row-${index}`);
          const poisonIds = new Set(poison.map((index) => `row-${index}`));
          const collection = scriptedCollection((batch, request) => {
            const now = faults[request] ?? "ok";
            if (now === "throw-retry") return whole("retry");
            if (now === "short") return [];
            if (now === "too_large" && batch.length > 1) return whole("too_large");
            return batch.map((id, index) => {
              if (now === "retry-all" || (now === "retry-some" && index % 2 === 0)) return { status: "retry", reason: "busy" };
              return poisonIds.has(id) ? { status: "refused", reason: "poison" } : { status: "indexed" };
            });
          });
          const outcomes = await writeRows(collection, rowsOf(ids), { requestSize: size, clock: testClock() });
          expect(outcomes.map(({ status }) => status)).toEqual(ids.map((id) => (poisonIds.has(id) ? "dead" : "indexed")));
          expect([...collection.written.keys()].sort()).toEqual(ids.filter((id) => !poisonIds.has(id)).sort());
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("retryDelay", () => {
  it("draws from a span that doubles with each attempt, up to 20 s", () => {
    expect([0, 1, 2, 6, 50].map((attempt) => retryDelay(attempt, undefined, () => 1))).toEqual([200, 400, 800, 12_800, 20_000]);
    expect(retryDelay(5, undefined, () => 0)).toBe(0);
    expect(retryDelay(0, 7_000, () => 1)).toBe(7_000);
  });
});
