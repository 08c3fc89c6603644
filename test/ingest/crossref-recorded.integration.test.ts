import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paperLoader } from "./loader.ts";

const path = process.env.TEST_DATA_DIR && join(process.env.TEST_DATA_DIR, "crossref", "works.jsonl");
if (!path) console.log("TEST_DATA_DIR is not set: the recorded works of Crossref are not read");

interface Named {
  DOI?: string;
  id?: string;
}
interface Recorded {
  DOI: string;
  "update-to"?: Named[];
  relation?: Record<string, Named[]>;
  reference?: Named[];
}

describe.skipIf(!path)("recorded works of Crossref, in a library that also holds what their notices and relations name", () => {
  it(
    "every notice, version and reference between held works reaches the right paper, and nothing else",
    { timeout: 240_000 },
    async () => {
      // Counted from the JSON alone.
      const works = readFileSync(path!, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Recorded);
      const lower = (doi: string | undefined): string => (doi ?? "").toLowerCase();
      const notices = works.flatMap((work) => (work["update-to"] ?? []).map(({ DOI }) => [lower(work.DOI), lower(DOI)] as const));
      const versions = works.flatMap((work) =>
        ["is-preprint-of", "has-preprint"].flatMap((name) =>
          (work.relation?.[name] ?? []).map(({ id }) => [lower(work.DOI), lower(id)] as const),
        ),
      );
      const references = new Set(
        works.flatMap((work) => (work.reference ?? []).map(({ DOI }) => `${lower(work.DOI)} → ${lower(DOI)}`)),
      );
      expect([notices.length, versions.length]).toEqual([19, 5]);
      expect(works.filter(({ reference }) => reference)).toHaveLength(633);

      const loader = paperLoader();
      const others = new Set([...notices, ...versions].map(([, doi]) => doi));
      await loader.run(
        loader.rows(
          "others.jsonl",
          [...others].map((doi) => ({ title: `Work ${doi}`, doi, source_name: "List" })),
        ),
      );
      const file = { path: path!, format: "crossref", observedAt: "2026-01-01" };
      const loaded = await loader.run({ ...file, target: "papers" });
      // Reviews, journals and components; and works without a title.
      expect(loaded.dead_by_reason).toEqual({ not_a_record: 35, invalid_field: 7 });
      await loader.run({ ...file, target: "signals" });
      const { engine } = loader;
      await engine.signals.refresh();
      await engine.papers.refresh();

      const paperOf = new Map<string, string>();
      for await (const page of engine.papers.scan({ vectors: false }))
        for (const { document } of page) for (const alias of document.aliases) paperOf.set(alias, document.paper_id);
      const paper = (doi: string): string | undefined => paperOf.get(`doi:${doi}`);
      expect(versions.filter(([work, version]) => paper(work) === undefined || paper(work) !== paper(version))).toEqual([]);

      const told = { errata: [] as string[], citations: [] as string[] };
      for await (const page of engine.signals.scan({ vectors: false })) {
        for (const { document } of page) {
          const { kind, title, paper_ids, source } = document;
          const from = decodeURI(source.url!).replace("https://doi.org/", "");
          if (kind === "erratum") told.errata.push(`${from} → ${paper_ids[0]}`);
          if (kind === "citation" && title.startsWith("Cited by ")) told.citations.push(`${from} → ${paper_ids[0]}`);
        }
      }
      expect(told.errata.toSorted()).toEqual(notices.map(([from, to]) => `${from} → ${paper(to)}`).toSorted());
      const within = [...references].flatMap((line) => {
        const [from = "", to = ""] = line.split(" → ");
        return from !== to && paper(from) !== undefined && paper(to) !== undefined ? [`${from} → ${paper(to)}`] : [];
      });
      expect(told.citations.toSorted()).toEqual(within.toSorted());
      expect(within.length).toBeGreaterThanOrEqual(5);
    },
  );
});
