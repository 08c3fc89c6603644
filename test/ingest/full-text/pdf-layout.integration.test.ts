import { describe, expect, it } from "vitest";
import { pdf } from "../../../ingest/full-text/pdf.ts";
import type { FullText } from "../../../src/documents/full-text.ts";
import { pdfOf, type Printed } from "./pdf-file.ts";
import { lines, markersOf } from "./read-text.ts";

const LEADING = 12;
/** A line that fills the column, and begins with no capital. */
const FULL = "of the words that go on to fill all of a line of the one column of the page";

/** Text under a heading, so that the page has a body, and what a test puts below it from y = 600 on. */
async function read(below: readonly Printed[]): Promise<FullText> {
  const [text] = await pdf.read({
    name: "file",
    bytes: pdfOf([
      [
        { text: "On Engines", x: 240, y: 770, size: 18 },
        { text: "1 Introduction", x: 50, y: 740, size: 12, bold: true },
        ...printed([`Many ${FULL}`, ...Array.from({ length: 6 }, () => FULL), "and end."], 50, 720),
        ...below,
      ],
    ]),
  });
  return text!;
}

function printed(texts: readonly string[], x: number, y: number, size = 10): Printed[] {
  return texts.map((text, index) => ({ text, x, y: y - index * LEADING, size }));
}

/** The passages below the first. */
async function below(runs: readonly Printed[]): Promise<string[]> {
  return lines(await read(runs)).slice(1);
}

