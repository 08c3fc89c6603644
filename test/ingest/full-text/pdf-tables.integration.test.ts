import { describe, expect, it } from "vitest";
import { pdf } from "../../../ingest/full-text/pdf.ts";
import { pdfOf, type Printed } from "./pdf-file.ts";
import { lines } from "./read-text.ts";

const LEADING = 12;
/** Text of about the width of a column of two. */
const HALF = "words that go on and fill a line of this column";

function printed(texts: readonly string[], x: number, y: number, leading = LEADING): Printed[] {
  return texts.map((text, index) => ({ text, x, y: y - index * leading }));
}

/** Rows of cells at these places. */
function rows(cells: readonly (readonly string[])[], starts: readonly number[], y: number, leading = LEADING): Printed[] {
  return cells.flatMap((row, index) =>
    row.map((text, cell) => ({ text, x: starts[cell]!, y: y - index * leading })).filter(({ text }) => text !== ""),
  );
}

/** What is read of a page: two columns of text, or one, below what a test puts there. */
async function passages(above: readonly Printed[], columns: 1 | 2): Promise<string[]> {
  const text = (x: number): Printed[] =>
    printed(
      [
        ...Array.from({ length: 12 }, () => HALF + (columns === 1 ? " and goes on to the right edge of the page" : "")),
        "and end.",
      ],
      x,
      500,
    );
  const headings = [
    { text: "On Engines", x: 240, y: 770, size: 18 },
    { text: "1 Introduction", x: 50, y: 745, size: 12, bold: true },
  ];
  const run = [...headings, ...above, ...text(50), ...(columns === 2 ? text(320) : [])];
  const [read] = await pdf.read({ name: "file", bytes: pdfOf([run]) });
  return lines(read!);
}

const CLOSING = /^introduction · paragraph/u;

describe("tables of a PDF", () => {
  it("keeps a table of text over both columns in rows, and its caption below", async () => {
    const read = await passages(
      [
        ...rows(
          [
            ["Data", "Task", "Measure", "Comment"],
            ["News", "ranking", "gain at ten of all", "large and noisy"],
            ["Law", "linking", "F1", "small but clean"],
          ],
          [160, 202, 247, 360],
          700,
        ),
        { text: "Table 1: What stands over both of the columns of the page.", x: 180, y: 650 },
      ],
      2,
    );
    expect(read.filter((line) => !CLOSING.test(line))).toEqual([
      "table · table_row · Table 1 · Data | Task | Measure | Comment",
      "table · table_row · Table 1 · News | ranking | gain at ten of all | large and noisy",
      "table · table_row · Table 1 · Law | linking | F1 | small but clean",
      "caption · caption · Table 1 · Table 1: What stands over both of the columns of the page.",
    ]);
  });

  it("joins cells of several lines to rows, also where the first cell stands lower, and leaves items of a list alone", async () => {
    const wrapped = await passages(
      [
        { text: "Table 2: Names.", x: 50, y: 720 },
        ...rows(
          [
            ["Name", "Description"],
            ["Alpha", "when while documents rep-"],
            ["", "resentations and more of"],
            ["", "them."],
            ["Beta", "a single line"],
            ["Gamma", "documents that"],
            ["", "go on."],
          ],
          [60, 140],
          700,
        ),
      ],
      1,
    );
    expect(wrapped.slice(0, 5)).toEqual([
      "caption · caption · Table 2 · Table 2: Names.",
      "table · table_row · Table 2 · Name | Description",
      "table · table_row · Table 2 · Alpha | when while documents representations and more of them.",
      "table · table_row · Table 2 · Beta | a single line",
      "table · table_row · Table 2 · Gamma | documents that go on.",
    ]);
    const lower = ["Certified", "Compliant", "Reliable"].flatMap((name, index) => [
      ...printed(["to be met in order to", "get the system ready."], 140, 710 - index * 30),
      { text: name, x: 60, y: 705 - index * 30 },
    ]);
    expect((await passages(lower, 1)).slice(0, 3)).toEqual(
      ["Certified", "Compliant", "Reliable"].map(
        (name) => `table · table_row · ${name} | to be met in order to get the system ready.`,
      ),
    );
    const list = ["1.", "2.", "3."].flatMap((mark, index) =>
      rows(
        [
          [mark, "an item that goes"],
          ["", "over two lines."],
        ],
        [60, 90],
        710 - index * 26,
      ),
    );
    expect((await passages(list, 1)).filter((line) => line.includes("table_row"))).toEqual([]);
  });

  it("calls rows between two captions by the lower one where the document has captions below its tables", async () => {
    const table = (name: string, y: number): Printed[] =>
      rows(
        [
          [`${name} one`, "0.65", "0.75", "0.55"],
          [`${name} two`, "0.66", "0.76", "0.56"],
          [`${name} three`, "0.67", "0.77", "0.57"],
        ],
        [60, 160, 220, 280],
        y,
      );
    const read = await passages(
      [
        ...printed(["Some words come before the tables of this page, and they end here."], 50, 720),
        ...table("Alpha", 690),
        { text: "Table 1: Of alpha.", x: 60, y: 645 },
        ...table("Beta", 615),
        { text: "Table 2: Of beta.", x: 60, y: 570 },
      ],
      1,
    );
    expect(read.filter((line) => line.includes("table_row")).map((line) => line.split(" · ").slice(2, 4).join(" · "))).toEqual([
      "Table 1 · Alpha one | 0.65 | 0.75 | 0.55",
      "Table 1 · Alpha two | 0.66 | 0.76 | 0.56",
      "Table 1 · Alpha three | 0.67 | 0.77 | 0.57",
      "Table 2 · Beta one | 0.65 | 0.75 | 0.55",
      "Table 2 · Beta two | 0.66 | 0.76 | 0.56",
      "Table 2 · Beta three | 0.67 | 0.77 | 0.57",
    ]);
  });
});
