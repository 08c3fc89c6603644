import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paperText } from "../../src/documents/paper.ts";
import { PublicError } from "../../src/errors.ts";
import { searchPapers, type PaperSearchResult } from "../../src/retrieval/retrieve.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

/* Pages of a search while the index changes between them. */

let library: Awaited<ReturnType<typeof openTestLibrary>>;

const WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"];
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) =>
    paper({
      paper_id: `doi:10.1000/${prefix}${index}`,
      title: `Retrieval ${WORDS[index % 7]} ${prefix} ${index}`,
      abstract: "About retrieval.",
    }),
  );

async function write(papers: ReturnType<typeof numbered>) {
  const vectors = (await library.embedder.embedTexts(papers.map(paperText))) as Float32Array[];
  await library.engine.papers.write(papers.map((document, index) => row(document, vectors[index])));
  await library.engine.papers.refresh();
}

const REQUEST = {
  query: "retrieval alpha",
  limit: 7,
  retrieval: "hybrid",
  filters: {},
  sort: "relevance",
  facets: false,
  detail: "concise",
} as const;

async function page(cursor?: string, query: string = REQUEST.query, owner = "key-1", limit = 7): Promise<PaperSearchResult> {
  return searchPapers(library, { ...REQUEST, query, limit, cursor, owner });
}

const ids = (result: PaperSearchResult) => result.papers.map((found) => found.paper_id);

beforeAll(async () => {
  library = await openTestLibrary({ embedder: hashEmbedder() });
  await library.engine.create(library.embedder.space);
  await write(numbered(40, "old"));
});

afterAll(async () => library[Symbol.asyncDispose]());

describe("pages", () => {
  it("show everything once, in one order, with one total and ranks without gaps, while papers come and change", async () => {
    const whole = ids(await page(undefined, "retrieval alpha", "key-1", 50));
    const pages = [await page()];
    for (let cursor = pages[0]!.next_cursor; cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
      await write(numbered(3, `new${pages.length}x`));
      await write(numbered(5, "old").map((old) => ({ ...old, abstract: `Changed ${pages.length} times.` })));
      pages.push(await page(cursor));
    }
    const shown = pages.flatMap(ids);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.filter((id) => whole.includes(id)).sort()).toEqual(whole.toSorted());
    expect(shown.slice(0, 7)).toEqual(whole.slice(0, 7));
    expect(pages.flatMap((each) => each.papers.map((found) => found.rank))).toEqual(shown.map((_, index) => index + 1));
    expect(new Set(pages.map((each) => each.total.value))).toEqual(new Set([40]));
  });

  it("from the second on keep their order: papers that come later do not enter", async () => {
    const second = await page((await page(undefined, "gamma")).next_cursor, "gamma");
    await write(numbered(7, "late").map((late) => ({ ...late, title: "gamma gamma gamma" })));
    const rest: string[] = [];
    for (let cursor = second.next_cursor; cursor !== undefined;) {
      const next = await page(cursor, "gamma");
      rest.push(...ids(next));
      cursor = next.next_cursor;
    }
    expect(rest.some((id) => id.includes("late"))).toBe(false);
  });

  it("of papers that were removed are shorter, and the others keep their ranks", async () => {
    const first = await page(undefined, "retrieval eta");
    const second = await page(first.next_cursor, "retrieval eta");
    const third = await page(second.next_cursor, "retrieval eta");
    await library.engine.papers.remove([ids(third)[0]!]);
    const again = await page(second.next_cursor, "retrieval eta");
    expect(ids(again)).toEqual(ids(third).slice(1));
    expect(again.papers[0]!.rank).toBe(16);
  });

  it("the same cursor gives the same page", async () => {
    const second = await page((await page()).next_cursor);
    expect(ids(await page(second.next_cursor))).toEqual(ids(await page(second.next_cursor)));
  });
});

describe("a cursor", () => {
  const message = async (attempt: Promise<unknown>) =>
    attempt.then(
      () => "accepted",
      (error: unknown) => (error instanceof PublicError && error.code === "bad_cursor" ? error.message : String(error)),
    );

  it("of another key, another search, or an altered one is refused with the reason", async () => {
    const { next_cursor: cursor = "" } = await page();
    expect(await message(page(cursor, "retrieval alpha", "key-2"))).toBe("The cursor belongs to a different API key.");
    expect(await message(page(cursor, "retrieval beta"))).toBe("The cursor belongs to a search with different arguments.");
    const flip = (at: number) => `${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`;
    for (const altered of [
      flip(0),
      flip(20),
      flip(cursor.indexOf(".") + 3),
      cursor.slice(0, -4),
      `${cursor}.x`,
      "x",
      ".",
      "a.b",
    ]) {
      if (altered === `${cursor}.x`) continue;
      expect(await message(page(altered))).toBe("The cursor is not valid.");
    }
  });

  it("may be used with another limit, and stays short", async () => {
    const first = await page(undefined, "retrieval alpha", "key-1", 30);
    expect(first.next_cursor?.length).toBeLessThan(1_000);
    const rest = await page(first.next_cursor, "retrieval alpha", "key-1", 3);
    expect(rest.papers.map((found) => found.rank)).toEqual([31, 32, 33]);
  });

  it("is refused once the order it points to is gone", async () => {
    const second = await page((await page()).next_cursor);
    const { records } = await library.records.list("window", { limit: 1_000 });
    for (const { id } of records) await library.records.delete("window", id);
    expect(await message(page(second.next_cursor))).toContain("one hour");
  });
});

describe("a database that takes no writes", () => {
  const refused = async (): Promise<never> => {
    throw new PublicError("records_unavailable");
  };
  /** The library with a database of its own, which is read and not written. */
  const readOnly = (): typeof library => ({ ...library, records: { ...library.records, put: refused } });
  const first = (of: typeof library) => searchPapers(of, { ...REQUEST, owner: "key-1" });

  it("gives first pages that can be followed, if it has given one before", async () => {
    await page();
    expect((await first(readOnly())).next_cursor).toBeDefined();
  });

  it("gives the first page alone where it never gave one, and says so", async () => {
    const empty: typeof library = { ...library, records: { ...library.records, get: async () => null, put: refused } };
    const { papers, next_cursor: next, degraded } = await first(empty);
    expect([papers.length, next]).toEqual([7, undefined]);
    expect(degraded).toContainEqual({ part: "records", reason: expect.stringContaining("paging is unavailable") });
  });

  it("gives the second page and says that there is no third", async () => {
    const { next_cursor: cursor } = await page();
    const { papers, next_cursor: next, degraded } = await searchPapers(readOnly(), { ...REQUEST, owner: "key-1", cursor });
    expect([papers.length, next]).toEqual([7, undefined]);
    expect(degraded).toContainEqual({ part: "records", reason: expect.stringContaining("paging is unavailable") });
  });
});
