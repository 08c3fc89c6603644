import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** An answer as one can compare it: a number, ids in their order, or pairs of a key and a number. */
export type Answer = number | string[] | [key: string, value: number][];

interface PaperRow {
  title: string;
  abstract?: string;
  authors: string[];
  year?: number;
  published_at?: string;
  venue?: string;
  categories?: string[];
  ids: Partial<Record<string, string>>;
  citation_count?: number;
  retracted?: boolean;
}

const file = (name: string): string => readFileSync(new URL(`../../sample/${name}`, import.meta.url), "utf8");
const papers = file("papers.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as PaperRow);
const signals = latestOfEach(
  parse<Record<string, string>>(file("signals.csv"), { columns: true }).map((row) => ({
    ...(row as Record<"kind" | "title" | "polarity" | "unit" | "value" | "source_name" | "source_url" | "observed_at", string>),
    topics: row.topics!.split(";").filter(Boolean),
    papers: row.paper_ids!.split(";").filter(Boolean).map(paperOf),
  })),
);

/** The answers to the questions of `docs/analysts.md` by their numbers, counted from the files of the sample alone. */
export const ANSWERS: Record<number, Answer> = {
  1: byKey(tally(papers.flatMap(({ year }) => year ?? []))),
  2: most(tally(papers.flatMap(({ year, venue }) => ((year ?? 0) >= 2023 ? (venue ?? []) : []))), 5),
  3: most(tally(papers.filter(withKind("code")).flatMap(({ venue }) => venue ?? [])), 100),
  4: idsOf(papers.filter((paper) => withKind("code")(paper) && withKind("award")(paper))),
  5: papers
    .filter(({ citation_count }) => citation_count !== undefined)
    .sort((a, b) => b.citation_count! - a.citation_count! || (idOf(a) < idOf(b) ? -1 : 1))
    .slice(0, 5)
    .map(idOf),
  6: most(
    tally(
      signals
        .filter(({ kind }) => kind === "award")
        .flatMap(({ papers }) => [...new Set(papers.flatMap(({ venue }) => venue ?? []))]),
    ),
    100,
  ),
  7: most(tally(papers.flatMap(({ authors }) => [...new Set(authors)])), 5),
  8: papers.filter(({ authors }) => authors.includes("Jimmy Lin")).length,
  9: byKey(tally(papers.filter(({ categories }) => categories?.includes("cs.IR")).flatMap(({ year }) => year ?? []))),
  10: (["false", "true"] as const).map((has): [string, number] => {
    const cited = papers.filter((paper) => paper.citation_count !== undefined && String(withKind("code")(paper)) === has);
    return [has, mean(cited.map(({ citation_count }) => citation_count!))];
  }),
  11: [
    ["abstract", papers.filter(({ abstract }) => abstract).length],
    ["citations", papers.filter(({ citation_count }) => citation_count !== undefined).length],
    ["day", papers.filter(({ published_at }) => published_at).length],
    ["doi", papers.filter(({ ids }) => ids.doi).length],
  ],
  12: idsOf(papers.filter((paper) => paper.retracted || withKind("erratum")(paper) || withKind("retraction")(paper))),
  13: byKey(tally(signals.map(({ kind }) => kind))),
  14: byKey(tally(signals.filter(({ polarity }) => polarity === "against").map(({ kind }) => kind))),
  15: byKey(tally(signals.map(({ source_name }) => source_name))),
  16: byKey(tally(signals.map(({ observed_at }) => observed_at.slice(0, 4)))),
  17: most(tally(signals.flatMap(({ topics }) => topics)), 5),
  18: mean(rated().map(({ value }) => Number(value))),
  19: byKey(tally(rated().flatMap(({ value, papers }) => (Number(value) >= 7 ? papers.flatMap(({ year }) => year ?? []) : [])))),
  20: most(tally(signals.flatMap(({ papers }) => papers.map(idOf))), 5),
};

/** Means to nine digits: the engines add numbers up in orders of their own. */
export function comparable(answer: Answer): unknown {
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(9)) : value,
  ) as unknown;
}

type SignalRow = Record<"kind" | "title" | "unit" | "value" | "source_name" | "source_url" | "observed_at", string> & {
  topics: string[];
  papers: PaperRow[];
};

/** Rows that differ in their value and day alone are observations of one signal, of which the latest counts. */
function latestOfEach<Row extends SignalRow>(rows: Row[]): Row[] {
  const signals = Map.groupBy(rows, ({ kind, title, unit, value, source_name, source_url, topics, papers }) =>
    JSON.stringify([kind, value === "" ? title : "", unit, source_name, source_url, [...topics].sort(), papers.map(idOf).sort()]),
  );
  return [...signals.values()].map((observations) =>
    observations.reduce((latest, row) => (row.observed_at > latest.observed_at ? row : latest)),
  );
}

function rated(): SignalRow[] {
  return signals.filter(({ unit }) => unit === "mean rating of 10");
}

function withKind(kind: string): (paper: PaperRow) => boolean {
  const about = new Set(signals.filter((signal) => signal.kind === kind).flatMap((signal) => signal.papers));
  return (paper) => about.has(paper);
}

/** The paper that an id of the sample names: `acl:…`, `doi:…`. */
function paperOf(id: string): PaperRow {
  const [scheme = "", ...rest] = id.split(":");
  const paper = papers.find(({ ids }) => ids[scheme]?.toLowerCase() === rest.join(":").toLowerCase());
  if (paper === undefined) throw new Error(`no paper of the sample is ${id}`);
  return paper;
}

/** Ids are minted from the strongest scheme that a paper has. */
function idOf({ ids }: PaperRow): string {
  const scheme = ["doi", "arxiv", "acl", "openreview", "openalex"].find((scheme) => ids[scheme] !== undefined)!;
  return `${scheme}:${scheme === "doi" ? ids[scheme]!.toLowerCase() : ids[scheme]!}`;
}

function idsOf(some: PaperRow[]): string[] {
  return some.map(idOf).sort();
}

function tally(keys: (string | number)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  return counts;
}

function byKey(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function most(counts: Map<string, number>, limit: number): [string, number][] {
  return byKey(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
