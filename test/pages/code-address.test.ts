import { expect, it } from "vitest";
import { codeAddress } from "../../src/pages/views/library/code-address.ts";

const RECORD = "https://aclanthology.org/2021.mrl-1.12";

it.each([
  [
    "that the statement names, not the record that says so",
    "X gives the repository https://github.com/a/b.c for “T”.",
    RECORD,
    "https://github.com/a/b.c",
  ],
  ["without the point that ends a sentence", "The code is at https://github.com/a/b.", RECORD, "https://github.com/a/b"],
  ["of the source, where the statement names none", "The authors publish code.", RECORD, RECORD],
  ["of nothing, where there is none", "The authors publish code.", null, null],
])("the address of code is that %s", (_what, statement, url, address) => {
  expect(codeAddress({ statement, source: { url } })).toBe(address);
});
