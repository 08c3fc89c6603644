export interface RankedHit {
  id: string;
  /** Lexical: BM25, higher is better, 0 and more. Semantic: cosine, -1 to 1, perhaps .005 off where vectors are compared by fewer bits than are stored. */
  score: number;
  /** Of a passage: the paper that it belongs to. */
  paper_id?: string;
}

/** Best first; ties by id. */
export interface RankedList {
  hits: RankedHit[];
  /** How many documents match in all; `gte` where counting stopped. For a semantic list: the number of hits. */
  total: { value: number; relation: "eq" | "gte" };
}

export interface SearchRequest<Filters> {
  /** User text for the lexical leg: plain words, never a query language. Left out: no lexical leg. */
  text?: string;
  /** Words that may be misspelled: a document with a word a letter or two away matches the lexical leg too, once the load that wrote it has ended. Only beside `text`. */
  misspelled?: string;
  /** A normalized query vector for the semantic leg, or one that is still being made, beside which an engine may search by words already. Left out, or null in the end: no semantic leg. */
  vector?: Float32Array | Promise<Float32Array | null>;
  filters: Filters;
  /** The most hits a leg, 1 to 1,000. */
  depth: number;
  /** Fields of the hits that may come with them (`brought`), where a further round trip would take too long. */
  fields?: readonly string[];
}

export interface SearchResponse {
  lexical: RankedList | null;
  semantic: RankedList | null;
  /** True where a part of the index did not answer, so that hits may be missing. */
  partial: boolean;
  /** What came with the hits of `fields`, by id; an engine may bring nothing. */
  brought?: ReadonlyMap<string, object>;
}
