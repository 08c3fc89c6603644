import { expect, it } from "vitest";
import { askedKind } from "../../src/answers/recorded/kinds.ts";
import { toBeHad } from "../../src/answers/recorded/to-be-had.ts";
import { paper, signal } from "../support/documents.ts";

const link = (id: string, paper_id: string, address: string) =>
  signal({ signal_id: id, kind: "dataset", paper_ids: [paper_id], statement: `Links the dataset (${address}) to the paper.` });

const MEMES = paper({ paper_id: "doi:memes", title: "Memes that harm", abstract: "We release Harm-C, a set of memes." });
const USES = paper({ paper_id: "doi:uses", title: "Detecting propaganda", abstract: "We use pictures of others." });
const PAPERS = new Map([MEMES, USES].map((each) => [each.paper_id, each]));
const OWN = link("sig:own", "doi:memes", "https://example.org/dataset/harm-c?x=1");
const USED = link("sig:used", "doi:uses", "https://example.org/dataset/coco");

it("a link to a data set counts only where its paper names the data set", () => {
  const found = toBeHad([USED, OWN], askedKind("dataset", ""), { central: () => 0, papers: PAPERS });
  expect(found.signals).toEqual([OWN]);
  expect(found.which).toBe(" that name the dataset");
});

it("links of papers with the subject in one piece leave the others out, and others stand in where there are none", () => {
  const code = askedKind("code", "");
  const signals = [USED, OWN].map((item) => ({ ...item, kind: "code" as const }));
  const near = toBeHad(signals, code, { central: ({ signal_id }) => Number(signal_id === "sig:used"), papers: PAPERS });
  expect(near.signals.map(({ signal_id }) => signal_id)).toEqual(["sig:used"]);
  expect(near.which).toBe(", where the words appear together or in the title");
  expect(toBeHad(signals, code, { central: () => 0, papers: PAPERS })).toEqual({ signals, which: "" });
});

it("a paper that has the words apart must name the most telling term in its title", () => {
  const code = askedKind("code", "");
  const signals = [USED, OWN].map((item) => ({ ...item, kind: "code" as const }));
  const terms = [
    { text: "propaganda", stems: ["propaganda"] },
    { text: "multiple languages", stems: ["multipl", "languag"] },
  ];
  const found = toBeHad(signals, code, { central: () => 0, papers: PAPERS, terms });
  expect(found.signals.map(({ signal_id }) => signal_id)).toEqual(["sig:used"]);
  expect(found.which).toBe(", with “propaganda” in the title");
});

it("a question for reviews is about scores: neither a percentile nor a spread of them is one", () => {
  const { holds } = askedKind("review", "How were papers on memes reviewed?");
  const units = ["mean rating of 10", "mean rating", null, "percentile at ICLR 2022", "spread of ratings"];
  expect(units.filter((unit) => holds(signal({ signal_id: `sig:${unit}`, kind: "review", unit })))).toEqual([
    "mean rating of 10",
    "mean rating",
    null,
  ]);
});
