import { readFileSync } from "node:fs";
import { contentHash } from "../documents/hash.ts";
import type { EmbeddingSpace, Target } from "./port.ts";

/** A field as `mappings/*.json` spells it. */
export interface FieldMapping {
  type: string;
  properties?: Record<string, FieldMapping>;
  fields?: Record<string, FieldMapping>;
  dims?: number;
  [option: string]: unknown;
}

export interface IndexMapping {
  target: Target;
  version: number;
  settings: Record<string, unknown>;
  mappings: {
    dynamic: "strict";
    _meta: { description: string; fields: Record<string, string> };
    properties: Record<string, FieldMapping>;
  };
}

/** A mapping does not tell lists from single values; these fields of documents are lists. */
export const LISTS: ReadonlySet<string> = new Set(
  "authors categories keywords aliases former_ids sources source_records paper_ids topics history section affiliations author_ids paper_titles paper_venues paper_years paper_topic_ids".split(
    " ",
  ),
);

/** Fields that exist for search, and for those who query the index directly, and are no part of the document. */
const BESIDE_DOCUMENT = new Set(
  "text title_key embedding affiliations author_ids reference_count topic_id paper_titles paper_venues paper_years paper_topic_ids".split(
    " ",
  ),
);

/** The fields that make up a document of this target. */
export function documentFields({ mappings }: IndexMapping): [string, FieldMapping][] {
  return Object.entries(mappings.properties).filter(([name]) => !BESIDE_DOCUMENT.has(name));
}

/** The mapping files of this release: the one description of what both engines store. */
export const MAPPINGS: Readonly<Record<Target, IndexMapping>> = {
  papers: read("papers.v1.json"),
  signals: read("signals.v1.json"),
  passages: read("passages.v1.json"),
};

/**
 * What tells two mappings apart: version, settings and fields, without descriptions. Recorded with each generation; an index
 * whose fingerprint differs from this release's was made by another release.
 */
export function fingerprint({ target, version, settings, mappings }: IndexMapping): string {
  return contentHash({ target, version, settings, properties: mappings.properties }).slice(0, 16);
}

/** Into how many parts an index is divided, and how many further copies there are of each; null or left out: the cluster's default. */
export interface Layout {
  shards?: number | null;
  replicas?: number | null;
}

/** What an index is created with. */
export interface IndexPlan extends Layout {
  /** Vectors are compressed as they will be, but get no graph until the index is packed: searches compare them one by one. `_meta` says so until then. */
  graphsLater?: boolean;
}

/** The body that creates an Elasticsearch index for a space: its dimensions set, fingerprint and space in `_meta`. */
export function indexBody(
  mapping: IndexMapping,
  space: EmbeddingSpace,
  { shards, replicas, graphsLater = false }: IndexPlan = {},
) {
  const { properties, _meta, dynamic } = mapping.mappings;
  const later = graphsLater ? { index_options: { type: "int8_flat" } } : {};
  return {
    settings: {
      ...mapping.settings,
      ...(typeof shards === "number" ? { number_of_shards: shards } : {}),
      ...(typeof replicas === "number" ? { number_of_replicas: replicas } : {}),
    },
    mappings: {
      dynamic,
      _meta: { ..._meta, fingerprint: fingerprint(mapping), space, ...(graphsLater ? { graphs_later: true } : {}) },
      properties: { ...properties, embedding: { ...properties.embedding, dims: space.dimensions, ...later } },
    },
  };
}

function read(name: string): IndexMapping {
  return JSON.parse(readFileSync(new URL(`../../mappings/${name}`, import.meta.url), "utf8")) as IndexMapping;
}
