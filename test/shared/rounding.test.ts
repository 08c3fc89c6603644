import { expect, it } from "vitest";
import { rounded } from "../../src/shared/rounding.ts";

it.each([
  [0.125, 2, 0.13],
  [-0.126, 2, -0.13],
  [2.5, 0, 3],
  [1 / 3, 3, 0.333],
  [12, 4, 12],
])("%d has %d digits as %d", (value, digits, expected) => {
  expect(rounded(value, digits)).toBe(expected);
});
