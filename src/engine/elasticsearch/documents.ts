import { affiliationsOf, authorIdsOf, referenceCountOf } from "../../documents/merge.ts";
import type { Paper, SourceRecord } from "../../documents/paper.ts";
import type { Source } from "../../documents/fields.ts";
import type { Passage } from "../../documents/passage.ts";
import type { Signal } from "../../documents/signal.ts";
import { titleKey } from "../../documents/text.ts";
import { documentFields, MAPPINGS } from "../mapping.ts";
import { fieldsBehindHash, hashOfStored, hashToStore } from "../passage-hash.ts";
import { packWhole, unpackWhole } from "../packed-whole.ts";

/** The JSON of a document in Elasticsearch: what is unknown or empty is missing. */
export type StoredSource = Record<string, unknown>;

/** A paper as it is stored. */
export function paperToSource(paper: Paper): StoredSource {
  return withoutEmpty({
    ...paper,
    title_key: titleKey(paper.title),
    affiliations: affiliationsOf(paper),
    author_ids: authorIdsOf(paper),
    reference_count: referenceCountOf(paper),
  });
}

/** The paper of what is stored: the inverse of `paperToSource`. */
export function paperFromSource(stored: StoredSource): Paper {
  const source = stored as Partial<Paper> & Pick<Paper, "paper_id" | "title" | "content_hash" | "run_id" | "ingested_at">;
  return {
    paper_id: source.paper_id,
    title: source.title,
    abstract: source.abstract ?? null,
    authors: source.authors ?? [],
    year: source.year ?? null,
    published_at: source.published_at ?? null,
    venue: source.venue ?? null,
    categories: source.categories ?? [],
    keywords: source.keywords ?? [],
    ids: withoutEmpty(source.ids ?? {}),
    aliases: source.aliases ?? [],
    former_ids: source.former_ids ?? [],
    url: source.url ?? null,
    pdf_url: source.pdf_url ?? null,
    citation_count: source.citation_count ?? null,
    has_code: source.has_code ?? false,
    signal_counts: withoutEmpty(source.signal_counts ?? {}),
    retracted: source.retracted ?? false,
    content_hash: source.content_hash,
    sources: (source.sources ?? []).map(wholeSource),
    source_records: (source.source_records ?? []).map(wholeRecord),
    run_id: source.run_id,
    ingested_at: source.ingested_at,
  };
}

/** A signal as it is stored. */
export function signalToSource(signal: Signal): StoredSource {
  return withoutEmpty({ ...signal });
}

/** The signal of what is stored: the inverse of `signalToSource`. */
export function signalFromSource(stored: StoredSource): Signal {
  const source = stored as Partial<Signal> &
    Pick<Signal, "signal_id" | "kind" | "title" | "statement" | "polarity" | "observed_at" | "source"> &
    Pick<Signal, "content_hash" | "run_id" | "ingested_at">;
  return {
    signal_id: source.signal_id,
    kind: source.kind,
    title: source.title,
    statement: source.statement,
    value: source.value ?? null,
    unit: source.unit ?? null,
    polarity: source.polarity,
    paper_ids: source.paper_ids ?? [],
    topics: source.topics ?? [],
    observed_at: source.observed_at,
    source: wholeSource(source.source),
    history: (source.history ?? []).map(({ observed_at, value }) => ({ observed_at, value: value ?? null })),
    content_hash: source.content_hash,
    run_id: source.run_id,
    ingested_at: source.ingested_at,
  };
}

/** A passage as it is stored. */
export function passageToSource(passage: Passage): StoredSource {
  const whole = passage.whole === null ? null : packWhole(passage.whole);
  return withoutEmpty({ ...passage, whole, content_hash: hashToStore(passage) });
}

/** The stored fields from which `passageFromSource` tells these. */
export function passageFieldsBehind(fields: readonly string[]): readonly string[] {
  const all = documentFields(MAPPINGS.passages).map(([name]) => name);
  return [...new Set(["passage_id", "source", ...fieldsBehindHash(fields, all)])];
}

/** The passage of what is stored: the inverse of `passageToSource`. */
export function passageFromSource(stored: StoredSource): Passage {
  const source = stored as Partial<Passage> & Omit<Passage, "title" | "section" | "form" | "label" | "page" | "year" | "whole">;
  const passage = {
    passage_id: source.passage_id,
    paper_id: source.paper_id,
    text_id: source.text_id,
    title: source.title ?? null,
    section: source.section ?? [],
    kind: source.kind,
    form: source.form ?? null,
    label: source.label ?? null,
    index: source.index,
    page: source.page ?? null,
    year: source.year ?? null,
    content: source.content ?? "",
    whole: source.whole ? unpackWhole(source.whole, source.passage_id) : null,
    source: wholeSource(source.source),
    content_hash: source.content_hash,
    run_id: source.run_id,
    ingested_at: source.ingested_at,
  };
  return { ...passage, content_hash: hashOfStored(passage) };
}

/** A vector as Elasticsearch (9.3 and later) takes it in documents: big-endian float32 in base64, a third of its size as numbers. */
export function vectorToBase64(vector: Float32Array): string {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  for (const [index, component] of vector.entries()) bytes.writeFloatBE(component, index * 4);
  return bytes.toString("base64");
}

function wholeRecord({
  source,
  record_key,
  input,
  signals,
}: Partial<SourceRecord> & Omit<SourceRecord, "signals">): SourceRecord {
  return { source: wholeSource(source), record_key, input, signals: signals ?? [] };
}

function wholeSource({ name, url, license }: Source): Source {
  return { name, url: url ?? null, license: license ?? null };
}

/** A copy without members that are null, undefined, or an empty list or object, at every depth. */
function withoutEmpty<Value extends object>(value: Value): Value {
  const members = Object.entries(value)
    .map(([name, member]) => [name, compact(member)] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(members) as Value;
}

function compact(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value ?? undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => compact(item) ?? null);
  const object = withoutEmpty(value);
  return Object.keys(object).length === 0 ? undefined : object;
}
