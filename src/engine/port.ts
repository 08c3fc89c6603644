import type { Paper, SignalCounts } from "../documents/paper.ts";
import type { Passage } from "../documents/passage.ts";
import type { Signal } from "../documents/signal.ts";
import type { PaperFilters, PassageFilters, SignalFilters } from "./filters.ts";
import type { SearchRequest, SearchResponse } from "./searches.ts";
import type { Row, WriteOutcome } from "./writes.ts";

/*
 * What the service asks of a search engine. Two adapters keep this contract: Elasticsearch, the engine of record, and LanceDB,
 * embedded in the process. Engines return ranked lists of ids; fusion, snippets, passages and answers are written once, above.
 * Filters, searches and writes have files of their own beside this one.
 *
 * Every call takes a `Call`. A call that cannot be answered in time, or whose engine is away, throws the public error
 * `engine_unavailable`; one whose signal is aborted rejects with the signal's reason. Foreign errors never pass the adapter.
 */

export interface Call {
  signal?: AbortSignal;
  /** The most time the call may take, in milliseconds. Default: 2,000 for reads, 60,000 for writes. */
  timeoutMs?: number;
}

/** The vector space that an index was filled from. Vectors of two spaces are never compared. */
export interface EmbeddingSpace {
  /** Names model, revision and preparation of texts: equal names mean comparable vectors. */
  model: string;
  dimensions: number;
}

export interface ListRequest<Filters, Sort extends string> {
  filters: Filters;
  sort: Sort;
  limit: number;
}

export interface Facet {
  value: string;
  count: number;
}

export interface MatchFacetsRequest<Filters> {
  /** Count only documents that have all words of this text, in any form that the lexical leg takes for the same. Left out: whatever passes the filters. */
  text?: string;
  filters: Filters;
  /** The most values a field. */
  limit: number;
}

/** A document, or some of its fields, with the vector that is stored with it. */
export interface WithVector<Document> {
  document: Document;
  vector: Float32Array | null;
}

export interface Collection<Document, Filters, Sort extends string, FacetField extends string> {
  /** Both legs in one round trip. Reads what was written before the last `refresh`, perhaps more. */
  search(request: SearchRequest<Filters>, call?: Call): Promise<SearchResponse>;

  /** Documents that pass the filters, sorted (unknown values last, ties by id), and how many there are. */
  list(request: ListRequest<Filters, Sort>, call?: Call): Promise<{ documents: Document[]; total: number }>;

  /** Documents by id; an id that is not there is left out of the map. Sees every write that was answered. */
  get(ids: readonly string[], call?: Call): Promise<Map<string, Document>>;

  /** Some fields of documents by id, without reading the rest; an id that is not there is left out of the map. Sees every write that was answered. */
  fields<Name extends keyof Document & string>(
    ids: readonly string[],
    names: readonly Name[],
    call?: Call,
  ): Promise<Map<string, Pick<Document, Name>>>;

  /** Stored vectors by id; documents without one are left out. */
  vectors(ids: readonly string[], call?: Call): Promise<Map<string, Float32Array>>;

  /** As `fields`, each with its vector (null: it has none), 1,000 at most: one read instead of two. Sees what a search sees, so perhaps not a write of this moment. */
  withVectors<Name extends keyof Document & string>(
    ids: readonly string[],
    names: readonly Name[],
    call?: Call,
  ): Promise<Map<string, WithVector<Pick<Document, Name>>>>;

  /** How many documents pass the filters; exact. */
  count(filters: Filters, call?: Call): Promise<number>;

  /** The most frequent values of a field among the documents that pass the filters: count descending, then value. An engine may give no more than 60,000. */
  facets(field: FacetField, filters: Filters, limit: number, call?: Call): Promise<Facet[]>;

  /**
   * Puts whole documents by id, replacing what was there; one outcome a row. At most one row an id. May be repeated with the same
   * rows at any time. Throws `WriteError` where the request as a whole failed; rows may then be written or not.
   */
  write(rows: readonly Row<Document>[], call?: Call): Promise<WriteOutcome[]>;

  /** Removes documents by id; an id that is not there is no error. */
  remove(ids: readonly string[], call?: Call): Promise<void>;

  /** Makes everything that was written visible to `search`, `list`, `count`, `facets` and `scan`. */
  refresh(call?: Call): Promise<void>;

  /**
   * Pages of all rows in the order of their ids (by code point), of the generation that was live when the first page was asked for. A document that
   * is there from the first page to the last comes exactly once, as it is by then or was at the first page; one that is written or removed
   * meanwhile may or may not come. The call's time is that of a page (default: 60,000 ms).
   */
  scan(request?: ScanRequest<Filters>, call?: Call): AsyncIterable<Row<Document>[]>;
}

