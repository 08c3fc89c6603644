import { expect, it } from "vitest";
import { rememberedFor } from "../../src/shared/remembered-for.ts";

it("what was worked out is given for its time, to all who ask meanwhile, and worked out again afterwards", async () => {
  let [time, works] = [0, 0];
  const read = rememberedFor({ ms: 100, max: 2, now: () => time }, async (text) => `${text} ${(works += 1)}`);
  expect(await Promise.all([read("a"), read("a")])).toEqual(["a 1", "a 1"]);
  time = 99;
  expect(await read("a")).toBe("a 1");
  time = 100;
  expect(await read("a")).toBe("a 2");
  // The one that was worked out longest ago makes room.
  await read("b");
  await read("c");
  expect([await read("c"), await read("a")]).toEqual(["c 4", "a 5"]);
});

it("what fails or is not whole is worked out again at once", async () => {
  let works = 0;
  const read = rememberedFor({ ms: 100, max: 2, now: () => 0, isWhole: (value: number) => value > 2 }, async () => {
    works += 1;
    if (works === 1) throw new Error("away");
    return works;
  });
  await expect(read("a")).rejects.toThrow("away");
  expect([await read("a"), await read("a"), await read("a")]).toEqual([2, 3, 3]);
});
