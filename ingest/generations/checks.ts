import type { Paper } from "../../src/documents/paper.ts";
import type { Embedder } from "../../src/embedding/port.ts";
import { TARGETS, type Engine, type EmbeddingSpace, type Index, type Papers, type Target } from "../../src/engine/port.ts";
import type { Row } from "../../src/engine/writes.ts";
import { writeRows } from "../writer.ts";
import { isCopy, type BuildRecord, type Check } from "./build-record.ts";
import { isSameSpace } from "./catch-up.ts";
import { untilAvailable } from "../availability.ts";
import { READ } from "./copier.ts";
import { documentsOf, idOf, type AnyDocument } from "./documents.ts";

/** Papers asked for by their titles; each costs three searches. */
const SAMPLES = 20;
/** The paper itself has to be on the first page. */
const DEPTH = 10;
/** The least part of the samples that has to be found by words: titles of a few words are shared by many papers. */
const MIN_FOUND_BY_WORDS = 0.8;
/** By meaning the least part is lower: a title is not its abstract. */
const MIN_FOUND_BY_MEANING = 0.6;

export interface CheckDeps {
  engine: Engine;
  embedder: Embedder;
  /** The largest part of the rows that may be in the dead letters, 0 to 1. */
  maxDeadShare: number;
}

/** Looks at filled generations before they may be promoted. Changes nothing but the counts of the record. */
export async function checkBuild(build: BuildRecord, deps: CheckDeps): Promise<Check[]> {
  const index = deps.engine.at(build.generations);
  const statuses = await untilAvailable(() => index.status(READ));
  for (const { target, documents } of statuses) build.documents[target] = documents;
  const wrong = statuses.filter(({ space }) => space === null || !isSameSpace(space, build.space));
  return [
    ...build.checks.filter(({ name }) => name === "preflight"),
    {
      name: "model",
      passed: wrong.length === 0,
      detail: `${build.space.model}, ${build.space.dimensions} dimensions`,
    },
    checkCounts(build),
    checkDeadLetters(build, deps.maxDeadShare),
    await checkSampleQueries(build, deps),
  ];
}

/**
 * Writes one document to each new generation, reads it and takes it away: a mapping that the server accepts may still refuse every
 * document. Before the load, so that a night's work is not lost to it.
 */
export async function preflight(index: Index, space: EmbeddingSpace): Promise<Check> {
  for (const target of TARGETS) {
    const documents = documentsOf(index, target);
    const row: Row<AnyDocument> = { document: PROBES[target], vector: firstAxis(space.dimensions) };
    const [outcome] = await writeRows(documents, [row], { requestSize: 1, giveUpAfterMs: PREFLIGHT_MS });
    if (outcome?.status === "dead") {
      return { name: "preflight", passed: false, detail: `${target}: a document was rejected: ${outcome.problem.message}` };
    }
    const id = idOf(row.document);
    const stored = await documents.get([id], READ);
    const vectors = await documents.vectors([id], READ);
    await documents.remove([id]);
    if (!stored.has(id) || !vectors.has(id)) {
      return { name: "preflight", passed: false, detail: `${target}: a document was written but cannot be read back` };
    }
  }
  return { name: "preflight", passed: true, detail: "wrote, read and removed one paper, one signal and one passage" };
}

const PREFLIGHT_MS = 30_000;

/** Against what the live index held when it was looked at last: it may have grown since. */
function checkCounts(build: BuildRecord): Check {
  const { documents, live_seen: live, unsettled } = build;
  if (build.base === null) {
    return { name: "counts", passed: documents.papers > 0, detail: `${countsText(documents)}; nothing is live` };
  }
  const [held, wanted] = [countsOf(documents), countsOf(live)];
  const missing = (target: Target) => wanted[target] - held[target] - build.refused.filter((one) => one.target === target).length;
  const passed = isCopy(build)
    ? TARGETS.every((target) => Math.abs(missing(target)) <= unsettled)
    : TARGETS.every((target) => held[target] * 2 >= wanted[target]) && documents.papers > 0;
  const required = isCopy(build) ? "as many as in the live index" : "at least half as many as in the live index";
  return { name: "counts", passed, detail: `${countsText(documents)}; live: ${countsText(live)}; required: ${required}` };
}

function checkDeadLetters({ rows_dead, rows_read }: BuildRecord, maxDeadShare: number): Check {
  const share = rows_dead / Math.max(1, rows_read);
  const detail = `${rows_dead} of ${rows_read} rows (${(share * 100).toFixed(2)}%); allowed: ${maxDeadShare * 100}%`;
  return { name: "dead_letters", passed: share <= maxDeadShare, detail };
}

/**
 * Titles of papers that both hold, as questions: the paper itself must be among the first ten of the new generation about as often as
 * among those of the live one, by words, and by meaning where the paper has a vector.
 */
