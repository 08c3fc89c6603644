import { z } from "zod";
import type { Source } from "./fields.ts";
import { calendarDate, nameList, optionalText, optionalUrl, text, textList, year } from "./fields.ts";
import { readableLatex } from "./latex.ts";
import { ID_SCHEMES, idKey, parseExternalId, type ExternalId, type IdScheme } from "./ids.ts";
import { SIGNAL_KINDS, type SignalKind } from "./signal-kinds.ts";
import { cleanText } from "./text.ts";

export type PaperIds = Partial<Record<IdScheme, string>>;
export type SignalCounts = Partial<Record<SignalKind, number>>;

/** Papers of large collaborations name thousands; readers keep the first. */
export const MAX_AFFILIATIONS = 200;
/** Some are whole addresses; readers cut them. */
export const MAX_AFFILIATION_LENGTH = 300;

/** Filters take as much. */
export const MAX_VENUE_LENGTH = 500;

/** What a source says of a paper: the shape that every reader and every mapping file yields. */
export const PaperInput = z.strictObject({
  title: text(2_000).transform(withoutLatex),
  abstract: optionalText(20_000).transform((abstract) => abstract && withoutLatex(abstract)),
  authors: nameList(5_000, 300),
  /** Institutions of the authors. */
  affiliations: textList(MAX_AFFILIATIONS, MAX_AFFILIATION_LENGTH),
  /** The authors in registries of persons, each with its scheme: `orcid:0000-0002-1825-0097`, `openalex:A5023888391`, `acl:yang-liu-ict`. */
  author_ids: textList(5_000, 200),
  year: year.nullish().transform((value) => value ?? null),
  published_at: calendarDate.nullish().transform((value) => value ?? null),
  venue: optionalText(MAX_VENUE_LENGTH),
  categories: textList(100, 200),
  keywords: textList(200, 300),
  ids: z
    .partialRecord(z.enum(ID_SCHEMES), z.string().nullish())
    .nullish()
    .transform((ids, context) =>
      canonicalIds(ids ?? {}, (scheme) => {
        context.addIssue({ code: "custom", path: [scheme], message: `is not ${ID_HINT[scheme]}` });
      }),
    ),
  url: optionalUrl,
  pdf_url: optionalUrl,
  citation_count: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .nullish()
    .transform((value) => value ?? null),
  /** How many works the paper cites. */
  reference_count: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .nullish()
    .transform((value) => value ?? null),
  retracted: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  /** Ids of other versions of the paper, in any spelling: the published form of a preprint, or its preprint. */
  versions: textList(50, 500).transform((ids, context) =>
    ids.flatMap((id, index) => {
      const parsed = parseExternalId(id);
      if (parsed === null) context.addIssue({ code: "custom", path: [index], message: "is not an ID of any known kind" });
      return parsed === null ? [] : [idKey(parsed)];
    }),
  ),
  /** Under which the paper itself is published: an address or a name, as the source gives it. */
  license: optionalText(500),
});

/** LaTeX as one reads it, in its stored form; where nothing is left of it, the text as it is. */
function withoutLatex(given: string): string {
  return cleanText(readableLatex(given)) || given;
}

export type PaperInput = z.input<typeof PaperInput>;
export type ParsedPaper = z.output<typeof PaperInput>;

/** A paper as it is stored and shown (its vector travels beside it). */
export interface Paper {
  /** Minted once from the strongest id at first sight, e.g. `doi:10.18653/v1/p19-1001`. */
  paper_id: string;
  title: string;
  /** Null where the source has none: such a paper is found by its title alone. */
  abstract: string | null;
  authors: string[];
  year: number | null;
  /** `YYYY-MM-DD`. */
  published_at: string | null;
  venue: string | null;
  categories: string[];
  keywords: string[];
  ids: PaperIds;
  /** Every id key that leads to this paper, its own `paper_id` and its former ids among them. */
  aliases: string[];
  /** Ids of papers that turned out to be this one. */
  former_ids: string[];
  url: string | null;
  pdf_url: string | null;
  citation_count: number | null;
  has_code: boolean;
  signal_counts: SignalCounts;
  retracted: boolean;
  content_hash: string;
  sources: Source[];
  /** What each source says: all that the paper is made from (see `mergedPaper`). */
  source_records: SourceRecord[];
  run_id: string;
  /** ISO 8601, UTC. */
  ingested_at: string;
}

