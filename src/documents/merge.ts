import type { Source } from "./fields.ts";
import { canonicalJson, contentHash } from "./hash.ts";
import { ID_SCHEMES, idKey, idUrl } from "./ids.ts";
import {
  externalIds,
  type Paper,
  type PaperIds,
  type ParsedPaper,
  type Provenance,
  type SaidPaper,
  type SourceRecord,
} from "./paper.ts";
import { foldText, titleKey } from "./text.ts";

/** What a paper is beside its records. */
export type Identity = Pick<Paper, "paper_id" | "former_ids">;

/**
 * Names of sources whose word counts before that of others, the best first; compared without case and diacritics. Sources that are not
 * listed come behind, in the order of their names.
 */
const SOURCE_RANKING: readonly string[] = ["ACL Anthology", "OpenReview", "Crossref", "arXiv", "OpenAlex", "Semantic Scholar"];

export function sourceRecord(input: ParsedPaper, source: Source, signals: readonly string[] = []): SourceRecord {
  return { source, record_key: recordKeyOf(input), input: said(input), signals: [...new Set(signals)].sort() };
}

/**
 * The key of a record within its source: the id of the most specific registry that it names. A registry gives each of its papers an id of its
 * own, while two papers may share a DOI. A record without any id is known by its title and first author.
 */
export function recordKeyOf({ ids = {}, title, authors = [] }: SaidPaper): string {
  const known = externalIds(ids);
  if (known.length === 0) return `title:${contentHash([titleKey(title), foldText(authors[0] ?? "")]).slice(0, 32)}`;
  return idKey(known.at(-1)!);
}

/** Names a record among those of all sources. */
export function recordName({ source, record_key }: Pick<SourceRecord, "source" | "record_key">): string {
  return `${source.name}\n${record_key}`;
}

/**
 * The keys by which a record's paper is found: its ids, strongest first, or without any its title key; then the ids of its other versions. The first
 * one mints a paper's id.
 */
export function keysOf(record: Pick<SourceRecord, "input" | "record_key">): [string, ...string[]] {
  const { ids = {}, versions = [] } = record.input;
  const [strongest = record.record_key, ...others] = externalIds(ids).map(idKey);
  return [strongest, ...others, ...versions];
}

/**
 * The paper that its records make. Pure, and independent of their order: records are ranked by their source (see `SOURCE_RANKING`), of one source those
 * with a venue come before preprints, then by their keys, and
 *
 * - title, venue, url, pdf_url, authors, each id: the first record that has one;
 * - abstract: of the first source that has one; where that source has several, the longest;
 * - year: the first record that has one; published_at: the first day that lies in that year;
 * - categories, keywords: all of them; citation_count: the highest; retracted: where any record says so.
 *
 * Counts of signals are those of a paper without any.
 */
export function mergedPaper(
  records: readonly SourceRecord[],
  { paper_id, former_ids }: Identity,
  at: Pick<Provenance, "run_id" | "ingested_at">,
  ranking: readonly string[] = SOURCE_RANKING,
): Paper {
  const ranked = rankedRecords(records, ranking);
  const inputs = ranked.map(({ input }) => input);
  const [best] = inputs;
  if (!best) throw new RangeError("a paper is made from at least one record");
  const ids = mergedIds(inputs);
  const year = inputs.map(yearOf).find((value) => value !== null) ?? null;
  const strongest = externalIds(ids)[0];
  const formerIds = [...new Set(former_ids)].filter((id) => id !== paper_id).sort();
  const content = {
    paper_id,
    title: best.title,
    abstract: bestAbstract(ranked),
    authors: inputs.find(({ authors }) => authors)?.authors ?? [],
    year,
    published_at: inputs.find((input) => input.published_at && yearIn(input.published_at) === year)?.published_at ?? null,
    venue: first(inputs, "venue"),
    categories: union(inputs, "categories"),
    keywords: union(inputs, "keywords"),
    ids,
    aliases: [...new Set([paper_id, ...externalIds(ids).map(idKey), ...ranked.flatMap(keysOf), ...formerIds])],
    former_ids: formerIds,
    url: first(inputs, "url") ?? (strongest ? idUrl(strongest) : null),
    pdf_url: first(inputs, "pdf_url"),
    citation_count: highest(inputs.map(({ citation_count }) => citation_count)),
    retracted: inputs.some(({ retracted }) => retracted),
    sources: distinct(ranked.map(({ source }) => source)),
    source_records: ranked,
  };
  return {
    ...content,
    has_code: false,
    signal_counts: {},
    content_hash: contentHash(content),
    run_id: at.run_id,
    ingested_at: at.ingested_at,
  };
}

