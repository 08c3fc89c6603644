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
  ["Creative Commons Attribution Non Commercial (CC BY-NC 4.0)", "CC BY-NC 4.0"],
  ["Creative Commons Attribution License (CC BY-NC-ND)", "CC BY-NC-ND"],
  ["Creative Commons Attribution License (CC BY NC\u2011ND 3.0)", "CC BY-NC-ND 3.0"],
  ["Creative Commons Attribution License (CC BY 4.0)", "CC BY 4.0"],
  ["Creative Commons Attribution 4.0 International", "CC BY"],
  [
    "Creative Commons Attribution\u2010NonCommercial\u2010NoDerivs",
    "Creative Commons Attribution\u2010NonCommercial\u2010NoDerivs",
  ],
  ["Creative Commons Attribution 4.0, no derivatives", "Creative Commons Attribution 4.0, no derivatives"],
  ["Creative Commons Attribution - Share Alike", "Creative Commons Attribution - Share Alike"],
  ["An open-access article under the terms of the CC BY-NC license, which permits use for no profit", "CC BY-NC"],
  ["CC-BY-4.0 AND MIT", "CC-BY-4.0 AND MIT"],
  ["MIT", "MIT"],
  ["x".repeat(100), `${"x".repeat(60)}…`],
])("a license that is stated as %s is called %s", (stated, name) => {
  expect(licenseName(stated)).toBe(name);
});