/** What a paper's document says of the last build of topics: the one that the paper belongs to. */
export interface PaperTopic {
  topic_id: string;
}

/** A paper as it is shown: without what it is made from. */
export type ShownPaper = Omit<Paper, "source_records" | "former_ids">;

/** A paper as a list of others names it. */
export type NamedPaper = Pick<Paper, "paper_id" | "title" | "authors" | "year" | "venue" | "url" | "retracted">;

/** What names a paper, of all that is known of it. */
export function namedPaper({ paper_id, title, authors, year, venue, url, retracted }: NamedPaper): NamedPaper {
  return { paper_id, title, authors, year, venue, url, retracted };
}

/** Everything about a write that the row itself does not say. */
export interface Provenance {
  source: Source;
  run_id: string;
  ingested_at: string;
}

/** The text whose vector stands for a paper: title and abstract, as the bundled model was measured. */
export function paperText(paper: Pick<Paper, "title" | "abstract">): string {
  return paper.abstract === null ? paper.title : `${paper.title} ${paper.abstract}`;
}

/** The ids of a paper, strongest scheme first. */
export function externalIds(ids: PaperIds): ExternalId[] {
  const known: ExternalId[] = [];
  for (const scheme of ID_SCHEMES) {
    const value = ids[scheme];
    if (value !== undefined) known.push({ scheme, value });
  }
  return known;
}

/** `has_code` and `signal_counts` from how many signals of each kind are about the paper. */
export function countsOf(counts: SignalCounts): Pick<Paper, "has_code" | "signal_counts"> {
  const present = SIGNAL_KINDS.flatMap((kind) => ((counts[kind] ?? 0) > 0 ? [[kind, counts[kind]] as const] : []));
  return { has_code: (counts.code ?? 0) > 0, signal_counts: Object.fromEntries(present) };
}

const ID_HINT: Record<IdScheme, string> = {
  doi: "a DOI such as 10.18653/v1/P19-1001",
  arxiv: "an arXiv ID such as 1706.03762",
  acl: "an ACL Anthology ID such as P19-1001 or 2020.acl-main.1",
  openreview: "an OpenReview ID such as rJl-b3RcF7",
  openalex: "an OpenAlex work ID such as W2741809807",
  pmid: "a PubMed ID such as 31604908",
  pmcid: "a PubMed Central ID such as PMC5828200",
  s2: "a Semantic Scholar corpus ID such as 215416146, or the 40 hexadecimal characters of a paper's page",
};

function canonicalIds(given: Partial<Record<IdScheme, string | null | undefined>>, refuse: (scheme: IdScheme) => void): PaperIds {
  const ids: PaperIds = {};
  for (const scheme of ID_SCHEMES) {
    const raw = given[scheme]?.trim();
    if (!raw) continue;
    const id = parseExternalId(raw, scheme);
    if (id === null) refuse(scheme);
    else ids[id.scheme] ??= id.value;
  }
  return ids;
}

/** What one source says of a paper, as it is kept: the merged paper is made from these alone. */
export interface SourceRecord {
  source: Source;
  /** Names the record within its source; see `recordKeyOf`. A later row with this key replaces the record. */
  record_key: string;
  /** What the source says; what it leaves open is missing. */
  input: SaidPaper;
  /** Keys (see `signalKey`) of the signals that the row states beside the paper. */
  signals: string[];
}

/** A parsed paper without members that are null, false or empty. */
export type SaidPaper = Pick<ParsedPaper, "title"> & Partial<ParsedPaper>;
