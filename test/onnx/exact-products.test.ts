import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { exactProducts } from "../../src/onnx/exact-products.ts";

const flags =
  process.platform === "linux" && process.arch === "x64"
    ? /^flags.*$/mu.exec(await readFile("/proc/cpuinfo", "utf8"))?.[0]
    : null;

test.skipIf(!flags)(
  "the slower exact product is demanded where the processor has no instructions for exact 8-bit products",
  async () => {
    const isExact = /\bavx(?:512)?_vnni\b/u.test(flags!);
    expect(await exactProducts()).toEqual(isExact ? {} : { session: { x64quantprecision: "1" } });
  },
);
