import { BloomFilter } from "../../shared/bloom-filter.ts";
import type { Call } from "../port.ts";
import { textsOfLists } from "./columns.ts";
import type { LanceTable } from "./table.ts";

/**
 * Which aliases the table may have, in memory: while a load runs there is no index on them, and looking for a thousand keys that are not there would
 * read the whole column each time. Built at the first question of a load; a load is the only writer of papers.
 */
export class KnownAliases {
  readonly #live: LanceTable;
  #filter: { load: number; seen: BloomFilter; ready: Promise<void> } | null = null;

  constructor(live: LanceTable) {
    this.#live = live;
  }

  /** To be called before the write of a paper with these. */
  add(aliases: readonly string[]): void {
    for (const alias of aliases) this.#filter?.seen.add(alias);
  }

  /** Those of the keys that a paper may have; all of them where no load runs. */
  async possible(keys: readonly string[], call?: Call): Promise<readonly string[]> {
    const load = this.#live.load;
    if (load === null || keys.length === 0) {
      this.#filter = null;
      return keys;
    }
    if (this.#filter?.load !== load) {
      const seen = new BloomFilter();
      this.#filter = { load, seen, ready: this.#read(seen, call) };
      this.#filter.ready.catch(() => (this.#filter = null));
    }
    const { seen, ready } = this.#filter;
    await ready;
    return keys.filter((key) => seen.mayHave(key));
  }

  #read(seen: BloomFilter, call?: Call): Promise<void> {
    return this.#live.read({ timeoutMs: 600_000, signal: call?.signal }, async (table) => {
      for await (const batch of table.query().select(["aliases"])) {
        for (const alias of textsOfLists(batch.getChild("aliases")!)) seen.add(alias);
      }
    });
  }
}
