import type { Embedder } from "../embedding/port.ts";
import type { Engine, Index } from "../engine/port.ts";
import type { SearchRequest } from "../engine/searches.ts";
import type { LanguageModel } from "../language-model/port.ts";
import type { Records } from "../records/port.ts";
import type { Reranker, SentenceReader } from "../reranking/port.ts";

/** What a call is made of, as metrics and traces name it. */
export type PartName =
  | "search_lexical"
  | "search_semantic"
  | "search_hybrid"
  | "list"
  | "fetch"
  | "look_up"
  | "count"
  | "write"
  | "embed_question"
  | "embed_texts"
  | "rerank"
  | "second_reading"
  | "language_model"
  | "records";

/** Runs a piece of work of a part; `of`: which documents it is about. */
export type Around = <Result>(part: PartName, run: () => Promise<Result>, of?: string) => Promise<Result>;

/** Parts that may be measured. */
interface Parts {
  engine: Engine;
  embedder: Embedder;
  records: Records;
  languageModel?: LanguageModel;
  reranker?: Reranker;
  sentenceReader?: SentenceReader;
}

/** The same parts, each of whose calls is run through `around`; a part that is put in place of another later, too. */
export function measured<Given extends Parts>(parts: Given, around: Around): Given {
  const known = new WeakMap<object, object>();
  const measuredPart = (key: string, part: object): object => {
    if (key === "engine") return measuredIndex(part as Engine, around);
    return Object.hasOwn(METHODS, key) ? wrapped(part, METHODS[key]!, around) : part;
  };
  return new Proxy(parts, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key, target);
      if (typeof key !== "string" || typeof part !== "object" || part === null) return part;
      const own = known.get(part) ?? measuredPart(key, part);
      known.set(part, own);
      return own;
    },
  });
}

type PartOf = PartName | ((request: unknown) => PartName);

const METHODS: Readonly<Record<string, Readonly<Record<string, PartOf>>>> = {
  embedder: { embedQuery: "embed_question", embedTexts: "embed_texts" },
  records: { get: "records", put: "records", list: "records", delete: "records", room: "records" },
  languageModel: { complete: "language_model" },
  reranker: { scores: "rerank" },
  sentenceReader: { readings: "second_reading", stances: "second_reading" },
};

const COLLECTION: Readonly<Record<string, PartOf>> = {
  search: (request) => searchPart(request as SearchRequest<unknown>),
  list: "list",
  get: "fetch",
  fields: "fetch",
  vectors: "fetch",
  withVectors: "fetch",
  resolve: "look_up",
  holders: "look_up",
  byTitle: "look_up",
  byTitles: "look_up",
  titlesBeginning: "look_up",
  count: "count",
  facets: "count",
  matchFacets: "count",
  countByPaper: "count",
  write: "write",
  remove: "write",
  refresh: "write",
  setCounts: "write",
  topicIds: "fetch",
  setTopicIds: "write",
  setPaperTopicIds: "write",
};

function searchPart({ text, vector }: SearchRequest<unknown>): PartName {
  if (vector === undefined) return "search_lexical";
  return text === undefined ? "search_semantic" : "search_hybrid";
}

function measuredIndex<Given extends Index>(index: Given, around: Around): Given {
  const own: Record<string, unknown> = {};
  for (const target of ["papers", "signals", "passages"] as const)
    own[target] = wrapped(index[target], COLLECTION, around, target);
  if ("at" in index)
    own.at = (...names: Parameters<Engine["at"]>) => measuredIndex((index as unknown as Engine).at(...names), around);
  return overlaid(index, own);
}

function wrapped<Part extends object>(part: Part, names: Readonly<Record<string, PartOf>>, around: Around, of?: string): Part {
  const own: Record<string, unknown> = {};
  for (const [method, name] of Object.entries(names)) {
    if (!(method in part)) continue;
    own[method] = (...given: unknown[]) => {
      const run = () => (part as Record<string, (...given: unknown[]) => Promise<unknown>>)[method]!(...given);
      return around(typeof name === "string" ? name : name(given[0]), run, of);
    };
  }
  return overlaid(part, own);
}

/** The same object with some members in place of its own. Its methods see the object itself: it may have private members. */
function overlaid<Given extends object>(object: Given, own: Readonly<Record<string, unknown>>): Given {
  return new Proxy(object, {
    get(target, key) {
      if (typeof key === "string" && Object.hasOwn(own, key)) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
