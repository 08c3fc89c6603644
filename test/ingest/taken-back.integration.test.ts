import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/port.ts";
import { heldSource } from "./asked-source.ts";
import type { Reply } from "./fake-service.ts";

const HELD = [
  { title: "One", ids: { doi: "10.1000/a", arxiv: "2101.00001" }, source: { name: "List" } },
  { title: "Two", ids: { doi: "10.1000/b" }, source: { name: "List" } },
];
const GONE: Reply = { status: 404 };

/** What a service says while all is there, and what once a part of it is gone. */
const SERVICES: Record<string, (url: URL, isGone: boolean) => Reply> = {
  openalex: (url, isGone) => {
    const work = {
      id: "https://openalex.org/W1000011",
      doi: "https://doi.org/10.1000/a",
      display_name: "One",
      cited_by_count: 3,
    };
    if (isGone) return url.pathname === "/works" ? { json: { results: [] } } : GONE;
    return { json: { results: [{ ...work, funders: [{ display_name: "A Fund" }] }] } };
  },
  crossref: (_, isGone) => {
    const work = (id: string) => ({
      DOI: `10.1000/${id}`,
      type: "journal-article",
      title: [id],
      published: { "date-parts": [[2020, 1, 2]] },
    });
    const citing = { ...work("a"), reference: isGone ? [] : [{ DOI: "10.1000/b" }] };
    return { json: { message: { items: [citing, work("b")] } } };
  },
  huggingface: (_, isGone) => ({
    json: isGone ? [] : [{ id: "ada/model", downloads: 5, tags: ["arxiv:2101.00001", "license:mit"] }],
  }),
};

describe("what a source no longer says", () => {
  it.each(Object.keys(SERVICES))(
    "goes with its counts, after whichever write the run that takes it back is killed: %s",
    { timeout: 120_000 },
    async (name) => {
      let isGone = false;
      const source = await heldSource(name, HELD, (url) => SERVICES[name]!(url, isGone));
      let day = Date.UTC(2026, 0, 1);
      const next = (): string => new Date((day += 8 * 86_400_000)).toISOString().slice(0, 10);
      let isKilled = true;
      for (let after = 1; isKilled; after += 1) {
        isGone = false;
        expect(await source.run(next())).toMatchObject({ status: "done", dead: 0 });
        const before = await source.contents();
        expect(before.signals.length).toBeGreaterThan(0);
        isGone = true;
        const on = next();
        const { engine, writes } = killedAfter(source.engine, after);
        isKilled = await source.run(on, { engine }).then(
          () => false,
          () => true,
        );
        expect(isKilled).toBe(writes() >= after);
        expect(await source.run(on)).toMatchObject({ status: "done" });
        const { papers, signals } = await source.contents();
        expect(signals).toEqual([]);
        expect(papers.map(({ signal_counts }) => signal_counts)).toEqual([{}, {}]);
      }
    },
  );
});

const WRITES = new Set(["write", "remove", "setCounts"]);

/** The same engine, which does so many writes of papers and signals and then fails, as nobody can any more who was killed. */
function killedAfter(engine: Engine, most: number) {
  let writes = 0;
  const part = <Part extends object>(of: Part): Part =>
    new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (writes >= most) throw new Error("killed");
          const result: unknown = Reflect.apply(value, target, args);
          if (!WRITES.has(String(name))) return result;
          return (result as Promise<unknown>).finally(() => (writes += 1));
        };
      },
    });
  return { engine: { ...engine, papers: part(engine.papers), signals: part(engine.signals) }, writes: () => writes };
}