async function checkSampleQueries(build: BuildRecord, { engine, embedder }: CheckDeps): Promise<Check> {
  const next = engine.at(build.generations).papers;
  const live = build.base === null ? null : engine.at(build.base).papers;
  const samples = await samplePapers(next, live);
  if (samples.length === 0) return { name: "sample_queries", passed: true, detail: "no paper is in both generations" };
  const found = { next: 0, live: 0, semantic: 0, vectors: 0 };
  for (const { paper_id, title } of samples) {
    if (await findsByWords(next, title, paper_id)) found.next += 1;
    if (live !== null && (await findsByWords(live, title, paper_id))) found.live += 1;
    if ((await untilAvailable(() => next.vectors([paper_id], READ))).size === 0) continue;
    found.vectors += 1;
    const vector = await untilAvailable(() => embedder.embedQuery(title));
    const { semantic } = await untilAvailable(() => next.search({ vector, filters: {}, depth: DEPTH }, SEARCH));
    if (semantic!.hits.some(({ id }) => id === paper_id)) found.semantic += 1;
  }
  const wanted = live === null ? samples.length * MIN_FOUND_BY_WORDS : Math.min(found.live, samples.length * MIN_FOUND_BY_WORDS);
  const passed = found.next >= wanted && found.semantic >= found.vectors * MIN_FOUND_BY_MEANING;
  const detail =
    `of ${samples.length} papers by their titles: ${found.next} by words${live === null ? "" : ` (live: ${found.live})`}, ` +
    `${found.semantic} of ${found.vectors} by meaning`;
  return { name: "sample_queries", passed, detail };
}

async function samplePapers(next: Papers, live: Papers | null): Promise<Paper[]> {
  const lists = await Promise.all(
    (["newest", "most_cited"] as const).map((sort) =>
      untilAvailable(() => next.list({ filters: {}, sort, limit: SAMPLES }, SEARCH)),
    ),
  );
  const candidates = new Map(lists.flatMap(({ documents }) => documents.map((paper) => [paper.paper_id, paper])));
  const shared = live === null ? candidates : await untilAvailable(() => live.get([...candidates.keys()], SEARCH));
  return [...candidates.values()].filter(({ paper_id }) => shared.has(paper_id)).slice(0, SAMPLES);
}

async function findsByWords(papers: Papers, title: string, id: string): Promise<boolean> {
  const { lexical } = await untilAvailable(() => papers.search({ text: title, filters: {}, depth: DEPTH }, SEARCH));
  // Papers of one title stand in the order of their ids, and there may be many.
  const { hits } = lexical!;
  return hits.some((hit) => hit.id === id) || (hits.length === DEPTH && hits.at(0)?.score === hits.at(-1)?.score);
}

const SEARCH = { timeoutMs: 30_000 };

function countsText(counts: BuildRecord["documents"]): string {
  const { papers, signals, passages } = countsOf(counts);
  return `${papers} papers, ${signals} signals${passages > 0 ? `, ${passages} passages` : ""}`;
}

function countsOf({ papers, signals, passages = 0 }: BuildRecord["documents"]): Record<Target, number> {
  return { papers, signals, passages };
}

function firstAxis(dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[0] = 1;
  return vector;
}

const PROVENANCE = { content_hash: "0".repeat(64), run_id: "preflight", ingested_at: "2000-01-01T00:00:00.000Z" };
const PROBES: Readonly<Record<Target, AnyDocument>> = {
  papers: {
    ...PROVENANCE,
    former_ids: [],
    source_records: [],
    paper_id: "title:preflight",
    title: "Test document",
    abstract: "Written to check the index, and removed immediately.",
    authors: ["Nobody"],
    year: 2000,
    published_at: "2000-01-01",
    venue: "Nowhere",
    categories: ["none"],
    keywords: ["none"],
    ids: {},
    aliases: ["title:preflight"],
    url: "https://example.org/",
    pdf_url: null,
    citation_count: 0,
    has_code: true,
    signal_counts: { code: 1 },
    retracted: false,
    sources: [{ name: "preflight", url: null, license: null }],
  },
  signals: {
    ...PROVENANCE,
    signal_id: "sig:preflight",
    kind: "code",
    title: "Test document",
    statement: "Written to check the index, and removed immediately.",
    value: 1,
    unit: "documents",
    polarity: "neutral",
    paper_ids: ["title:preflight"],
    topics: ["none"],
    observed_at: "2000-01-01",
    source: { name: "preflight", url: null, license: null },
    history: [{ observed_at: "1999-12-31", value: null }],
  },
  passages: {
    ...PROVENANCE,
    passage_id: "text:preflight-0",
    paper_id: "title:preflight",
    text_id: "text:preflight",
    title: "Test document",
    section: ["None"],
    kind: "other",
    form: "paragraph",
    label: "1",
    index: 0,
    page: 1,
    year: 2000,
    content: "Written to check the index, and removed immediately.",
    whole: "{}",
    source: { name: "preflight", url: null, license: null },
  },
};
