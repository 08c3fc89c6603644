import type { Paper } from "../../src/documents/paper.ts";
import type { Passage } from "../../src/documents/passage.ts";
import type { Signal } from "../../src/documents/signal.ts";
import type { EmbeddingSpace } from "../../src/engine/port.ts";
import type { Row } from "../../src/engine/writes.ts";

/** A small space, so that vectors can be written by hand. */
export const SMALL_SPACE: EmbeddingSpace = { model: "by-hand@1", dimensions: 8 };

/** A paper with every nullable field null and every list empty, but for what is given. */
export function paper(given: Partial<Paper> & Pick<Paper, "paper_id">): Paper {
  return {
    title: `Title of ${given.paper_id}`,
    abstract: null,
    authors: [],
    year: null,
    published_at: null,
    venue: null,
    categories: [],
    keywords: [],
    ids: {},
    aliases: [given.paper_id],
    former_ids: [],
    url: null,
    pdf_url: null,
    citation_count: null,
    has_code: false,
    signal_counts: {},
    retracted: false,
    content_hash: "0".repeat(64),
    sources: [{ name: "test", url: null, license: null }],
    source_records: [],
    run_id: "run-1",
    ingested_at: "2026-01-02T03:04:05.678Z",
    ...given,
  };
}

/** A signal with every nullable field null and every list empty, but for what is given. */
export function signal(given: Partial<Signal> & Pick<Signal, "signal_id">): Signal {
  return {
    kind: "code",
    title: `Title of ${given.signal_id}`,
    statement: `Statement of ${given.signal_id}.`,
    value: null,
    unit: null,
    polarity: "supports",
    paper_ids: [],
    topics: [],
    observed_at: "2025-01-01",
    source: { name: "test", url: null, license: null },
    history: [],
    content_hash: "0".repeat(64),
    run_id: "run-1",
    ingested_at: "2026-01-02T03:04:05.678Z",
    ...given,
  };
}

/** A passage of a paper `doi:paper`, with every nullable field null and every list empty, but for what is given. */
export function passage(given: Partial<Passage> & Pick<Passage, "passage_id">): Passage {
  return {
    paper_id: "doi:paper",
    text_id: "text:paper",
    title: "Title of doi:paper",
    section: [],
    kind: "other",
    form: "paragraph",
    label: null,
    index: 0,
    page: null,
    year: null,
    content: `Content of ${given.passage_id}.`,
    whole: null,
    source: { name: "test", url: null, license: null },
    content_hash: "0".repeat(64),
    run_id: "run-1",
    ingested_at: "2026-01-02T03:04:05.678Z",
    ...given,
  };
}

/** The unit vector in the direction of these components; those not given are 0. */
export function unitVector(components: readonly number[], dimensions = SMALL_SPACE.dimensions): Float32Array {
  const vector = new Float32Array(dimensions);
  vector.set(components);
  const norm = Math.hypot(...vector);
  return vector.map((component) => component / norm);
}

/** A unit vector in the plane of the first two axes whose cosine with the first axis is `cosine`. */
export function vectorAt(cosine: number): Float32Array {
  return unitVector([cosine, Math.sqrt(1 - cosine ** 2)]);
}

export function row<Document>(document: Document, vector: Float32Array | null = null): Row<Document> {
  return { document, vector };
}
