import { describe, expect, it, vi } from "vitest";
import { noUsage, usageOfKey, UsageCounter } from "../../src/access/usage.ts";
import { PublicError } from "../../src/errors.ts";
import { newRecords } from "../support/records.ts";

const KEY = { key_id: "k1", account: "acc_1" };
const DAY = 86_400_000;
const quiet = { flushEveryMs: 3_600_000 };

/** Counts so many requests on each of the days from now, and writes them down. */
async function over(days: number[], run: (atDay: number) => Promise<void>) {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for (const day of days) {
      vi.setSystemTime(start + day * DAY);
      await run(day);
    }
  } finally {
    vi.useRealTimers();
  }
}

describe("the usage of a key", () => {
  it("that was never used is 30 days of nothing", async () => {
    const usage = await usageOfKey(newRecords(), "k1");
    expect(usage).toEqual(noUsage());
    expect(usage).toMatchObject({ last_used_at: null, today: 0, last_30_days: 0 });
    expect(usage.by_day).toHaveLength(30);
    expect(usage.by_day.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10));
  });

  it("is told day by day for 30 days, and by its last use for longer", async () => {
    const records = newRecords();
    const counter = new UsageCounter(records, quiet);
    let lastUse = "";
    await over([0, 1, 29, 40], async (day) => {
      if (day < 40) for (let request = 0; request <= day; request += 1) counter.count(KEY);
      if (day < 40) lastUse = new Date().toISOString();
      await counter.flush();
      const usage = await usageOfKey(records, "k1");
      const expected = { 0: [1, 1], 1: [2, 3], 29: [30, 33], 40: [0, 30] }[day];
      expect([usage.today, usage.last_30_days]).toEqual(expected);
      expect(usage.last_used_at).toBe(lastUse);
    });
    await counter.close();
  });

  it("tells the errors of 30 days beside the requests", async () => {
    const records = newRecords();
    const counter = new UsageCounter(records, quiet);
    await over([0, 35, 36], async () => {
      counter.count(KEY);
      counter.countError(KEY);
      counter.countError(KEY);
      await counter.flush();
    });
    await over([36], async () => {
      expect(await usageOfKey(records, "k1")).toMatchObject({ last_30_days: 2, errors_last_30_days: 4 });
    });
    await counter.close();
  });

  it("of days that are past is not kept for ever", async () => {
    const records = newRecords();
    const counter = new UsageCounter(records, quiet);
    await over(
      Array.from({ length: 50 }, (_, day) => day),
      async () => {
        counter.count(KEY);
        await counter.flush();
      },
    );
    const { value } = (await records.get<{ days: object }>("usage", "k1"))!;
    expect(Object.keys(value.days)).toHaveLength(31);
    await counter.close();
  });

  it("is counted once where a write was answered by nothing and is sent again", async () => {
    const records = newRecords();
    const { put } = records;
    const errors: unknown[] = [];
    const counter = new UsageCounter(records, { ...quiet, onError: (error) => errors.push(error) });
    for (let request = 0; request < 5; request += 1) counter.count(KEY);
    vi.spyOn(records, "put").mockImplementationOnce(async (...args) => {
      await put(...args);
      throw new PublicError("records_unavailable");
    });
    await counter.flush();
    expect(errors).toHaveLength(1);
    await counter.flush();
    expect((await usageOfKey(records, "k1")).today).toBe(5);
    await counter.close();
  });

  it("loses nothing that is counted while it is written down", async () => {
    const records = newRecords();
    const counter = new UsageCounter(records, quiet);
    for (let round = 0; round < 20; round += 1) {
      counter.count(KEY);
      const flushed = counter.flush();
      counter.count(KEY);
      await Promise.resolve();
      counter.count(KEY);
      if (round % 3 === 0) await flushed;
    }
    await counter.close();
    expect((await usageOfKey(records, "k1")).today).toBe(60);
  });

  it("goes on where the server starts anew", async () => {
    const records = newRecords();
    for (let start = 0; start < 3; start += 1) {
      const counter = new UsageCounter(records, quiet);
      counter.count(KEY);
      await counter.close();
    }
    expect((await usageOfKey(records, "k1")).today).toBe(3);
  });

  it("is written down by itself after a while", async () => {
    const records = newRecords();
    const counter = new UsageCounter(records, { flushEveryMs: 20 });
    counter.count(KEY);
    await vi.waitFor(async () => expect((await usageOfKey(records, "k1")).today).toBe(1), { timeout: 10_000 });
    await counter.close();
  });
});
