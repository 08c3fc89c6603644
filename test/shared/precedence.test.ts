import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { Precedence, reading } from "../../src/shared/precedence.ts";

const NEVER_MS = 2 ** 31 - 1;

it("a reading that gives way begins when the call that goes first has ended", async () => {
  const { precedence, begun, read } = set(NEVER_MS);
  const leave = precedence.enter();
  const done = precedence.giveWay(() => read("page"));
  await turn();
  expect(begun).toEqual([]);
  leave();
  leave();
  await done;
  expect(begun).toEqual(["page"]);
});

it("readings that give way come one after the other, first come, first served, and a new call goes before those that wait", async () => {
  const { precedence, begun, read } = set(NEVER_MS);
  const { promise: firstEnds, resolve: endFirst } = Promise.withResolvers<void>();
  const all = ["one", "two", "three"].map((name) => precedence.giveWay(() => read(name, name === "one" ? firstEnds : undefined)));
  await turn();
  expect(begun).toEqual(["one"]);
  const leave = precedence.enter();
  endFirst();
  await all[0];
  await turn();
  expect(begun).toEqual(["one"]);
  leave();
  await Promise.all(all);
  expect(begun).toEqual(["one", "two", "three"]);
});

it("a reading waits no longer than its patience, whoever is before it", async () => {
  const { precedence, begun, read } = set(1);
  precedence.enter();
  await Promise.all(["one", "two"].map((name) => precedence.giveWay(() => read(name))));
  expect(begun).toEqual(["one", "two"]);
});

it("a reading that fails makes room for the next", async () => {
  const { precedence, read } = set(NEVER_MS);
  const failing = precedence.giveWay(() => reading(() => Promise.reject(new Error("away"))));
  const next = precedence.giveWay(() => read("next"));
  await expect(failing).rejects.toThrow("away");
  await next;
});

it("work that does not give way reads at once", async () => {
  const { precedence, begun, read } = set(NEVER_MS);
  precedence.enter();
  await read("endpoint");
  expect(begun).toEqual(["endpoint"]);
});

function set(patienceMs: number) {
  const begun: string[] = [];
  const read = (name: string, ends?: Promise<void>) =>
    reading(async () => {
      begun.push(name);
      await ends;
    });
  return { precedence: new Precedence(patienceMs), begun, read };
}