export interface ScanRequest<Filters> {
  /** Only documents that pass; left out: all. */
  filters?: Filters;
  /** Only documents whose ids come after this one. */
  after?: string;
  /** False: rows come with null for their vectors, in a fraction of the time. Default: true. */
  vectors?: boolean;
  /** Rows a page, 1 to 10,000. Default: 500. */
  pageSize?: number;
}

/** `newest`: by year, within a year by day. */
export type PaperSort = "newest" | "most_cited" | "paper_id";
export type SignalSort = "newest" | "signal_id";
/** `place`: by paper, within a paper in the order of its text. */
export type PassageSort = "place";
/** What all papers that match a search are counted by; truth values are `true` and `false`. */
export const MATCH_FIELDS = ["year", "venue", "categories", "signal_kinds", "has_code", "retracted"] as const;
export type MatchField = (typeof MATCH_FIELDS)[number];
export type PaperFacetField = MatchField | "authors" | "source";
export type SignalFacetField = "kind" | "topics" | "source";
export type PassageFacetField = "kind";

export interface Papers extends Collection<Paper, PaperFilters, PaperSort, PaperFacetField> {
  /** For each id key (`doi:…`, `title:…`; see `Paper.aliases`) the stored paper's id. Keys that lead nowhere are left out. */
  resolve(keys: readonly string[], call?: Call): Promise<Map<string, string>>;

  /**
   * Ids of the papers that have one of these keys among their aliases beside their own id (which `get` looks up), and perhaps of some that had it lately.
   * Names every such paper: two share a key while they are being merged. Sees every write that this process was answered, refreshed or not; of
   * other processes, what was refreshed.
   */
  holders(keys: readonly string[], call?: Call): Promise<string[]>;

  /** Ids of the papers whose title has this key (see `titleKey`), at most `limit`, in the order of their ids. */
  byTitle(key: string, limit: number, call?: Call): Promise<string[]>;

  /** The same for many keys in as few round trips as the engine takes; keys that no title has are left out of the map. */
  byTitles(keys: readonly string[], limit: number, call?: Call): Promise<Map<string, string[]>>;

  /** Titles, by id, of the papers whose title's key begins with this one and goes on with another word, at most `limit`, in the order of their ids. */
  titlesBeginning(key: string, limit: number, call?: Call): Promise<Map<string, string>>;

  /** The facets of every `MatchField` among all papers that match, in one round trip: exact, or it fails. Reads what `search` reads. */
  matchFacets(request: MatchFacetsRequest<PaperFilters>, call?: Call): Promise<Record<MatchField, Facet[]>>;

  /** Replaces `has_code` and `signal_counts` of stored papers, nothing else; ids that are not there are passed over. */
  setCounts(counts: ReadonlyMap<string, SignalCounts>, call?: Call): Promise<void>;

  /** The topics that are written with these papers; papers without one are left out. Sees every write that was answered. An index of a release without topics knows none. */
  topicIds(ids: readonly string[], call?: Call): Promise<Map<string, string>>;

  /** Replaces the topics of stored papers, nothing else; ids that are not there, and an index of a release without topics, are passed over. */
  setTopicIds(topics: ReadonlyMap<string, string>, call?: Call): Promise<void>;
}

export interface Signals extends Collection<Signal, SignalFilters, SignalSort, SignalFacetField> {
  /** For each of these papers, how many signals of each kind are about it; papers without signals are left out. Reads what was refreshed. */
  countByPaper(paperIds: readonly string[], call?: Call): Promise<Map<string, SignalCounts>>;

  /** Replaces the topics of the papers that stored signals are about, nothing else; ids that are not there, and an index of a release without topics, are passed over. */
  setPaperTopicIds(topics: ReadonlyMap<string, readonly string[]>, call?: Call): Promise<void>;
}

/** Passages of whole papers. Lexical search reads the paper's title and the headings with each passage; hits name their papers. */
export type Passages = Collection<Passage, PassageFilters, PassageSort, PassageFacetField>;

export type Target = "papers" | "signals" | "passages";
export const TARGETS: readonly Target[] = ["papers", "signals", "passages"];

/** What is to be known of an index before it is asked. */
export interface IndexIdentity {
  target: Target;
  /** The name of the live generation, e.g. `papers-v1-000001`; null where there is none yet. */
  generation: string | null;
  /** Fingerprint of the mapping that the generation was created with. */
  fingerprint: string | null;
  /** The space of its vectors. */
  space: EmbeddingSpace | null;
}

export interface IndexStatus extends IndexIdentity {
  documents: number;
  /** Bytes on disk. */
  bytes: number | null;
  /** Documents that some index does not cover yet: they are found, but read one by one. Null where the engine covers each document as it is written. */
  unindexed: number | null;
}

