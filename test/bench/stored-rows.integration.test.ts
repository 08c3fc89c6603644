import { connect } from "@lancedb/lancedb";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedPassages } from "../../bench/answers/stored-rows.ts";
import type { FullText } from "../../src/documents/full-text.ts";
import { storedText } from "../../src/documents/passage.ts";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { paper, row, SMALL_SPACE } from "../support/documents.ts";

const TEXT: FullText = {
  format: "jats",
  ids: {},
  title: "Zebras",
  authors: ["Ana Roe"],
  abstract: null,
  year: 2020,
  published_at: null,
  venue: null,
  licence: null,
  source: { name: "a press", url: null, license: null },
  sections: [
    { heading: [], kind: "introduction" },
    { heading: ["Results", "Speed"], kind: "results" },
  ],
  passages: [0, 1, 1].map((section, index) => ({
    section,
    kind: section === 0 ? "introduction" : "results",
    form: "paragraph",
    text: `Zebras run. Rest ${index} “follows”.`,
    page: index + 1,
    place: null,
    label: null,
  })),
  references: [
    { key: "b1", text: "Ana Roe. Herds. 1990", title: "Herds", authors: ["Ana Roe"], year: 1990, venue: null, ids: {} },
  ],
  markers: [],
  notices: [],
};
const { whole, passages } = storedText(TEXT, paper({ paper_id: "doi:10.1/a", title: "Zebras at speed" }), {
  file: "a.xml",
  run_id: "run-1",
  ingested_at: "2026-01-02T03:04:05.678Z",
});

describe("rows that are read without the engine", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signal-canvas-rows-"));
    await using engine = openLanceDb({ folder, prefix: "" });
    await engine.create(SMALL_SPACE);
    await engine.passages.write([...passages, whole].map((one) => row(one)));
    await engine.endLoad("passages");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("are the passages as they were written, and of a whole text its file and title", async () => {
    const read = await storedPassages(folder);
    const about = { file: "a.xml", title: "Zebras" };
    expect(read.toSorted((a, b) => a.passage_id.localeCompare(b.passage_id))).toEqual(
      [...passages, whole]
        .map(({ passage_id, paper_id, content, kind, form }) => {
          return { passage_id, paper_id, content, kind, form, whole: kind === "whole" ? about : null };
        })
        .toSorted((a, b) => a.passage_id.localeCompare(b.passage_id)),
    );
  });

  it.each([
    ["whole", "whole IS NOT NULL", "'{}'", "is packed"],
    ["text", "kind = 'results'", "'Zebras run.'", "begins with title and headings"],
    ["content", "kind = 'results'", "'Zebras run.'", "is stored once"],
  ])("are refused where another way of storing is met: %s", async (column, where, value, rule) => {
    const table = await (
      await connect(folder)
    ).openTable((await (await connect(folder)).tableNames()).find((name) => name.includes("passages"))!);
    const before = await table.version();
    try {
      await table.update({ where, valuesSql: { [column]: value } });
      await expect(storedPassages(folder)).rejects.toThrow(rule);
    } finally {
      await table.checkout(before);
      await table.restore();
    }
  });
});
