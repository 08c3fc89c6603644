import { describe, expect, it } from "vitest";
import { parseRetryAfter, retry, retryDelay } from "../../src/shared/retry.ts";
import { testClock } from "../ingest/scripted-collection.ts";

describe("trying again", () => {
  it("waits a random part of a span that doubles up to its maximum, and never less than was asked for", () => {
    expect([0, 1, 2, 6, 7, 60].map((attempt) => retryDelay(attempt, undefined, () => 0.5))).toEqual([
      100, 200, 400, 6_400, 10_000, 10_000,
    ]);
    expect(retryDelay(0, 5_000, () => 0.5)).toBe(5_000);
    expect(retryDelay(3, undefined, () => 1, { baseMs: 5, maxMs: 30 })).toBe(30);
  });

  it.each([
    ["after so many attempts", { maxAttempts: 3 }, 3],
    ["where the next attempt would come too late", { giveUpAfterMs: 350 }, 3],
    ["at once for an error that will not pass", { isRetryable: () => false }, 1],
    ["at once where the other side asks for too long a wait", { giveUpAfterMs: 350, retryAfterMs: () => 400 }, 1],
  ])("ends %s, with the last error", async (_, options, attempts) => {
    let tried = 0;
    const task = () => Promise.reject(new Error(`failure ${(tried += 1)}`));
    await expect(retry(task, { isRetryable: () => true, clock: testClock(), ...options })).rejects.toThrow(`failure ${attempts}`);
    expect(tried).toBe(attempts);
  });

  it("ends while it waits with the reason of the signal", async () => {
    const stopping = new AbortController();
    const trying = retry(() => Promise.reject(new Error("away")), {
      isRetryable: () => true,
      retryAfterMs: () => 60_000,
      signal: stopping.signal,
    });
    setTimeout(() => stopping.abort(new Error("stopped")), 10);
    await expect(trying).rejects.toThrow("stopped");
  });

  it.each([
    ["2", 2_000],
    [" 0.5 ", 500],
    [new Date(Date.now() - 5_000).toUTCString(), 0],
    ["soon", undefined],
    ["-3", 0],
    ["", undefined],
    [null, undefined],
  ])("reads Retry-After %j as %j", (header, ms) => {
    expect(parseRetryAfter(header)).toBe(ms);
  });

  it("reads a date in the time to come as the time until then", () => {
    const ms = parseRetryAfter(new Date(Date.now() + 60_000).toUTCString())!;
    expect(ms).toBeGreaterThan(55_000);
    expect(ms).toBeLessThanOrEqual(60_000);
  });
});