/** A generation of a target: an index of its own, of which one is live. */
export interface Generation extends IndexStatus {
  generation: string;
  /** `previous`: it was live before the one that is. `spare`: any other. */
  role: "live" | "previous" | "spare";
}

/** What `dropGenerations` throws for a generation that is live. */
export function liveGeneration(): RangeError {
  return new RangeError("a live generation cannot be dropped");
}

/**
 * The names of the generations of all targets that belong together. Without one of passages: they were made before passages were stored; reading
 * their passages throws `index_missing`, and promoting them leaves those that are live alone.
 */
export interface GenerationNames {
  readonly papers: string;
  readonly signals: string;
  readonly passages?: string;
}

/** How a load gets the most out of an engine. */
export interface WriteShape {
  /** Rows of a `write`. */
  readonly requestSize: number;
  /** Writes under way at a time. */
  readonly concurrency: number;
  /** Rows that are worth being gathered and looked up together. */
  readonly batchSize: number;
}

/** One generation of each target: what a load fills and a question reads. */
export interface Index {
  readonly kind: "lancedb" | "elasticsearch";
  readonly writeShape: WriteShape;
  readonly papers: Papers;
  readonly signals: Signals;
  readonly passages: Passages;

  /** Which generation of each target is read, and how it was made. Cheap, and answered while parts of the index are away. Never throws because an index is missing. */
  identity(call?: Call): Promise<IndexIdentity[]>;

  /** The state of all targets, for which every part of the index is asked. Never throws because an index is missing. */
  status(call?: Call): Promise<IndexStatus[]>;

  /** Creates the first generation of each target that has none, and leaves the others alone. May run in several processes at once. */
  create(space: EmbeddingSpace, call?: CreateCall): Promise<void>;

  /**
   * Between the two a target takes many writes cheaply and reads may lag behind: `beginLoad` may hold back refreshes and index
   * builds, `endLoad` catches up (refresh, indexes, compaction) and makes everything visible. Both may be repeated; a load that
   * died in between leaves the index complete and searchable. `endLoad` may take as long as its indexes need, unless the call says
   * how long; what an engine's server does for itself is waited for all the same.
   */
  beginLoad(target: Target, call?: Call): Promise<void>;
  endLoad(target: Target, call?: EndLoadCall): Promise<void>;
}

export interface CreateCall extends Call {
  /** The whole index is loaded at once, and is searched by meaning in earnest only after its `endLoad`: what makes such searches quick may wait until then. */
  isFilledAtOnce?: boolean;
}

export interface EndLoadCall extends Call {
  /** The load was stopped: what was written is made visible soon, indexes and compaction are left to the next `endLoad`. */
  unfinished?: boolean;
}

/** A way in for people who query the index by themselves. */
export interface ReaderAccess {
  id: string;
  /** Shown once; it reads what the names of `reads` lead to and changes nothing. */
  key: string;
  reads: string[];
  expires_at: string | null;
}

/** The engine is the index of the live generations: each call goes to those that are live by then. */
export interface Engine extends Index, AsyncDisposable {
  /** Product and version for `doctor`, e.g. `Elasticsearch 9.3.2`. Throws `engine_unavailable` where it is away. */
  version(call?: Call): Promise<string>;

  /** Every generation of all targets, in the order of their names. Never throws because there is none. */
  generations(call?: Call): Promise<Generation[]>;

  /**
   * Makes an empty generation of a target beside the live one, with the mapping of this release, and resolves to its name. Calls that
   * do not name it never reach it. Each call makes one of its own, whichever process it comes from.
   */
  createGeneration(target: Target, space: EmbeddingSpace, call?: Call): Promise<string>;

  /**
   * These generations, whether live or not; calls throw `index_missing` where one is not there (any more). `create` does nothing.
   * Only those made by `createGeneration` take writes; their `endLoad` packs them too, which is done to no live generation.
   */
  at(names: GenerationNames): Index;

  /**
   * Makes these generations the live ones, all in one step that every process sees with its next call: a search reads one generation or
   * the other. Those that were live until then become the previous ones. Throws `index_missing`, with nothing changed, where one is not there.
   */
  promote(names: GenerationNames, call?: Call): Promise<void>;

  /** Removes these generations; one that is not there is no error. Throws, with nothing removed, where one of them is live. */
  dropGenerations(names: readonly string[], call?: Call): Promise<void>;

  /** Makes a key that reads all targets, whichever generation is live, and nothing else. Null: this engine knows no users. */
  grantReader(name: string, expiresInDays: number | null, call?: Call): Promise<ReaderAccess | null>;

  /** Removes all targets with every generation of them; nothing there is no error. For indexes made for one purpose (evaluation, tests). */
  drop(call?: Call): Promise<void>;
}
