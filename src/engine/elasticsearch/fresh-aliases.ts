import type { Paper } from "../../documents/paper.ts";

/** Aliases of papers that were written since the last refresh, which no search finds yet. */
export class FreshAliases {
  #holders = new Map<string, Set<string>>();
  /** Those whose refresh is under way. */
  #leaving = new Map<string, Set<string>>();

  get size(): number {
    return this.#holders.size;
  }

  add({ paper_id, aliases }: Pick<Paper, "paper_id" | "aliases">): void {
    for (const alias of aliases) {
      if (alias === paper_id) continue;
      const holders = this.#holders.get(alias) ?? new Set();
      this.#holders.set(alias, holders.add(paper_id));
    }
  }

  holders(keys: readonly string[]): string[] {
    return [this.#leaving, this.#holders].flatMap((known) => keys.flatMap((key) => [...(known.get(key) ?? [])]));
  }

  /** Forgets what was added before, once the refresh is through; what is added meanwhile stays. */
  async forgetAfter(refresh: () => Promise<void>): Promise<void> {
    const leaving = this.#holders;
    this.#leaving = new Map([...this.#leaving, ...leaving]);
    this.#holders = new Map();
    await refresh();
    for (const alias of leaving.keys()) this.#leaving.delete(alias);
  }
}
