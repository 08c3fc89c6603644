import { describe, expect, it } from "vitest";
import { DeadlinePassed, deadlineSignal, timeLeft, withDeadline } from "../../src/shared/deadline.ts";

const never = () => new Promise<never>(() => {});

describe("what is left of a call", () => {
  it("is told to its parts by their signal, and a part cannot have more than the whole", async () => {
    const left = await withDeadline(1_000, (outer) => withDeadline(60_000, async (inner) => timeLeft(inner), { signal: outer }));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(1_000);
    expect(timeLeft(new AbortController().signal)).toBe(Infinity);
    expect(timeLeft(undefined)).toBe(Infinity);
  });

  it("is told by a signal that was made without work, which ends by itself or with the caller's", async () => {
    const short = deadlineSignal(20);
    expect(timeLeft(short)).toBeLessThanOrEqual(20);
    await expect(withDeadline(60_000, never, { signal: short })).rejects.toThrow(/timeout/u);
    const caller = new AbortController();
    const signal = deadlineSignal(60_000, caller.signal);
    caller.abort(new Error("gone"));
    expect(signal.reason).toEqual(new Error("gone"));
    const within = await withDeadline(1_000, async (outer) => timeLeft(deadlineSignal(60_000, outer)));
    expect(within).toBeLessThanOrEqual(1_000);
  });
});

describe("work with a deadline", () => {
  it("gives its result, or its own error", async () => {
    expect(await withDeadline(1_000, async () => 1)).toBe(1);
    await expect(withDeadline(1_000, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("that heeds no signal is waited for no longer than that, and hears of it", async () => {
    let told: AbortSignal | undefined;
    const late = withDeadline(10, (signal) => ((told = signal), never()));
    await expect(late).rejects.toBeInstanceOf(DeadlinePassed);
    expect(told?.aborted).toBe(true);
    await expect(withDeadline(10, never, { late: () => new Error("ours") })).rejects.toThrow("ours");
  });

  it("ends with the reason of the caller, and is not begun where the caller is gone already", async () => {
    const caller = new AbortController();
    const ended = withDeadline(60_000, never, { signal: caller.signal });
    caller.abort(new Error("gone"));
    await expect(ended).rejects.toThrow("gone");
    let begun = false;
    const work = async () => void (begun = true);
    await expect(withDeadline(60_000, work, { signal: caller.signal })).rejects.toThrow("gone");
    expect(begun).toBe(false);
  });
});
