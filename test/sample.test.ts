import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { idKey, parseExternalId } from "../src/documents/ids.ts";
import { paperFromInput } from "../src/documents/merge.ts";
import { PaperInput } from "../src/documents/paper.ts";
import { SignalInput, signalId } from "../src/documents/signal.ts";
import { SIGNAL_KINDS } from "../src/documents/signal-kinds.ts";
import { cleanText, titleKey } from "../src/documents/text.ts";

const SIGNAL_COLUMNS =
  "kind,title,statement,value,unit,polarity,paper_ids,topics,observed_at,source_name,source_url,source_license".split(",");

const provenance = {
  source: { name: "sample", url: null, license: null },
  run_id: "run",
  ingested_at: "2026-01-01T00:00:00.000Z",
};
const rawPapers = sampleFile("papers.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as PaperInput);
const papers = rawPapers.map((row) => paperFromInput(PaperInput.parse(row), provenance));
const signals = readSignals();

test("the sample holds at least 120 papers and 200 signals of at least nine kinds", () => {
  expect(papers.length).toBeGreaterThanOrEqual(120);
  expect(signals.length).toBeGreaterThanOrEqual(200);
  expect(new Set(signals.map((signal) => signal.kind)).size).toBeGreaterThanOrEqual(9);
  expect(SIGNAL_KINDS).toEqual(expect.arrayContaining(signals.map((signal) => signal.kind)));
});

test("signals.csv has exactly the documented columns", () => {
  expect(sampleFile("signals.csv").split("\n", 1)[0]?.split(",")).toEqual(SIGNAL_COLUMNS);
});

test("no two papers of the sample share an id or a title", () => {
  const keys = papers.flatMap((paper) => [...paper.aliases, `title:${titleKey(paper.title)}`]);
  expect(repeated(keys)).toEqual([]);
});

test("no observation of the sample is stated twice", () => {
  expect(repeated(signals.map((signal) => `${signalId(signal)} ${signal.observed_at}`))).toEqual([]);
});

test("some signals of the sample have a history", () => {
  expect(repeated(signals.map(signalId)).length).toBeGreaterThanOrEqual(20);
});

test("every paper that a signal names is in the sample", () => {
  const known = new Set(papers.flatMap((paper) => paper.aliases));
  const unknown = signals.flatMap((signal) => signal.paper_ids).filter((id) => !known.has(keyOf(id)));
  expect(unknown).toEqual([]);
});

test("a retraction speaks against its paper, and that paper is marked as retracted", () => {
  const retracted = papers.filter((paper) => paper.retracted).flatMap((paper) => paper.aliases);
  const retractions = signals.filter((signal) => signal.kind === "retraction");
  expect(retractions.map((signal) => signal.polarity)).toEqual(retractions.map(() => "against"));
  expect(retractions.length).toBeGreaterThan(0);
  expect(retracted).toEqual(expect.arrayContaining(retractions.flatMap((signal) => signal.paper_ids.map(keyOf))));
});

test("titles, abstracts and statements stand in the file as they are stored, without invisible characters", () => {
  const texts = [
    ...rawPapers.flatMap((row) => [row.title, row.abstract ?? ""]),
    ...rawSignals().flatMap((row) => [row.title, row.statement]),
  ];
  expect(texts.filter((text) => text !== cleanText(text ?? ""))).toEqual([]);
});

test("an abstract has 40 to 140 words or is absent", () => {
  const outside = papers.filter(({ abstract }) => abstract !== null && (words(abstract) < 40 || words(abstract) > 140));
  expect(outside.map((paper) => paper.title)).toEqual([]);
  expect(papers.filter((paper) => paper.abstract === null).length).toBeLessThan(20);
});

test("a statement is a whole sentence that names what it is about", () => {
  const fragments = signals.filter(({ statement }) => words(statement) < 8 || !/^[“\p{Lu}].*\.$/u.test(statement));
  expect(fragments.map((signal) => signal.statement)).toEqual([]);
});

test("the topics of the sample are a small vocabulary", () => {
  expect(new Set(signals.flatMap((signal) => signal.topics)).size).toBeLessThanOrEqual(15);
});

function sampleFile(name: string): string {
  return readFileSync(new URL(`../sample/${name}`, import.meta.url), "utf8");
}

function rawSignals(): Record<string, string>[] {
  return parse(sampleFile("signals.csv"), { columns: true });
}

function readSignals() {
  return rawSignals().map(({ source_name, source_url, source_license, paper_ids, topics, value, ...row }) =>
    SignalInput.parse({
      ...withoutBlanks(row),
      value: value === "" ? undefined : Number(value),
      paper_ids: listOf(paper_ids),
      topics: listOf(topics),
      source: withoutBlanks({ name: source_name, url: source_url, license: source_license }),
    }),
  );
}

/** The key under which a paper is known, from any spelling of its id; unreadable ids stay as they are, and so stay unknown. */
function keyOf(id: string): string {
  const parsed = parseExternalId(id);
  return parsed === null ? id : idKey(parsed);
}

function listOf(cell = ""): string[] {
  return cell.split(";").filter((entry) => entry !== "");
}

function withoutBlanks(row: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function words(text: string): number {
  return text.split(" ").length;
}
