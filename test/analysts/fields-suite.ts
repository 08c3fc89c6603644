import { describe, expect, it } from "vitest";
import { copyAll } from "../../ingest/generations/copier.ts";
import { documentsOf } from "../../ingest/generations/documents.ts";
import type { Engine, Target } from "../../src/engine/port.ts";
import { writeTopicIds } from "../../src/topics/on-documents.ts";
import { paperLoader } from "../ingest/loader.ts";

/** An index by its folder or prefix, read as analysts do: past the engine. */
export interface RawIndex {
  open(folder: string): Engine;
  /** Stored values of the one document of a generation, by the names of fields. */
  stored(generation: string, id: string): Promise<Record<string, unknown>>;
  /** Takes the fields away that an earlier release did not have. */
  makeOld(generation: string, names: readonly string[]): Promise<void>;
}

const NEW_FIELDS = {
  papers: ["affiliations", "author_ids", "reference_count", "topic_id"],
  signals: ["paper_titles", "paper_venues", "paper_years", "paper_topic_ids"],
} satisfies Partial<Record<Target, string[]>>;

const ANTHOLOGY = { acl: "2020.acl-main.1", title: "A Title", venue: "ACL", year: 2020, source_name: "ACL Anthology" };
const SIGNAL = {
  kind: "award",
  title: "Best Paper",
  statement: "It won.",
  paper_ids: ["2020.acl-main.1"],
  observed_at: "2020-07-01",
  source_name: "A list",
};

