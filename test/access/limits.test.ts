import { describe, expect, it } from "vitest";
import { InFlight } from "../../src/access/in-flight.ts";
import { rateLimitHeaders, RateLimiter } from "../../src/access/rate-limit.ts";

describe("the rate limit", () => {
  it("grants a key its requests in a minute and all of them again in the next", () => {
    let now = 0;
    const limiter = new RateLimiter(3, () => now);
    expect([1, 2, 3].map(() => limiter.take("a").remaining)).toEqual([2, 1, 0]);
    now = 59_500;
    expect(limiter.take("a")).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 1 });
    expect(limiter.take("b").allowed).toBe(true);
    now = 60_000;
    expect(limiter.take("a")).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 60 });
  });

  it("says limit, rest and seconds in the fields of the IETF draft", () => {
    const limiter = new RateLimiter(120, () => 4_711.000_000_3);
    expect(rateLimitHeaders(limiter.take("a"))).toEqual({
      "RateLimit-Policy": '"key";q=120;w=60',
      RateLimit: '"key";r=119;t=60',
    });
  });
});

describe("calls in flight", () => {
  const limits = { perKey: 2, total: 3, queue: 1, queueMs: 30 };

  it("a key has so many calls at a time and no more, and gets a place back once", async () => {
    const inFlight = new InFlight(limits);
    const leave = await inFlight.enter("a");
    await inFlight.enter("a");
    await expect(inFlight.enter("a")).rejects.toMatchObject({ code: "too_many_in_flight" });
    leave();
    leave();
    await inFlight.enter("a");
    await expect(inFlight.enter("a")).rejects.toMatchObject({ code: "too_many_in_flight" });
  });

  it("beyond the calls in all one waits for the next free place, and the rest are shed", async () => {
    const inFlight = new InFlight(limits);
    const leave = await inFlight.enter("a");
    await inFlight.enter("b");
    await inFlight.enter("c");
    const waiting = inFlight.enter("d");
    await expect(inFlight.enter("e")).rejects.toMatchObject({ code: "overloaded" });
    leave();
    const leaveD = await waiting;
    leaveD();
    await inFlight.enter("e");
  });

  it("a call that waited too long is shed, and its key has its place back", async () => {
    const inFlight = new InFlight({ ...limits, total: 1, perKey: 1 });
    await inFlight.enter("a");
    await expect(inFlight.enter("b")).rejects.toMatchObject({ code: "overloaded" });
    await expect(inFlight.enter("b")).rejects.toMatchObject({ code: "overloaded" });
  });
});
