import { expect, it } from "vitest";
import { codeAddress } from "../../src/pages/views/library/code-address.ts";

const RECORD = "https://aclanthology.org/2021.mrl-1.12";
const REPOSITORY = "https://github.com/a/b";

it.each([
  [
    "that the statement names, not the record that says so",
    "",
    `X gives the repository ${REPOSITORY}.c for “T”.`,
    RECORD,
    `${REPOSITORY}.c`,
  ],
  ["without the point that ends a sentence", "", `The code is at ${REPOSITORY}.`, RECORD, REPOSITORY],
  ["that the statement names without https", "", "Their code is at github.com/a/b.", RECORD, REPOSITORY],
  ["of a repository before other addresses", "", `See https://example.org/list and ${REPOSITORY}.`, RECORD, REPOSITORY],
  [
    "of the repository named as the official code",
    "",
    "The ACL Anthology names a-1/b.c_d as the official code of “T” (ACL 2019).",
    RECORD,
    "https://github.com/a-1/b.c_d",
  ],
  ["of the repository given as the code", "", "The conference list gives a/b on GitHub as the code of “T”.", RECORD, REPOSITORY],
  ["of the repository that the title names", "Code of T: and U: a/b", "The authors publish code.", RECORD, REPOSITORY],
  ["of the source, where that is a repository", "", "There are 3 releases.", REPOSITORY, REPOSITORY],
  ["of a project page, where no repository is named", "", "The page is https://example.org/t.", RECORD, "https://example.org/t"],
  [
    "of nothing, where only a record tells of code",
    "Code of T: CodaLab worksheet 0xd5",
    `It names CodaLab worksheet 0xd5 as the official code. ${RECORD}`,
    RECORD,
    null,
  ],
  ["of nothing, where there is none", "Code of T", "The authors publish code.", null, null],
])("the address of code is that %s", (_what, title, statement, url, address) => {
  expect(codeAddress({ title, statement, source: { url } })).toBe(address);
});