describe("the layout of a PDF", () => {
  it("takes items of a list for no headings, numbered or with bullets", async () => {
    const items = await below([
      ...printed(["1. First compare the numbers and the de-"], 60, 600),
      ...printed(["vices of all."], 72, 588),
      ...printed(["2. Second look again"], 60, 568),
      ...printed(["at them."], 72, 556),
      { text: "\x95 Third print what the others are not", x: 60, y: 530, bold: true },
      ...printed(["and end."], 72, 518),
    ]);
    expect(items).toEqual([
      "introduction · paragraph · 1. First compare the numbers and the devices of all.",
      "introduction · paragraph · 2. Second look again at them.",
      "introduction · list_item · • Third print what the others are not and end.",
    ]);
  });

  it("keeps a last line that has words of a publisher's notice, and leaves the notice out", async () => {
    const line = "matrices, the entries of the other may be solved for";
    expect(await below(printed(["We see that of two", line], 50, 90))).toEqual([
      `introduction · paragraph · We see that of two ${line}`,
    ]);
    expect(await below(printed(["We see that of two", "corresponding ones"], 50, 90))).toEqual([
      "introduction · paragraph · We see that of two corresponding ones",
    ]);
    expect(await below([{ text: "New Orleans, Louisiana, June 1 - 6, 2018", x: 200, y: 40, size: 8 }])).toEqual([]);
    expect(await below([{ text: "Proceedings of the Meeting of Engineers, pages 1 to 9", x: 200, y: 40, size: 8 }])).toEqual([]);
  });

  it("reads a heading over two lines, also one in small letters or in capitals of the body's print", async () => {
    const text = await read([
      { text: "2 The details of the procedure that", x: 50, y: 600, size: 12, bold: true },
      { text: "takes two lines", x: 64, y: 586, size: 12, bold: true },
      ...printed([`We set ${FULL}`, "and end."], 50, 566),
      ...printed(["III. PRIORITIES (FOR THE MARKET", "AND ITS NEEDS)"], 50, 520),
      ...printed([`We see ${FULL}`, "and end."], 50, 480),
    ]);
    expect(text.sections.map(({ heading }) => heading.at(-1))).toEqual([
      "Introduction",
      "The details of the procedure that takes two lines",
      "PRIORITIES (FOR THE MARKET AND ITS NEEDS)",
    ]);
  });

  it("takes labels side by side for no heading, but one whose number stands before a gap", async () => {
    const text = await read([
      { text: "Matrix C", x: 100, y: 600, bold: true },
      { text: "Matrix D", x: 200, y: 600, bold: true },
      ...printed([`We set ${FULL}`, "and end."], 50, 570),
      { text: "V.I", x: 50, y: 530, bold: true },
      { text: "Practical use", x: 90, y: 530, bold: true },
      ...printed([`We see ${FULL}`, "and end."], 50, 506),
    ]);
    expect(text.sections.map(({ heading }) => heading.at(-1))).toEqual(["Introduction", "V.I Practical use"]);
  });

  it("keeps a listing of code together, and knows a heading that names a function", async () => {
    const code = (texts: readonly string[], y: number): Printed[] => printed(texts, 50, y).map((run) => ({ ...run, code: true }));
    const passages = await below([
      ...code(["R> k <- c(.5, 1)", "R> t <- seq(0, 2, by = 2/50)", 'R> library("TIMP")'], 600),
      ...printed(["Then", "end."], 50, 546),
      ...code(["6.4 Mbytes of cells used"], 510),
      { text: "1.1.", x: 50, y: 480, bold: true },
      { text: "readData", x: 76, y: 480, code: true },
      ...printed([`We set ${FULL}`, "and end."], 50, 460),
    ]);
    expect(passages).toEqual([
      'introduction · code · R> k <- c(.5, 1) R> t <- seq(0, 2, by = 2/50) R> library("TIMP")',
      "introduction · paragraph · Then end.",
      "introduction · code · 6.4 Mbytes of cells used",
      `introduction · paragraph · We set ${FULL} and end.`,
    ]);
    const text = await read([
      { text: "1.1.", x: 50, y: 600, bold: true },
      { text: "readData", x: 76, y: 600, code: true },
      ...code(["R> k <- c(.5, 1)", "R> t <- seq(0, 2)"], 570),
      ...printed([`We set ${FULL}`, "and end."], 50, 540),
    ]);
    expect(text.sections.map(({ heading }) => heading)).toEqual([["Introduction"], ["Introduction", "readData"]]);
  });

  it("takes a paper that is all in a monospaced font for no code, and no address or last words in such a font", async () => {
    const all = printed([`Many ${FULL}`, FULL, "and end."], 50, 720).map((run) => ({ ...run, code: true }));
    const [typed] = await pdf.read({ name: "file", bytes: pdfOf([all]) });
    expect(typed!.passages.map(({ form }) => form)).toEqual(["paragraph"]);
    const last = await below([
      ...printed([`We set ${FULL} with`], 50, 600),
      { text: "fit(k) and", x: 50, y: 588, code: true },
      ...printed([`We see ${FULL} at https:`], 50, 560),
      { text: "//example.org/fit", x: 50, y: 548, code: true },
    ]);
    expect(last).toEqual([
      `introduction · paragraph · We set ${FULL} with fit(k) and`,
      `introduction · paragraph · We see ${FULL} at https://example.org/fit`,
    ]);
  });

  it("reads a raised number behind another as its power", async () => {
    const power = [
      { text: "We print some 10", x: 50, y: 600 },
      { text: "5", x: 132.6, y: 603.6, size: 6 },
      { text: "of the words.", x: 139, y: 600 },
    ];
    expect(await below(power)).toEqual(["introduction · paragraph · We print some 10^5 of the words."]);
  });

  it("puts a heading without a number among numbered ones below those of larger print", async () => {
    const text = await read([
      { text: "1.1 Weighting", x: 50, y: 600, bold: true, size: 11 },
      ...printed([`We set ${FULL}`, "and end."], 50, 580),
      { text: "Data of an aside in code", x: 50, y: 540, bold: true },
      ...printed([`We set ${FULL}`, "and end."], 50, 520),
      {
        text: "1.2 Fixed and other parameters that go on for more than a line and are divi-",
        x: 50,
        y: 480,
        bold: true,
        size: 11,
      },
      { text: "ded", x: 50, y: 466, bold: true, size: 11 },
      ...printed([`We set ${FULL}`, "and end."], 50, 440),
      { text: "Acknowledgements", x: 50, y: 400, bold: true, size: 10 },
      ...printed([`We set ${FULL}`, "and end."], 50, 380),
    ]);
    expect(text.sections.map(({ heading }) => heading)).toEqual([
      ["Introduction"],
      ["Introduction", "Weighting"],
      ["Introduction", "Weighting", "Data of an aside in code"],
      ["Introduction", "Fixed and other parameters that go on for more than a line and are divided"],
      ["Acknowledgements"],
    ]);
  });

  it("reads items with bullets apart, also where they end without a mark", async () => {
    const items = await below(
      printed(["\x95 a first one without an end", "\x95 a second that takes", "  two lines", "\x95 a third"], 60, 600),
    );
    expect(items).toEqual([
      "introduction · list_item · • a first one without an end",
      "introduction · list_item · • a second that takes two lines",
      "introduction · list_item · • a third",
    ]);
  });

  it("finds a note whose raised mark stands apart from its words", async () => {
    const notes = await below([
      { text: "5", x: 50, y: 64, size: 6 },
      { text: "7", x: 297, y: 20, size: 8 },
      { text: "These theorems say what holds for all of them and", x: 58.5, y: 60, size: 8 },
      { text: "go on.", x: 50, y: 50, size: 8 },
    ]);
    expect(notes).toEqual(["introduction · footnote · 5 · 5 These theorems say what holds for all of them and go on."]);
  });

  it("keeps the mark of a note at the foot of a page without a number", async () => {
    const notes = await below([
      { text: "5", x: 50, y: 34.5, size: 6 },
      { text: "These theorems say what holds for all of them.", x: 54, y: 30, size: 8 },
    ]);
    expect(notes).toEqual(["introduction · footnote · 5 · These theorems say what holds for all of them."]);
  });

  it("takes lettered chapters behind the references for appendices", async () => {
    const text = await read([
      { text: "References", x: 50, y: 570, size: 12, bold: true },
      ...printed(["[1] Lovelace, A. Notes on an engine. 1843.", "[2] Babbage, C. On machinery. London. 1832."], 50, 550),
      { text: "A Further details", x: 50, y: 500, size: 12, bold: true },
      ...printed([`We set ${FULL}`, "and end."], 50, 480),
      { text: "B. Data formats", x: 50, y: 440, size: 12, bold: true },
      ...printed([`We see ${FULL}`, "and end."], 50, 420),
    ]);
    expect(text.sections.map(({ heading, kind }) => [heading.at(-1), kind])).toEqual([
      ["Introduction", "introduction"],
      ["Further details", "appendix"],
      ["Data formats", "appendix"],
    ]);
  });

  it("takes no line of a reference for a note, and finds names that point to a numbered list", async () => {
    const text = await read([
      ...printed(["As Lovelace (1843) and Babbage (1832) say, and Somerville (1834)."], 50, 600),
      { text: "References", x: 50, y: 570, size: 12, bold: true },
      ...printed(
        [
          "1. Lovelace, A. 1843. Notes on an engine. In Proceedings of the",
          "40th Meeting of Engineers, London.",
          "2. Babbage, C. 1832. On the economy of machinery. London.",
          "3.Somerville, M. 1834. On the connexion of the sciences. London.",
        ],
        50,
        550,
        8,
      ),
    ]);
    expect(text.references.map(({ text: entry }) => entry)).toEqual([
      "Lovelace, A. 1843. Notes on an engine. In Proceedings of the 40th Meeting of Engineers, London.",
      "Babbage, C. 1832. On the economy of machinery. London.",
      "Somerville, M. 1834. On the connexion of the sciences. London.",
    ]);
    expect(markersOf(text)).toEqual([
      ["Lovelace (1843) and Babbage (1832)", "r1", "r2"],
      ["Somerville (1834)", "r3"],
    ]);
  });

  it("keeps to the numbers in brackets where a list has them", async () => {
    const text = await read([
      { text: "References", x: 50, y: 570, size: 12, bold: true },
      ...printed(
        ["[1] Wieringa, R. Requirements engineering. Volume", "21. Issue 2, 2004.", "[2] Robson, C. Real world research. 2002."],
        50,
        550,
        8,
      ),
    ]);
    expect(text.references.map(({ key }) => key)).toEqual(["r1", "r2"]);
  });

  it("finds captions of an appendix, and in small print below a table those without a mark", async () => {
    const passages = await below([
      ...["R0", "R1", "R2"].flatMap((name, row) =>
        [name, "0.65", row === 0 ? "0.75" : "=0.75", "0.55"].map((text, cell) => ({
          text,
          x: 60 + 60 * cell,
          y: 600 - 14 * row,
          size: 8,
        })),
      ),
      { text: "Table 4 Sums of the columns.", x: 60, y: 560, size: 8 },
      ...printed([`Then ${FULL}`, "and end."], 50, 530),
      { text: "Figure A.1. The left panel.", x: 60, y: 480, size: 9 },
    ]);
    expect(passages.map((line) => line.split(" · ").slice(1).join(" · "))).toEqual([
      "table_row · Table 4 · R0 | 0.65 | 0.75 | 0.55",
      "table_row · Table 4 · R1 | 0.65 | =0.75 | 0.55",
      "table_row · Table 4 · R2 | 0.65 | =0.75 | 0.55",
      "caption · Table 4 · Table 4 Sums of the columns.",
      `paragraph · Then ${FULL} and end.`,
      "caption · Figure A.1 · Figure A.1. The left panel.",
    ]);
  });

  it("takes the numerator of a displayed fraction for a part of its formula", async () => {
    const formula = await below([
      ...printed(["The value is"], 50, 600),
      { text: "2PR", x: 307, y: 591 },
      { text: "F =", x: 276, y: 583.5 },
      { text: "P + R", x: 303, y: 576 },
      ...printed(["and thus between zero and one."], 50, 562),
    ]);
    expect(formula).toEqual([
      "introduction · paragraph · The value is and thus between zero and one.",
      "introduction · formula · 2PR F = P + R",
    ]);
  });

  it("leaves a formula that ends a paragraph in it", async () => {
    expect(await below(printed([`We set ${FULL} where`, "t = 11.4 and s = 3."], 50, 600))).toEqual([
      `introduction · paragraph · We set ${FULL} where t = 11.4 and s = 3.`,
    ]);
  });
});