/** What the documents hold for those who query an index directly, proved on any engine. */
export function analystFields(name: string, openRaw: () => RawIndex): void {
  describe(`${name}: fields for those who query the index directly`, () => {
    const loader = () => {
      const raw = openRaw();
      const load = paperLoader((folder) => raw.open(folder));
      return {
        ...load,
        raw,
        papers: (rows: readonly object[]) => load.run(load.rows(`${rows.length}.jsonl`, rows)),
        signals: (rows: readonly object[]) => load.run(load.rows("signals.jsonl", rows, { target: "signals" })),
        async facts(generation = "signals-v1-000001") {
          const { documents } = await load.engine.signals.list({ filters: {}, sort: "signal_id", limit: 2 });
          expect(documents).toHaveLength(1);
          expect(documents[0]).not.toHaveProperty("paper_titles");
          return factsOf(await raw.stored(generation, documents[0]!.signal_id));
        },
      };
    };
    const factsOf = ({ paper_titles, paper_venues, paper_years }: Record<string, unknown>) => [
      paper_titles,
      paper_venues ?? [],
      paper_years ?? [],
    ];

    it("a paper has the affiliations, the author IDs and the number of references that its sources state", async () => {
      const { papers, raw } = loader();
      const said = { affiliations: ["Lab A", "Lab B"], author_ids: ["acl:yang-liu-ict"], reference_count: 31 };
      const openalex = { acl: "2020.acl-main.1", openalex: "W1234", title: "A Title", source_name: "OpenAlex" };
      await papers([
        { ...ANTHOLOGY, ...said },
        { ...openalex, affiliations: ["Lab B", "Lab C"], author_ids: ["openalex:A1"], reference_count: 30 },
      ]);
      expect(await raw.stored("papers-v1-000001", "acl:2020.acl-main.1")).toMatchObject({
        affiliations: ["Lab A", "Lab B", "Lab C"],
        author_ids: ["acl:yang-liu-ict", "openalex:A1"],
        reference_count: 31,
      });
    });

    it("a signal has the titles, venues and years of its papers, and follows them when they change or turn out to be others", async () => {
      const { papers, signals, facts } = loader();
      const preprint = { arxiv: "2001.00001", title: "A Preprint", source_name: "arXiv" };
      await papers([preprint, ANTHOLOGY]);
      await signals([{ ...SIGNAL, paper_ids: ["2020.acl-main.1", "arxiv:2001.00001"] }]);
      expect(await facts()).toEqual([["A Title", "A Preprint"], ["ACL"], [2020]]);

      await papers([{ ...ANTHOLOGY, title: "A Better Title", venue: "Findings of ACL", year: 2021 }]);
      expect(await facts()).toEqual([["A Better Title", "A Preprint"], ["Findings of ACL"], [2021]]);

      await papers([{ acl: "2020.acl-main.1", arxiv: "2001.00001", title: "A title", source_name: "OpenAlex" }]);
      expect(await facts()).toEqual([["A Better Title"], ["Findings of ACL"], [2021]]);
    });

    it("papers and signals have the topics of the last build, and keep them when they are loaded again or are joined", async () => {
      const { engine, papers, signals, raw } = loader();
      const [one, other] = ["acl:2020.acl-main.1", "arxiv:2001.00001"] as const;
      const preprint = { arxiv: "2001.00001", title: "A Preprint", source_name: "arXiv" };
      await papers([preprint, ANTHOLOGY]);
      await signals([{ ...SIGNAL, paper_ids: ["2020.acl-main.1", "arxiv:2001.00001"] }]);
      const topics = async (ids: readonly string[]) => {
        const kept = await Promise.all(ids.map((id) => raw.stored("papers-v1-000001", id)));
        const [signal] = (await engine.signals.list({ filters: {}, sort: "signal_id", limit: 1 })).documents;
        const { paper_topic_ids: named } = await raw.stored("signals-v1-000001", signal!.signal_id);
        return [...kept.map(({ topic_id: topic }) => topic ?? null), named ?? []];
      };
      expect(await topics([one, other])).toEqual([null, null, []]);

      const members = new Map([
        ["topic:a", [one, "doi:gone"]],
        ["topic:b", [other]],
      ]);
      expect(await writeTopicIds(engine, members)).toBe(3);
      expect(await topics([one, other])).toEqual(["topic:a", "topic:b", ["topic:a", "topic:b"]]);
      expect(await writeTopicIds(engine, new Map([["topic:a", [one, other]]]))).toBe(1);
      expect(await topics([one, other])).toEqual(["topic:a", "topic:a", ["topic:a"]]);
      expect(await writeTopicIds(engine, new Map([["topic:a", [one, other]]]))).toBe(0);

      await papers([{ ...ANTHOLOGY, title: "A Better Title" }]);
      expect(await topics([one, other])).toEqual(["topic:a", "topic:a", ["topic:a"]]);
      await papers([{ acl: "2020.acl-main.1", arxiv: "2001.00001", title: "A title", source_name: "OpenAlex" }]);
      const { documents: joined } = await engine.papers.list({ filters: {}, sort: "paper_id", limit: 2 });
      expect(joined).toHaveLength(1);
      expect(await topics([joined[0]!.paper_id])).toEqual(["topic:a", ["topic:a"]]);
    });

    it("a copy of an index has them too", async () => {
      const { engine, papers, signals, raw, facts } = loader();
      await papers([{ ...ANTHOLOGY, affiliations: ["Lab A"] }]);
      await signals([SIGNAL]);
      await writeTopicIds(engine, new Map([["topic:a", ["acl:2020.acl-main.1"]]]));
      const space = (await engine.identity())[0]!.space!;
      const names = {
        papers: await engine.createGeneration("papers", space),
        signals: await engine.createGeneration("signals", space),
      };
      const tally = { rows_read: 0, rows_dead: 0, vectors_reused: 0, texts_embedded: 0, refused: [] };
      for (const target of ["papers", "signals"] as const) {
        const [from, to] = [documentsOf(engine, target), documentsOf(engine.at(names), target)];
        const vectors = { taken: true, embedder: null };
        await copyAll(
          { target, from, to, papers: engine.papers, writeShape: engine.writeShape, vectors, tally },
          null,
          async () => undefined,
        );
        await to.refresh();
      }
      expect(await facts(names.signals)).toEqual([["A Title"], ["ACL"], [2020]]);
      const copied = { affiliations: ["Lab A"], topic_id: "topic:a" };
      expect(await raw.stored(names.papers, "acl:2020.acl-main.1")).toMatchObject(copied);
      const [signal] = (await engine.signals.list({ filters: {}, sort: "signal_id", limit: 1 })).documents;
      expect(await raw.stored(names.signals, signal!.signal_id)).toMatchObject({ paper_topic_ids: ["topic:a"] });
    });

    it("an index of an earlier release, which lacks them, goes on taking loads", async () => {
      const { engine, papers, signals, raw } = loader();
      await papers([{ acl: "2020.acl-main.9", title: "Another" }]);
      for (const target of ["papers", "signals"] as const) await raw.makeOld(`${target}-v1-000001`, NEW_FIELDS[target]);
      await writeTopicIds(engine, new Map([["topic:a", ["acl:2020.acl-main.9"]]]));
      const report = await papers([{ ...ANTHOLOGY, affiliations: ["Lab A"] }]);
      expect(report.rows).toMatchObject({ read: 1, indexed: 1 });
      expect((await signals([SIGNAL])).rows).toMatchObject({ read: 1, indexed: 1 });
      expect(await engine.signals.count({})).toBe(1);
    });
  });
}
