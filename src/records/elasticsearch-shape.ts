import type { estypes } from "@elastic/elasticsearch";
import { RECORD_KINDS, type RecordKind, type StoredRecord } from "./port.ts";

/** A record as the index holds it. */
export interface StoredSource {
  kind: RecordKind;
  id: string;
  /** JSON text, so that any value comes back as it was and none meets the mapping. */
  value: string;
  /** What `list` filters by, as `field=value`. */
  terms: string[];
  expires_at?: string;
}

export interface Found {
  source: StoredSource;
  /** What a conditional write names to replace this state of the record and no other. */
  state: { if_seq_no: number; if_primary_term: number };
}

export const INDEX_BODY = {
  settings: { "index.hidden": true, "index.number_of_shards": 1, "index.auto_expand_replicas": "0-1" },
  mappings: {
    dynamic: "strict",
    _meta: { description: "Keys, runs and other records of the service. Not intended for queries." },
    properties: {
      kind: { type: "keyword" },
      id: { type: "keyword" },
      value: { type: "keyword", index: false, doc_values: false },
      terms: { type: "keyword" },
      expires_at: { type: "date", format: "strict_date_optional_time" },
    },
  },
} satisfies Partial<estypes.IndicesCreateRequest>;

/** The alias that records are reached through. */
export function recordsAlias(prefix: string): Record<string, estypes.IndicesAlias> {
  return { [`${prefix}records`]: { is_hidden: true, is_write_index: true } };
}

/** True for a record that is there and has not expired. */
export function isLive(found: Found | null): found is Found {
  return found !== null && (found.source.expires_at === undefined || Date.parse(found.source.expires_at) > Date.now());
}

/** What the port gives for a stored record with this sequence number. */
export function toRecord<Value>({ id, value }: StoredSource, sequenceNumber: number): StoredRecord<Value> {
  return { id, version: versionOf(sequenceNumber), value: JSON.parse(value) as Value };
}

/** Sequence numbers of an index only grow, also over a record that was removed and made anew; the first is 0. */
export function versionOf(sequenceNumber: number): number {
  return sequenceNumber + 1;
}

/** The id of the document that holds a record. */
export function documentId(kind: RecordKind, id: string): string {
  return `${kind}:${id}`;
}

/** What a record can be listed by: each field of its kind that is a string. */
export function termsOf(kind: RecordKind, value: object): string[] {
  const members = value as Record<string, unknown>;
  return RECORD_KINDS[kind].flatMap((field) => {
    const member = members[field];
    return typeof member === "string" ? [`${field}=${member}`] : [];
  });
}

/** The term that every record with this value in this field has. Throws a `TypeError` for a field that the kind is not listed by. */
export function filterTerm(kind: RecordKind, field: string, value: string): string {
  const fields: readonly string[] = RECORD_KINDS[kind];
  if (!fields.includes(field)) throw new TypeError(`Records of kind ${kind} cannot be filtered by ${field}`);
  return `${field}=${value}`;
}
