import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPaper, checkSignal } from "../../ingest/validate.ts";
import { openSource } from "../../ingest/sources/open-source.ts";
import type { SourceOptions } from "../../ingest/sources/format.ts";
import { all, writeScratch } from "./files.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "mappings");

/** For each example its kind of file, in small: name, content, and what it gives. */
const EXAMPLES: Record<string, { file: string; content: string; delimiter?: string; gives: object }> = {
  "iclr2021-papers.json": {
    file: "x.tsv",
    content: `paper_id\ttitle\tlink\tkeywords\tabstract\nabcDEF12345\tA "B\thttps://openreview.net/forum?id=abcDEF12345\tx, y\tWe "do.\n`,
    gives: { title: 'A "B', keywords: ["x", "y"], ids: { openreview: "abcDEF12345" } },
  },
  "iclr2021-first-ratings.json": {
    file: "x.tsv",
    content: "\t0\t1\t2\t3\t4\t5\nabcDEF12345\t7.0\t6.0\t\t\t\t\n",
    gives: { kind: "review", value: 6.5, unit: "mean rating of 10" },
  },
  "iclr2021-ratings.json": {
    file: "x.tsv",
    content: "paper_id\t0\t1\t2\t3\t4\t5\tdecision\nabcDEF12345\t7.0\t6.0\t\t\t\t\tReject\n",
    gives: { kind: "review", value: 6.5, statement: expect.stringContaining("7.0 6.0 out of 10, a mean of 6.5.") },
  },
  "iclr2021-decisions.json": {
    file: "x.tsv",
    content: "paper_id\t0\tdecision\nabcDEF12345\t7.0\tReject\n",
    gives: { kind: "acceptance", polarity: "against" },
  },
  "iclr2023-papers.json": {
    file: "x.csv",
    content: `id,title,keywords\nabcDEF12345,A,"['x', ""y's""]"\n`,
    gives: { title: "A", keywords: ["x", "y's"], ids: { openreview: "abcDEF12345" } },
  },
  "iclr2023-ratings.json": {
    file: "x.csv",
    content: 'id,title,ratings\nabcDEF12345,A,"[8, 6, 5]"\n',
    gives: { kind: "review", value: 6.33, unit: "mean rating of 10" },
  },
  "pwc-code.json": {
    file: "x.csv",
    content:
      "paper_title,paper_link,conference,year,repo_link,last_update\nA,http://a.example/1.pdf,NIPS,2017,https://github.com/a/b,2019-01-02\n",
    gives: { kind: "code", title: "Code: https://github.com/a/b", observed_at: "2019-01-02" },
  },
  "pwc-stars.json": {
    file: "x.csv",
    content:
      "paper_title,paper_link,conference,year,repo_link,repo_star,last_update\nA,http://a.example/1.pdf,NIPS,2017,https://github.com/a/b,7,2019-01-02\n",
    gives: { kind: "adoption", value: 7, unit: "GitHub stars" },
  },
  "aan-citations.json": {
    file: "x.txt",
    content: "C08-3004 , A00-1002\n",
    gives: { kind: "citation", title: "Cited by C08-3004" },
  },
  "arxiv-2019.json": {
    file: "x.tsv",
    content: `\tb\tc\td\te\tf\tg\th\ti\tj\tk\tl\tm\tn\to\n7\tWe do.\t\t704.35\tA B, C D, and E F\tcs.DL\t"a\nb"\t2007-04-02\t\t3\t1\tcs.DL\tT\t\t['cs.DL']\n`,
    gives: { title: "T", authors: ["A B", "C D", "E F"], categories: ["cs.DL"], ids: { arxiv: "0704.3500" } },
  },
};

describe("the example mapping files", () => {
  it("are all tried here", () => {
    expect(Object.keys(EXAMPLES).toSorted((a, b) => a.localeCompare(b))).toEqual(
      readdirSync(FOLDER).toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it.each(Object.entries(EXAMPLES))("%s reads its kind of file", async (name, { file, content, gives }) => {
    const target = "authors" in gives || "keywords" in gives ? "papers" : "signals";
    const options = {
      target,
      format: "csv",
      path: writeScratch(file, content),
      map: join(FOLDER, name),
      observedAt: "2024-01-02",
    } as const;
    const [row, ...more] = await all((await openSource(options satisfies SourceOptions)).items);
    expect(more).toEqual([]);
    if (row!.kind === "paper") expect(checkPaper(row!.paper)).toMatchObject({ value: gives });
    else if (row!.kind === "signal") {
      const { paper, ...signal } = row!.signal as { paper: object };
      expect(Object.keys(paper).length).toBeGreaterThan(0);
      expect(checkSignal({ ...signal, paper_ids: ["doi:10.1000/x"] })).toMatchObject({ value: gives });
    } else throw new Error(JSON.stringify(row));
  });
});
