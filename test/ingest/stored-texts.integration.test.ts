import { beforeEach, describe, expect, it } from "vitest";
import { removeSource } from "../../ingest/remove-source.ts";
import { storeTexts } from "../../ingest/stored-texts.ts";
import { Store } from "../../ingest/store.ts";
import type { FullText } from "../../src/documents/full-text.ts";
import { storedText } from "../../src/documents/passage.ts";
import { paper } from "../support/documents.ts";
import { testClock } from "./scripted-collection.ts";
import { contents, paperLoader } from "./loader.ts";

function fullText(given: Partial<FullText>, ...paragraphs: string[]): FullText {
  return {
    format: "jats",
    ids: {},
    title: "T",
    authors: [],
    abstract: null,
    year: null,
    published_at: null,
    venue: null,
    licence: "CC BY 4.0",
    source: { name: "a press", url: null, license: null },
    sections: [{ heading: ["Results"], kind: "results" }],
    passages: paragraphs.map((text) => ({
      section: 0,
      kind: "results",
      form: "paragraph",
      text,
      page: null,
      place: null,
      label: null,
    })),
    references: [],
    markers: [],
    notices: [],
    ...given,
  };
}

describe("a paper's full text", () => {
  let load: ReturnType<typeof paperLoader>;
  let put: (text: FullText, doi?: string, file?: string) => Promise<string>;
  const texts = async () =>
    (await contents(load.engine)).passages.map(({ paper_id, content, kind, index }) =>
      kind === "whole" ? `${paper_id} whole ${index}` : `${paper_id} ${content}`,
    );

  beforeEach(async () => {
    load = paperLoader();
    await load.run(load.rows("a.jsonl", [{ doi: "10.1234/a", title: "A paper", year: 2020, source_name: "one" }]));
    const store = new Store({ ...load, clock: testClock(), giveUpAfterMs: 1_000, dryRun: false });
    put = async (text, doi = "10.1234/a", file = "a.xml") => {
      const about = paper({ paper_id: `doi:${doi}`, title: "A paper", year: 2020 });
      const at = { file, run_id: "run", ingested_at: "2026-01-01T00:00:00.000Z" };
      const [outcome] = await storeTexts([storedText(text, about, at)], store);
      return outcome!.status;
    };
  });

  it("is stored once; a newer form of its file replaces it, with nothing left of the one before", async () => {
    expect(await put(fullText({}, "One.", "Two."))).toBe("indexed");
    expect(await put(fullText({}, "One.", "Two."))).toBe("unchanged");
    expect(await texts()).toEqual(["doi:10.1234/a One.", "doi:10.1234/a Two.", "doi:10.1234/a whole 2"]);
    expect(await put(fullText({}, "Three."))).toBe("replaced");
    expect((await texts()).sort()).toEqual(["doi:10.1234/a Three.", "doi:10.1234/a whole 1"]);
  });

  it("is that of the best format, in whatever order they come", async () => {
    await put(fullText({ format: "tei" }, "From TEI."), undefined, "a.tei.xml");
    expect(await put(fullText({ format: "pdf" }, "From PDF."), undefined, "a.pdf")).toBe("superseded");
    expect(await put(fullText({ format: "jats" }, "From JATS."), undefined, "a.nxml")).toBe("replaced");
    expect((await texts())[0]).toBe("doi:10.1234/a From JATS.");
  });

  it("goes with its paper, and follows it where that turns out to be another", async () => {
    await load.run(load.rows("b.jsonl", [{ arxiv: "2401.00001", title: "A paper", year: 2020, source_name: "two" }]));
    await put(fullText({}, "One."), undefined);
    const at = { file: "b.xml", run_id: "run", ingested_at: "2026-01-01T00:00:00.000Z" };
    const store = new Store({ ...load, clock: testClock(), giveUpAfterMs: 1_000, dryRun: false });
    const arxiv = paper({ paper_id: "arxiv:2401.00001", title: "A paper", year: 2020 });
    await storeTexts([storedText(fullText({ format: "jats" }, "Of arXiv."), arxiv, at)], store);
    await removeSource("one", load);
    expect(await texts()).toEqual(["arxiv:2401.00001 Of arXiv.", "arxiv:2401.00001 whole 1"]);
    await load.run(
      load.rows("c.jsonl", [
        { doi: "10.1234/a", title: "A paper", source_name: "one" },
        { doi: "10.1234/a", arxiv: "2401.00001", title: "A paper", source_name: "three" },
      ]),
    );
    expect((await contents(load.engine)).papers).toHaveLength(1);
    expect(await texts()).toEqual(["doi:10.1234/a Of arXiv.", "doi:10.1234/a whole 1"]);
  });

  it("goes where its source is removed", async () => {
    await put(fullText({}, "One."));
    expect(await removeSource("a press", load)).toMatchObject({ texts_removed: 1, papers_removed: 0 });
    expect(await texts()).toEqual([]);
  });
});
