import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { PaperFilters } from "../engine/filters.ts";
import { fuse, type FusedHit } from "../retrieval/fusion.ts";
import type { Library } from "../retrieval/library.ts";
import { idKeys } from "../retrieval/named-papers.ts";
import { otherVersions } from "./versions.ts";

/** A paper that a question is about, with what stands around it. */
export interface Around {
  paper: Paper;
  /** Other records of the same paper, as far as they pass the filters. */
  versions: Paper[];
  vector: Float32Array | null;
  /** What is near to the paper itself, the paper left out. */
  near: FusedHit[];
  /** Papers that signals about this one name: those that cite it, and those that a signal is about as well. */
  cites: Set<string>;
  shares: Set<string>;
}

const DEPTH = 200;
const SIGNALS_READ = 100;

/** Reads a paper with its neighbors and those that its signals name. Undefined where the paper is not there (any more). */
export async function readAround(
  library: Library,
  id: string,
  filters: PaperFilters,
  signal?: AbortSignal,
): Promise<Around | undefined> {
  const { papers, signals } = library.engine;
  const [documents, vectors, own] = await Promise.all([
    papers.get([id], { signal }),
    papers.vectors([id], { signal }),
    signals.list({ filters: { paper_ids: [id] }, sort: "newest", limit: SIGNALS_READ }, { signal }),
  ]);
  const paper = documents.get(id);
  if (!paper) return undefined;
  const [found, cites, versions] = await Promise.all([
    papers.search({ text: paper.title, vector: vectors.get(id), filters, depth: DEPTH }, { signal }),
    citingPapers(library, own.documents, signal),
    otherVersions(library, paper, { vector: vectors.get(id), signal }),
  ]);
  const near = fuse(found.lexical, found.semantic, library.embedder.fusionWeight).filter((hit) => hit.id !== id);
  const shares = own.documents.flatMap((item) => item.paper_ids);
  const within = await passing(
    library,
    [...cites, ...shares, ...versions.map((version) => version.paper_id)].filter((other) => other !== id),
    filters,
    signal,
  );
  return {
    paper,
    versions: versions.filter((version) => within.has(version.paper_id)),
    vector: vectors.get(id) ?? null,
    near,
    cites: within.intersection(cites),
    shares: within.intersection(new Set(shares)),
  };
}

/** The papers of the library from which citations come: a citation's source may be the address of the citing paper. */
export async function citingPapers(library: Library, signals: readonly Signal[], signal?: AbortSignal): Promise<Set<string>> {
  const keys = signals.filter((item) => item.kind === "citation").flatMap(({ source }) => idKeys(source.url ?? ""));
  const resolved =
    keys.length === 0 ? new Map<string, string>() : await library.engine.papers.resolve([...new Set(keys)], { signal });
  return new Set(resolved.values());
}

/** Of these papers, those that pass the filters. */
async function passing(library: Library, ids: string[], filters: PaperFilters, signal?: AbortSignal): Promise<Set<string>> {
  const asked = [...new Set(filters.paper_ids ? ids.filter((id) => filters.paper_ids?.includes(id)) : ids)];
  if (asked.length === 0 || Object.keys(filters).length === 0) return new Set(asked);
  const { documents } = await library.engine.papers.list(
    { filters: { ...filters, paper_ids: asked }, sort: "paper_id", limit: asked.length },
    { signal },
  );
  return new Set(documents.map((paper) => paper.paper_id));
}