/** The paper that one row makes where nothing else is known of it. Pure. */
export function paperFromInput(input: ParsedPaper, provenance: Provenance): Paper {
  const record = sourceRecord(input, provenance.source);
  return mergedPaper([record], { paper_id: keysOf(record)[0], former_ids: [] }, provenance);
}

/** For each field of a paper that its records fill: the names of the sources that its value comes from. */
export function provenanceOf(paper: Paper): Record<string, string[]> {
  const ranked = rankedRecords(paper.source_records, SOURCE_RANKING);
  const fields = PROVEN_FIELDS.flatMap((field): [string, string[]][] => {
    const value = canonicalJson(paper[field]);
    const gathered = field === "categories" || field === "keywords" || field === "ids";
    const stating = ranked.filter(({ input }) => {
      const stated = field === "year" ? yearOf(input) : input[field];
      if (stated === undefined || stated === null) return false;
      return gathered || canonicalJson(stated) === value;
    });
    const names = [...new Set(stating.map(({ source }) => source.name))];
    return names.length === 0 ? [] : [[field, gathered ? names : names.slice(0, 1)]];
  });
  return Object.fromEntries(fields);
}

/** Institutions of a paper's authors, of all sources, each once. */
export function affiliationsOf({ source_records: records }: Pick<Paper, "source_records">): string[] {
  return [...new Set(rankedRecords(records, SOURCE_RANKING).flatMap(({ input }) => input.affiliations ?? []))];
}

/** Ids of a paper's authors in registries of persons, of all sources, each once. */
export function authorIdsOf({ source_records: records }: Pick<Paper, "source_records">): string[] {
  return [...new Set(rankedRecords(records, SOURCE_RANKING).flatMap(({ input }) => input.author_ids ?? []))];
}

/** How many works a paper cites: the highest number that a source states; null where none does. */
export function referenceCountOf({ source_records: records }: Pick<Paper, "source_records">): number | null {
  return highest(records.map(({ input }) => input.reference_count));
}

const PROVEN_FIELDS = [
  "title",
  "abstract",
  "authors",
  "year",
  "published_at",
  "venue",
  "categories",
  "keywords",
  "ids",
  "url",
  "pdf_url",
  "citation_count",
  "retracted",
] as const;

function rankedRecords(records: readonly SourceRecord[], ranking: readonly string[]): SourceRecord[] {
  if (records.length < 2) return [...records];
  const places = new Map(ranking.map((name, place) => [foldText(name), place]));
  const place = ({ source }: SourceRecord): number => places.get(foldText(source.name)) ?? ranking.length;
  return [...records].sort(
    (a, b) =>
      place(a) - place(b) ||
      compare(a.source.name, b.source.name) ||
      Number(!a.input.venue) - Number(!b.input.venue) ||
      compare(a.record_key, b.record_key),
  );
}

function bestAbstract(ranked: readonly SourceRecord[]): string | null {
  const best = ranked.find(({ input }) => input.abstract);
  if (!best) return null;
  const ofSource = ranked.flatMap(({ source, input }) => (source.name === best.source.name ? (input.abstract ?? []) : []));
  return ofSource.reduce((longest, abstract) => (abstract.length > longest.length ? abstract : longest));
}

function mergedIds(inputs: readonly SaidPaper[]): PaperIds {
  const ids: PaperIds = {};
  for (const scheme of ID_SCHEMES) {
    const value = inputs.find(({ ids }) => ids?.[scheme] !== undefined)?.ids?.[scheme];
    if (value !== undefined) ids[scheme] = value;
  }
  return ids;
}

function first(inputs: readonly SaidPaper[], field: "venue" | "url" | "pdf_url"): string | null {
  return inputs.find((input) => input[field])?.[field] ?? null;
}

function union(inputs: readonly SaidPaper[], field: "categories" | "keywords"): string[] {
  return [...new Set(inputs.flatMap((input) => input[field] ?? []))];
}

function highest(counts: readonly (number | null | undefined)[]): number | null {
  const known = counts.filter((count) => count !== null && count !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}

function yearOf({ year, published_at }: SaidPaper): number | null {
  return year ?? (published_at ? yearIn(published_at) : null);
}

function yearIn(day: string): number {
  return Number(day.slice(0, 4));
}

function distinct(sources: Source[]): Source[] {
  if (sources.length < 2) return sources;
  return [...new Map(sources.map((source) => [canonicalJson(source), source])).values()];
}

function said(input: ParsedPaper): SaidPaper {
  const members = Object.entries(input).filter(([, value]) => !isUnsaid(value));
  return Object.fromEntries(members) as SaidPaper;
}

function isUnsaid(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
