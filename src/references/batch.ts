import PQueue from "p-queue";
import { idKey } from "../documents/ids.ts";
import type { Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import type { Library } from "../retrieval/library.ts";
import { compare, type Comparison } from "./compare.ts";
import type { GivenReference } from "./given.ts";
import { checked, type CheckedReference } from "./outcome.ts";
import { keysOf } from "./titles.ts";
import { isCorrected, isRetracted, worksOf } from "./works.ts";

/** References whose records are looked up together. */
export class Batch {
  readonly #library: Library;
  readonly #references: readonly GivenReference[];
  readonly #call: { signal?: AbortSignal; timeoutMs: number };
  /** Stored ids by key of id and by key of title; papers by stored id. */
  #leadsTo: ReadonlyMap<string, string> = new Map();
  readonly #titled = new Map<string, string[]>();
  readonly #papers = new Map<string, Paper>();
  isPartial = false;

  constructor(library: Library, references: readonly GivenReference[], signal?: AbortSignal) {
    this.#library = library;
    this.#references = references;
    this.#call = { signal, timeoutMs: LOOKUP_MS };
  }

  async check(withSignals: boolean): Promise<CheckedReference[]> {
    const readable = this.#references.filter(({ problem }) => problem === null);
    const ids = [...new Set(readable.flatMap((reference) => reference.ids.map(idKey)))];
    const { papers } = this.#library.engine;
    [this.#leadsTo] = await Promise.all([
      papers.resolve(ids, this.#call),
      this.#readTitles(readable.flatMap(({ titles }) => titles.map((title) => keysOf(title).whole))),
    ]);
    await this.#readPapers([...this.#leadsTo.values(), ...[...this.#titled.values()].flat()]);
    // Other versions of what the ids lead to bear its title.
    await this.#readTitles([...new Set(this.#leadsTo.values())].flatMap((id) => keysOf(this.#papers.get(id)?.title ?? "").whole));
    await this.#readPapers([...this.#titled.values()].flat());
    const best = new Map(readable.map((reference) => [reference, this.#best(reference, [])]));
    const open = readable.filter((reference) => reference.hasTitle && !best.get(reference)?.titled);
    const found = await this.#search(open);
    for (const reference of open) best.set(reference, this.#best(reference, found.get(reference) ?? []));
    const notices = withSignals ? await this.#notices([...best.values()]) : new Map<string, Signal[]>();
    return this.#references.map((reference) => {
      const nearby = (found.get(reference) ?? []).flatMap((id) => this.#papers.get(id) ?? []);
      return checked(reference, best.get(reference) ?? null, nearby, notices);
    });
  }

  async #readTitles(keys: readonly string[]): Promise<void> {
    const unknown = [...new Set(keys)].filter((key) => key !== "" && !this.#titled.has(key));
    if (unknown.length === 0) return;
    const found = await this.#library.engine.papers.byTitles(unknown, MAX_VERSIONS, this.#call);
    for (const key of unknown) this.#titled.set(key, found.get(key) ?? []);
  }

  async #readPapers(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#papers.has(id));
    if (unknown.length === 0) return;
    for (const [id, paper] of await this.#library.engine.papers.get(unknown, this.#call)) this.#papers.set(id, paper);
  }

  /** The work that a reference most likely means; null where nothing speaks for any. */
  #best(reference: GivenReference, searched: readonly string[]): Comparison | null {
    const byId = reference.ids.flatMap((id) => this.#leadsTo.get(idKey(id)) ?? []);
    const versions = byId.flatMap((id) => this.#titled.get(keysOf(this.#papers.get(id)?.title ?? "").whole) ?? []);
    const byTitle = reference.titles.flatMap((title) => this.#titled.get(keysOf(title).whole) ?? []);
    const papers = [...new Set([...byId, ...versions, ...byTitle, ...searched])].flatMap((id) => this.#papers.get(id) ?? []);
    const compared = worksOf(papers).map((work) => compare(reference, work, this.#leadsTo));
    return compared.filter((one) => isMeant(one, reference)).sort((a, b) => b.score - a.score)[0] ?? null;
  }

  /** For references whose title no record has exactly: the papers whose titles share the most words with it. */
  async #search(references: readonly GivenReference[]): Promise<Map<GivenReference, string[]>> {
    const queue = new PQueue({ concurrency: SEARCHES_AT_A_TIME });
    const found = new Map<GivenReference, string[]>();
    await Promise.all(
      references.map((reference) =>
        queue.add(async () => {
          const text = searchText(reference);
          const { lexical, partial } = await this.#library.engine.papers.search(
            { text, filters: {}, depth: SEARCH_DEPTH },
            this.#call,
          );
          this.isPartial ||= partial;
          found.set(
            reference,
            (lexical?.hits ?? []).map(({ id }) => id),
          );
        }),
      ),
    );
    await this.#readPapers([...found.values()].flat());
    await this.#readTitles([...found.values()].flat().flatMap((id) => keysOf(this.#papers.get(id)?.title ?? "").whole));
    await this.#readPapers([...this.#titled.values()].flat());
    for (const [reference, ids] of found) {
      const versions = ids.flatMap((id) => this.#titled.get(keysOf(this.#papers.get(id)?.title ?? "").whole) ?? []);
      found.set(reference, [...new Set([...ids, ...versions])]);
    }
    return found;
  }

  /** The notices of retraction and correction about the works found, by paper. */
  async #notices(compared: readonly (Comparison | null)[]): Promise<Map<string, Signal[]>> {
    const concerned = compared.flatMap((one) => one?.work.filter((paper) => isRetracted(paper) || isCorrected(paper)) ?? []);
    const ids = [...new Set(concerned.map(({ paper_id: id }) => id))];
    if (ids.length === 0) return new Map();
    const { documents } = await this.#library.engine.signals.list(
      { filters: { paper_ids: ids, kinds: ["retraction", "erratum"] }, sort: "newest", limit: MAX_NOTICES },
      this.#call,
    );
    const byPaper = new Map<string, Signal[]>();
    for (const notice of documents) {
      for (const id of notice.paper_ids) byPaper.set(id, [...(byPaper.get(id) ?? []), notice]);
    }
    return byPaper;
  }
}

const MAX_VERSIONS = 10;
const SEARCHES_AT_A_TIME = 8;
const SEARCH_DEPTH = 3;
const MAX_NOTICES = 500;
const MAX_SEARCH_LENGTH = 300;

function searchText({ titles, text }: GivenReference): string {
  return (titles[0] ?? text).slice(0, MAX_SEARCH_LENGTH);
}

/** A title of fewer words (“Introduction”) names a paper only with its authors or an id. */
const TELLING_TITLE_WORDS = 4;

/** Whether a work is what a reference means, whatever it states otherwise: an id leads there, or the title, unless it is one that others may have. */
function isMeant({ identified, titled, authorShare, paper }: Comparison, reference: GivenReference): boolean {
  if (identified) return true;
  if (!titled) return false;
  if (authorShare === null || authorShare > 0) return true;
  const isExact = reference.titles.some((title) => keysOf(title).whole === keysOf(paper.title).whole);
  return isExact && keysOf(paper.title).whole.split(" ").length >= TELLING_TITLE_WORDS;
}

const LOOKUP_MS = 10_000;
