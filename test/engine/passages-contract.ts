import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passageOf, type Passage } from "../../src/documents/passage.ts";
import type { PassageFilters } from "../../src/engine/filters.ts";
import { passage, row, SMALL_SPACE, vectorAt } from "../support/documents.ts";
import type { OpenEngine } from "./contract.ts";
import { NASTY } from "./library.ts";

/** A passage with every field set. */
const FULL: Passage = {
  passage_id: "text:full-0",
  paper_id: "doi:full",
  text_id: "text:full",
  title: "Zebras of the plain",
  section: ["3 Results", `3.1 ${NASTY}`],
  kind: "results",
  form: "paragraph",
  label: "(4)",
  index: 0,
  page: 7,
  year: 2020,
  content: "They ran “fast” 🦓, at 45.2 km/h.",
  whole: null,
  source: { name: "a press", url: "https://example.org/", license: "CC BY 4.0" },
  content_hash: "a".repeat(64),
  run_id: "run-full",
  ingested_at: "2026-01-02T03:04:05.678Z",
};
const WHOLE = passage({
  passage_id: "whole:full",
  paper_id: "doi:full",
  text_id: "text:full",
  title: null,
  kind: "whole",
  form: null,
  index: 2,
  content: "",
  whole: JSON.stringify({ title: "Zebras of the plain", long: "zebra ".repeat(20_000) }),
});
const PASSAGES = [
  FULL,
  passage({
    ...FULL,
    passage_id: "text:full-1",
    index: 1,
    section: ["4 Limitations"],
    kind: "limitations",
    content: "No okapi was seen.",
  }),
  WHOLE,
  passage({ passage_id: "text:other-0", paper_id: "doi:other", text_id: "text:other", content: "A zebra and an okapi." }),
  passage({
    passage_id: "text:other-10",
    paper_id: "doi:other",
    text_id: "text:other",
    index: 10,
    year: 2010,
    content: "Giraffes alone.",
  }),
];

/** What every engine promises of passages, as tests. */
export function passagesContract(name: string, openEngine: OpenEngine): void {
  describe(`${name}: passages`, () => {
    let place: Awaited<ReturnType<OpenEngine>>;
    const passages = () => place.engine.passages;

    beforeAll(async () => {
      place = await openEngine();
      await place.engine.create(SMALL_SPACE);
      const outcomes = await passages().write(PASSAGES.map((one) => row(one)));
      expect(outcomes.filter(({ status }) => status !== "indexed")).toEqual([]);
      await passages().refresh();
    });
    afterAll(() => place.dispose());

    const found = async (text: string, filters: PassageFilters = {}) =>
      (await passages().search({ text, filters, depth: 10 })).lexical!.hits.map(({ id }) => id);

    test("come back as they were", async () => {
      const stored = await passages().get(PASSAGES.map(({ passage_id }) => passage_id));
      for (const one of PASSAGES) expect(stored.get(one.passage_id)).toStrictEqual(one);
    });

    test("come back with the hashes of their content, whole and field by field", async () => {
      const about = { paper_id: "doi:sealed", title: "Okapis", year: 2021 };
      const sealed = [FULL, WHOLE].map((one, index) => passageOf({ ...one, passage_id: `text:sealed-${index}` }, about));
      const ids = sealed.map(({ passage_id }) => passage_id);
      await passages().write(sealed.map((one) => row(one)));
      const stored = await passages().get(ids);
      for (const one of sealed) expect(stored.get(one.passage_id)).toStrictEqual(one);
      const [hashes, others] = await Promise.all([
        passages().fields(ids, ["content_hash"]),
        passages().fields(ids, ["content", "whole", "kind"]),
      ]);
      for (const { passage_id, content_hash, content, whole, kind } of sealed) {
        expect(hashes.get(passage_id)).toStrictEqual({ content_hash });
        expect(others.get(passage_id)).toStrictEqual({ content, whole, kind });
      }
      await passages().remove(ids);
      await passages().refresh();
    });

    test("name their papers in what is found, by words and by vectors", async () => {
      await passages().write([
        row(passage({ passage_id: "text:near-0", paper_id: "doi:near", content: "Quagga." }), vectorAt(0.9)),
      ]);
      await passages().refresh();
      const { lexical, semantic } = await passages().search({ text: "quagga", vector: vectorAt(1), filters: {}, depth: 5 });
      for (const list of [lexical, semantic]) expect(list!.hits).toMatchObject([{ id: "text:near-0", paper_id: "doi:near" }]);
      await passages().remove(["text:near-0"]);
      await passages().refresh();
    });

    test("are found by their words, their headings and the title of their paper, never the document about the whole text", async () => {
      expect(await found("speed 45.2 fast")).toEqual(["text:full-0"]);
      expect(await found("limitations")).toEqual(["text:full-1"]);
      expect((await found("zebras")).sort()).toEqual(["text:full-0", "text:full-1", "text:other-0"]);
      expect((await found("okapi zebra"))[0]).toBe("text:other-0");
    });

    test.each<[string, PassageFilters, string[]]>([
      ["paper_ids", { paper_ids: ["doi:other", "doi:absent"] }, ["text:other-0"]],
      ["kinds", { kinds: ["limitations", "method"] }, ["text:full-1"]],
      ["years", { year_from: 2015, year_to: 2020 }, ["text:full-0", "text:full-1"]],
      ["sources", { sources: ["a press"] }, ["text:full-0", "text:full-1"]],
      ["quotes and SQL", { paper_ids: [NASTY] }, []],
      ["words", { words: "okapi zebra", kinds: ["limitations"] }, ["text:full-1"]],
    ])("pass filters by %s", async (_, filters, expected) => {
      expect((await found("zebra", filters)).sort()).toEqual(expected);
    });

    test("are listed by paper in the order of the text, and counted by kind", async () => {
      const { documents, total } = await passages().list({ filters: {}, sort: "place", limit: 10 });
      const places = documents.map(({ passage_id }) => passage_id).filter((id) => id !== WHOLE.passage_id);
      expect(places).toEqual(["text:full-0", "text:full-1", "text:other-0", "text:other-10"]);
      expect(total).toBe(5);
      expect(await passages().count({ kinds: ["whole"] })).toBe(1);
      expect((await passages().facets("kind", {}, 1))[0]).toEqual({ value: "other", count: 2 });
    });

    test("may have vectors", async () => {
      await passages().write([row(passage({ passage_id: "text:near-0", content: "Near." }), vectorAt(0.9))]);
      await passages().refresh();
      const { semantic } = await passages().search({ vector: vectorAt(1), filters: {}, depth: 5 });
      expect(semantic!.hits.map(({ id }) => id)).toEqual(["text:near-0"]);
      await passages().remove(["text:near-0"]);
      await passages().refresh();
      expect(await passages().count({})).toBe(5);
    });

    test("are missing from generations without them, and stay live when such ones are promoted", async () => {
      const { engine } = place;
      const [papers, signals] = await Promise.all(
        (["papers", "signals"] as const).map((target) => engine.createGeneration(target, SMALL_SPACE)),
      );
      const older = engine.at({ papers: papers!, signals: signals! });
      await expect(older.passages.count({})).rejects.toMatchObject({ code: "index_missing" });
      expect((await older.status()).map(({ generation }) => generation)).toEqual([papers, signals, null]);
      await engine.promote({ papers: papers!, signals: signals! });
      expect((await engine.status())[0]!.generation).toBe(papers);
      expect(await passages().count({})).toBe(5);
    });
  });
}
