import { expect, it } from "vitest";
import { licenseName } from "../../src/pages/views/library/license.ts";

it.each([
  ["https://creativecommons.org/licenses/by-nc-sa/4.0/", "CC BY-NC-SA 4.0"],
  ["http://creativecommons.org/licenses/by/2.0", "CC BY 2.0"],
  ["https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"],
  [
    "This is an open-access article distributed under the terms of the Creative Commons Attribution License, which permits",
    "CC BY",
  ],
  ["Distributed under the Creative Commons Attribution-NonCommercial License", "Distributed under the Creative Commons…"],
  ["MIT", "MIT"],
  ["x".repeat(100), `${"x".repeat(60)}…`],
])("a licence that is stated as %s is called %s", (stated, name) => {
  expect(licenseName(stated)).toBe(name);
});
