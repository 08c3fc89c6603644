import { ID_SCHEMES } from "../src/documents/ids.ts";
import type { RowTarget } from "./sources/format.ts";
import type { ValueType } from "./field-values.ts";

const SOURCE_FIELDS = { "source.name": "text", "source.url": "text", "source.license": "text" } as const;

/** The fields that a column can fill, with how their values are read. Names are those of the documents; a point leads inside. */
export const FIELDS: Readonly<Record<RowTarget, Readonly<Record<string, ValueType>>>> = {
  papers: {
    /** Any id in any usual spelling; the scheme is found from it. */
    id: "text",
    title: "text",
    abstract: "text",
    authors: "list",
    affiliations: "list",
    author_ids: "list",
    year: "year",
    published_at: "date",
    venue: "text",
    categories: "list",
    keywords: "list",
    ...Object.fromEntries(ID_SCHEMES.map((scheme) => [`ids.${scheme}`, "text" as const])),
    url: "text",
    pdf_url: "text",
    citation_count: "integer",
    reference_count: "integer",
    retracted: "boolean",
    /** Ids of other versions of the paper. */
    versions: "list",
    license: "text",
    /** True: the source takes back what it said of the paper. */
    deleted: "boolean",
    ...SOURCE_FIELDS,
  },
  signals: {
    kind: "text",
    title: "text",
    statement: "text",
    value: "number",
    unit: "text",
    polarity: "text",
    paper_ids: "list",
    /** One paper more, by the first of these ids that is known, else by its exact title. */
    "paper.ids": "list",
    "paper.title": "text",
    topics: "list",
    observed_at: "date",
    ...SOURCE_FIELDS,
  },
};

/** Fields without which no row of the target can be taken. */
export const REQUIRED_FIELDS: Readonly<Record<RowTarget, readonly string[]>> = {
  papers: ["title"],
  signals: ["kind", "title", "statement", "observed_at", "source.name"],
};

/** The fields of which at least one has to be there. */
export const ID_FIELDS = ["id", ...ID_SCHEMES.map((scheme) => `ids.${scheme}`)];

/** The fields of which a signal needs at least one: what it is about. */
export const SUBJECT_FIELDS = ["paper_ids", "paper.ids", "paper.title", "topics"];

/** Other names under which a field's column is found where no mapping file says otherwise. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ["paper_id"],
  ...Object.fromEntries(ID_SCHEMES.map((scheme) => [`ids.${scheme}`, [scheme]])),
  "paper.title": ["paper_title"],
  "source.name": ["source_name"],
  "source.url": ["source_url"],
  "source.license": ["source_license"],
};
