import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { InFlight } from "../../src/access/in-flight.ts";
import { rateLimitHeaders, RateLimiter, type RateDecision } from "../../src/access/rate-limit.ts";
import { PublicError } from "../../src/errors.ts";
import type { Records } from "../../src/records/port.ts";
import { newRecords } from "../support/records.ts";

/** The store forgets by the real clock. */
const START = Date.now();
const atMost = (limiter: RateLimiter, keyId: string, requests: number) =>
  Promise.all(Array.from({ length: requests }, () => limiter.take(keyId)));
const granted = (decisions: RateDecision[]) => decisions.filter((decision) => decision.allowed).length;

describe("the rate limit", () => {
  it("grants a key its requests in a minute and all of them again in the next", async () => {
    let now = START;
    const limiter = new RateLimiter(newRecords(), 3, { now: () => now });
    for (const remaining of [2, 1, 0]) expect((await limiter.take("a")).remaining).toBe(remaining);
    now += 59_500;
    expect(await limiter.take("a")).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 1 });
    expect((await limiter.take("b")).allowed).toBe(true);
    now += 500;
    expect(await limiter.take("a")).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 60 });
  });

  it("says limit, rest and seconds in the fields of the IETF draft", async () => {
    const limiter = new RateLimiter(newRecords(), 120, { now: () => START });
    expect(rateLimitHeaders(await limiter.take("a"))).toEqual({
      "RateLimit-Policy": '"key";q=120;w=60',
      RateLimit: '"key";r=119;t=60',
    });
  });

  it("holds right across servers: never more than the limit, and at most the others' unused shares fewer", async () => {
    const records = newRecords();
    const [limit, share] = [200, 10];
    const servers = Array.from({ length: 4 }, () => new RateLimiter(records, limit, { now: () => START }));
    // Three servers each get one request in and hold the rest of a share; all that is left arrives at the fourth.
    for (const server of servers.slice(1)) expect((await server.take("a")).allowed).toBe(true);
    const atFirst = granted(await atMost(servers[0]!, "a", limit));
    expect(atFirst).toBe(limit - 3 * share);
    // What the others hold is not lost, and with it the limit is reached exactly.
    const atOthers = await Promise.all(servers.slice(1).map((server) => atMost(server, "a", limit)));
    expect(atFirst + 3 + granted(atOthers.flat())).toBe(limit);
  });

  it("of requests that arrive at all servers at once, exactly the limit is granted", async () => {
    const records = newRecords();
    const servers = Array.from({ length: 3 }, () => new RateLimiter(records, 50, { now: () => START }));
    const decisions = await Promise.all(servers.map((server) => atMost(server, "a", 100)));
    expect(granted(decisions.flat())).toBe(50);
  });

  it("costs the store at most one write for a twentieth of the limit", async () => {
    const records = newRecords();
    const put = vi.spyOn(records, "put");
    const limiter = new RateLimiter(records, 1_000, { now: () => START });
    expect(granted(await atMost(limiter, "a", 3_000))).toBe(1_000);
    expect(put).toHaveBeenCalledTimes(20);
  });

  it("a server counts by itself where the store takes no writes, and says why", async () => {
    const errors: unknown[] = [];
    const records: Records = { ...newRecords(), put: () => Promise.reject(new PublicError("records_unavailable")) };
    const limiter = new RateLimiter(records, 40, { now: () => START, onError: (error) => errors.push(error) });
    expect(granted(await atMost(limiter, "a", 100))).toBe(40);
    expect(errors[0]).toMatchObject({ code: "records_unavailable" });
  });
});

describe("calls in flight", () => {
  const limits = { perKey: 2, first: 3, min: 3, max: 3, waitMs: 90 };

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
    const inFlight = new InFlight({ ...limits, first: 1, min: 1, max: 1, waitMs: 160, perKey: 1 });
    await inFlight.enter("a");
    const waiting = inFlight.enter("b");
    expect(inFlight.waiting).toBe(1);
    await expect(waiting).rejects.toMatchObject({ code: "overloaded" });
    expect(inFlight.waiting).toBe(0);
    await expect(inFlight.enter("b")).rejects.toMatchObject({ code: "overloaded" });
  });

  it("fewer run at a time while searches take too long, and more again once they are quick", async () => {
    const inFlight = new InFlight({ first: 10, min: 2, max: 20, targetMs: 20 });
    const round = async (ms: number) => {
      const places = Array.from({ length: inFlight.places }, (_, key) => inFlight.enter(`key ${key}`, { kind: "search" }));
      const leave = await Promise.all(places);
      await sleep(ms);
      for (const one of leave) one();
    };
    await round(40);
    const slow = inFlight.places;
    expect(slow).toBeLessThan(10);
    for (let turn = 0; turn < 30; turn += 1) await round(0);
    expect(inFlight.places).toBeGreaterThan(slow);
  });

  it("calls that all took too long beside each other are one reason to run fewer at a time, not many", async () => {
    const inFlight = new InFlight({ first: 16, min: 2, max: 20, targetMs: 20 });
    const leave = await Promise.all(Array.from({ length: 16 }, (_, key) => inFlight.enter(`key ${key}`, { kind: "search" })));
    await sleep(60);
    for (const one of leave) one();
    expect(inFlight.places).toBe(8);
  });

  it("a key's first call has its turn before the second ones of keys that came earlier", async () => {
    const inFlight = new InFlight({ perKey: 4, first: 2, min: 2, max: 2, waitMs: 60_000 });
    const running = [await inFlight.enter("busy"), await inFlight.enter("busy")];
    const turns: string[] = [];
    const waiting = ["busy", "busy", "other"].map(async (key) => {
      const leave = await inFlight.enter(key);
      turns.push(key);
      leave();
    });
    running[0]!();
    await Promise.all(waiting);
    expect(turns).toEqual(["other", "busy", "busy"]);
  });

  it("who would wait too long is refused at once and told when to come back; who has waited before counts it", async () => {
    const inFlight = new InFlight({ first: 1, min: 1, max: 1, waitMs: 350 });
    const leave = await inFlight.enter("a");
    await expect(inFlight.enter("b", { receivedAt: performance.now() - 250 })).rejects.toMatchObject({ code: "overloaded" });
    const waiting = [inFlight.enter("b"), inFlight.enter("c")];
    const startedAt = performance.now();
    await expect(inFlight.enter("d")).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 1 });
    expect(() => inFlight.refuseIfFull()).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(performance.now() - startedAt).toBeLessThan(20);
    leave();
    (await waiting[0]!)();
    (await waiting[1]!)();
    expect(() => inFlight.refuseIfFull()).not.toThrow();
  });

  it("where those that run take longer than calls did before, fewer may wait for them", async () => {
    const inFlight = new InFlight({ first: 1, min: 1, max: 1, waitMs: 400 });
    await inFlight.enter("a");
    const first = inFlight.enter("b");
    await sleep(420);
    await expect(inFlight.enter("c")).rejects.toMatchObject({ code: "overloaded" });
    // It came when a short wait was to be expected, and is not refused now.
    expect(await Promise.race([first, Promise.resolve("waits")])).toBe("waits");
    first.catch(() => {});
  });

  it("calls that wait for a language model take no place from searches", async () => {
    const inFlight = new InFlight({ first: 1, min: 1, max: 1, model: 2, waitMs: 10 });
    await inFlight.enter("a", { kind: "model" });
    await inFlight.enter("b", { kind: "model" });
    await expect(inFlight.enter("c", { kind: "model" })).rejects.toMatchObject({ code: "overloaded" });
    await inFlight.enter("c", { kind: "search" });
    expect(inFlight.running).toBe(3);
  });
});
