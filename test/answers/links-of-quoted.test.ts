import { expect, it } from "vitest";
import { linksOfQuoted, papersWithCode } from "../../src/answers/recorded/links-of-quoted.ts";
import { nothing } from "../../src/answers/recorded/found.ts";
import { signal } from "../support/documents.ts";

const code = (id: string, ...paper_ids: string[]) =>
  signal({ signal_id: id, kind: "code", paper_ids, statement: `The code is at https://example.org/${id}.` });
const ASKED = { kind: "artifact", artifact: "code" } as const;
const SIGNALS = [
  code("sig:a", "doi:a"),
  code("sig:b", "doi:b"),
  code("sig:b2", "doi:b"),
  signal({ signal_id: "sig:c", kind: "award", paper_ids: ["doi:c"] }),
];
const ids = (found: readonly { signal_id: string }[]) => found.map(({ signal_id }) => signal_id);

it("code of quoted papers is told in their order, one record each", () => {
  expect(ids(linksOfQuoted(ASKED, SIGNALS, new Set(["doi:b", "doi:c", "doi:a"]), null))).toEqual(["sig:b", "sig:a"]);
});

it("what a record answers is not told again, nor anything where no code is asked for", () => {
  const row = { label: "B", value: null, paper_id: "doi:b", proofs: [{ signal: SIGNALS[1]! }] };
  const finding = { ...nothing("Nothing.", "a query"), rows: [row] };
  expect(ids(linksOfQuoted(ASKED, SIGNALS, new Set(["doi:b", "doi:a"]), finding))).toEqual(["sig:a"]);
  expect(linksOfQuoted({ kind: "artifact", artifact: "dataset" }, SIGNALS, new Set(["doi:a"]), null)).toEqual([]);
  expect(linksOfQuoted({ kind: "does_it" }, SIGNALS, new Set(["doi:a"]), null)).toEqual([]);
});

it("no more than five papers' code is told", () => {
  const many = Array.from({ length: 9 }, (_, index) => code(`sig:${index}`, `doi:${index}`));
  expect(linksOfQuoted(ASKED, many, new Set(many.map((item) => item.paper_ids[0]!)), null)).toHaveLength(5);
});

it("how a repository fares, that it is archived, and community code without an address are no links", () => {
  const link = code("sig:link", "doi:a");
  const others = [
    { ...code("sig:days", "doi:a"), unit: "days since the last commit" },
    { ...code("sig:archived", "doi:a"), polarity: "against" as const },
    signal({ signal_id: "sig:community", kind: "code", paper_ids: ["doi:b"], statement: "There is community code." }),
  ];
  expect(ids(linksOfQuoted(ASKED, [...others, link], new Set(["doi:a", "doi:b"]), null))).toEqual(["sig:link"]);
  expect(papersWithCode([...others, link])).toEqual(new Set(["doi:a"]));
});

it("a repository that two papers share is told once, and what supports before what does not", () => {
  const shared = code("sig:shared", "doi:a", "doi:b");
  const neutral = { ...code("sig:neutral", "doi:a"), polarity: "neutral" as const };
  expect(ids(linksOfQuoted(ASKED, [neutral, shared], new Set(["doi:a", "doi:b"]), null))).toEqual(["sig:shared"]);
});
