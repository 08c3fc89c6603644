import { expect, it } from "vitest";
import { markdown } from "../../../ingest/full-text/markdown.ts";
import { plainText } from "../../../ingest/full-text/plain-text.ts";
import { lines, markersOf, reasonOf, textIn } from "./read-text.ts";

it("Markdown gives its metadata, headings, paragraphs, lists, tables and references, without its marks", async () => {
  const text = await textIn(
    markdown,
    `---
title: "On engines"
authors:
  - Ada Lovelace
  - Charles Babbage
doi: 10.1000/M
date: 1843-10-01
---
## Abstract
We made *one*.

## 1. Introduction
Engines are **old** (Lovelace, 1843) and
[known](https://example.org/a_(b)) to ada@example.org as a_b_c.

- first
- second

> Quoted
> words.

![Figure 1: An engine](e.png)

### 1.1 Limitations
| n | 3 |
|---|---|
| m | 4 |

\`\`\`
code *as it is*
\`\`\`

Data availability
-----------------
All data are here.

## References
- Lovelace, A. 1843. Notes.
- Babbage, C. 1832. Engines.
`,
  );
  expect(text).toMatchObject({
    title: "On engines",
    authors: ["Ada Lovelace", "Charles Babbage"],
    abstract: "We made one.",
    year: 1843,
    published_at: "1843-10-01",
    ids: { doi: "10.1000/m" },
  });
  expect(lines(text)).toEqual([
    "abstract · paragraph · We made one.",
    "introduction · paragraph · Engines are old (Lovelace, 1843) and known to as a_b_c.",
    "introduction · list_item · first",
    "introduction · list_item · second",
    "introduction · quotation · Quoted words.",
    "caption · caption · Figure 1 · Figure 1: An engine",
    "table · table_row · n | 3",
    "table · table_row · m | 4",
    "limitations · code · code *as it is*",
    "data_availability · paragraph · All data are here.",
  ]);
  expect(markersOf(text)).toEqual([["(Lovelace, 1843)", "r1"]]);
  expect(text.references.map(({ year }) => year)).toEqual([1843, 1832]);
});

it("plain text gives its title, headings, paragraphs and references", async () => {
  const text = await textIn(
    plainText,
    `On engines

ABSTRACT
We made one that is infor-
mation.

1 Introduction

Engines are old [1, 2].
They are.

Limitations

None.

References

[1] A. Lovelace. Notes on an engine. 1843.
[2] C. Babbage. Engines and more of them. 1832.
`,
  );
  expect(text).toMatchObject({ title: "On engines", abstract: "We made one that is information." });
  expect(lines(text)).toEqual([
    "abstract · paragraph · We made one that is information.",
    "introduction · paragraph · Engines are old [1, 2]. They are.",
    "limitations · paragraph · None.",
  ]);
  expect(markersOf(text)).toEqual([["[1, 2]", "r1", "r2"]]);
});

it("text that is not UTF-8 or blank is refused", async () => {
  await expect(plainText.read({ name: "file", bytes: Buffer.from([0x41, 0xff, 0xfe]) })).rejects.toMatchObject({
    reason: "invalid_encoding",
  });
  expect(await reasonOf(plainText, " \n\n ")).toBe("no_text");
});
