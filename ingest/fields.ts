import { ID_SCHEMES } from "../src/documents/ids.ts";
import type { Target } from "../src/engine/port.ts";
import type { ValueType } from "./field-values.ts";

const SOURCE_FIELDS = { "source.name": "text", "source.url": "text", "source.license": "text" } as const;

/** The fields that a column can fill, with how their values are read. Names are those of the documents; a point leads inside. */
export const FIELDS: Readonly<Record<Target, Readonly<Record<string, ValueType>>>> = {
  papers: {
    /** Any id in any usual spelling; the scheme is found from it. */
    id: "text",
    title: "text",
    abstract: "text",
    authors: "list",
    year: "year",
    published_at: "date",
    venue: "text",
    categories: "list",
    keywords: "list",
    ...Object.fromEntries(ID_SCHEMES.map((scheme) => [`ids.${scheme}`, "text" as const])),
    url: "text",
    pdf_url: "text",
    citation_count: "integer",
    retracted: "boolean",
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
    topics: "list",
    observed_at: "date",
    ...SOURCE_FIELDS,
  },
};

/** Fields without which no row of the target can be taken. */
export const REQUIRED_FIELDS: Readonly<Record<Target, readonly string[]>> = {
  papers: ["title"],
  signals: ["kind", "title", "statement", "observed_at", "source.name"],
};

/** The fields of which at least one has to be there. */
export const ID_FIELDS = ["id", ...ID_SCHEMES.map((scheme) => `ids.${scheme}`)];

/** Other names under which a field's column is found where no mapping file says otherwise. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ["paper_id"],
  ...Object.fromEntries(ID_SCHEMES.map((scheme) => [`ids.${scheme}`, [scheme]])),
  "source.name": ["source_name"],
  "source.url": ["source_url"],
  "source.license": ["source_license"],
};
