import { describe, expect, it } from "vitest";
import { heldSource } from "./asked-source.ts";
import type { Reply } from "./fake-service.ts";

const COUNT = 4;
const doi = (paper: number): string => `10.1000/p${paper}`;
const workId = (paper: number): string => `https://openalex.org/W${2_000_000 + paper}`;
const numbers = Array.from({ length: COUNT }, (_, paper) => paper);

describe("who cites whom, by OpenAlex", () => {
  it("is the same whether the citing work or the cited one was learned first", async () => {
    const library = await openLibrary();
    await library.knowing([0], "2026-11-22");
    expect(await library.citations()).toEqual([]);
    await library.knowing(numbers, "2026-12-02");
    const reverse = await openLibrary();
    await reverse.knowing([1, 2, 3], "2026-11-22");
    await reverse.knowing(numbers, "2026-12-02");
    const atOnce = await openLibrary();
    await atOnce.knowing(numbers, "2026-12-02");
    expect(await library.citations()).toEqual([
      `Cited by ${doi(0)} → doi:${doi(1)}, 2020-01-02`,
      `Cited by ${doi(0)} → doi:${doi(2)}, 2020-01-02`,
      `Cited by ${doi(3)} → doi:${doi(0)}, 2020-01-02`,
    ]);
    expect(await library.contents()).toEqual(await atOnce.contents());
    expect(await reverse.contents()).toEqual(await atOnce.contents());
  });

  it("goes where the work no longer lists it, or is gone, and what is still listed stays", async () => {
    const library = await openLibrary();
    await library.knowing(numbers, "2026-11-22");
    library.cites.set(0, [2]);
    expect(await library.knowing(numbers, "2026-12-02")).toMatchObject({ status: "done", signals_removed: 1 });
    expect(await library.citations()).toEqual([
      `Cited by ${doi(0)} → doi:${doi(2)}, 2020-01-02`,
      `Cited by ${doi(3)} → doi:${doi(0)}, 2020-01-02`,
    ]);
    await library.knowing([0, 1, 2], "2026-12-12");
    expect(await library.citations()).toEqual([`Cited by ${doi(0)} → doi:${doi(2)}, 2020-01-02`]);
    const { papers } = await library.contents();
    expect(papers.map(({ signal_counts }) => signal_counts.citation)).toEqual([1, 1, 2, undefined]);
  });

  it("is not told twice where another source tells it", async () => {
    const library = await openLibrary();
    const crossref = { DOI: doi(0), title: ["Paper 0"], issued: { "date-parts": [[2020, 1, 2]] }, reference: [{ DOI: doi(1) }] };
    await library.load("crossref", [crossref], "signals");
    await library.knowing(numbers, "2026-11-22");
    expect(await library.citations()).toHaveLength(3);
    const { signals } = await library.contents();
    const twice = signals.filter(({ title, paper_ids }) => title === `Cited by ${doi(0)}` && paper_ids[0] === `doi:${doi(1)}`);
    expect(twice.map(({ source }) => source.name)).toEqual(["Crossref"]);
  });

  it("stays where a work could not be asked about", async () => {
    const library = await openLibrary();
    await library.knowing(numbers, "2026-11-22");
    const before = await library.citations();
    expect(before).toHaveLength(3);
    library.broken = 3;
    expect(await library.knowing(numbers, "2026-12-02")).toMatchObject({ status: "done", failed: 1, signals_removed: 0 });
    expect(await library.citations()).toEqual(before);
  });

  it("comes to the same where every run dies after one write to the index", async () => {
    const peaceful = await openLibrary();
    await peaceful.knowing(numbers, "2026-11-22");
    peaceful.cites.set(0, [3]);
    await peaceful.knowing(numbers, "2026-12-02");
    const killed = await openLibrary();
    expect(await killed.dyingEverywhere("2026-11-22")).toBeGreaterThan(3);
    killed.cites.set(0, [3]);
    // The citing paper says how many works it cites; the old citations leave the counts and the index, the new one comes to both.
    expect(await killed.dyingEverywhere("2026-12-02")).toBe(4);
    expect(await killed.contents()).toEqual(await peaceful.contents());
  });
});

/** A library of papers with DOIs, and a service that knows some of them as works. */
async function openLibrary() {
  const cites = new Map([
    // The first is of no paper that is held.
    [0, [99, 1, 2, 0]],
    [3, [0]],
  ]);
  const state = { known: [] as readonly number[], broken: -1 };
  const source = await heldSource(
    "openalex",
    numbers.map((paper) => ({ title: `Paper ${paper}`, ids: { doi: doi(paper) }, source: { name: "List" } })),
    (url): Reply => {
      if (url.pathname !== "/works") return { status: 404 };
      const asked = url.searchParams.get("filter")!;
      const isAsked = (paper: number): boolean => asked.includes(`p${paper}`) || asked.includes(`W${2_000_000 + paper}`);
      if (isAsked(state.broken)) return { text: "<html>no" };
      const found = state.known.filter(isAsked);
      return { json: { results: found.map((paper) => work(paper, cites.get(paper) ?? [])) } };
    },
  );
  const knowing = (known: readonly number[], day: string, deps: Parameters<typeof source.run>[1] = {}) => {
    state.known = known;
    return source.run(day, deps);
  };
  return Object.assign(state, {
    cites,
    knowing,
    contents: source.contents,
    load: source.load,
    async citations() {
      const { signals } = await source.contents();
      return signals
        .filter(({ value }) => value === null)
        .map(({ title, paper_ids, observed_at }) => `${title} → ${paper_ids.join(" ")}, ${observed_at}`)
        .toSorted();
    },
    /** Runs again and again, each dying at its second write, until one ends. Returns how often it died. */
    async dyingEverywhere(day: string) {
      for (let deaths = 0; ; deaths += 1) {
        if (deaths > MAX_DEATHS) throw new Error("it never ends");
        let left = 1;
        const engine = dyingEngine(source.engine, () => (left -= 1) < 0);
        const ended = await knowing(numbers, day, { engine }).then(
          ({ status }) => status === "done",
          () => false,
        );
        if (ended) return deaths;
      }
    },
  });
}

function work(paper: number, cited: readonly number[]): object {
  return {
    id: workId(paper),
    doi: `https://doi.org/${doi(paper)}`,
    display_name: `Paper ${paper}`,
    publication_date: "2020-01-02",
    updated_date: "2026-11-01T00:00:00",
    cited_by_count: 3,
    referenced_works: cited.map(workId),
  };
}

const MAX_DEATHS = 30;
const WRITES = new Set(["write", "remove", "setCounts"]);

/** The engine until a write is its last: from then on nothing is written or read. */
function dyingEngine<Engine extends { papers: object; signals: object }>(engine: Engine, isLast: () => boolean): Engine {
  let isDead = false;
  const dying = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          isDead ||= WRITES.has(String(name)) && isLast();
          if (isDead) throw new Error("killed");
          return (value as (...given: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  const parts = { papers: dying(engine.papers), signals: dying(engine.signals) };
  return new Proxy(engine, {
    get(target, name) {
      if (name === "papers" || name === "signals") return parts[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}
