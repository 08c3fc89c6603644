import { expect, test } from "vitest";
import type { GenerationNames } from "../../src/engine/port.ts";
import { overOneGeneration, pinned } from "../../src/retrieval/pinned.ts";
import { forgetIdentity, liveStatus, type Library } from "../../src/retrieval/library.ts";
import { paper, row } from "../support/documents.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

/** A library whose live papers are titled so, and the names of two further generations with a title each. */
async function threeGenerations(): Promise<{ library: Library & AsyncDisposable; next: GenerationNames; last: GenerationNames }> {
  const library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine, embedder } = library;
  await engine.create(embedder.space);
  await engine.papers.write([row(paper({ paper_id: "doi:1", title: "first" }), null)]);
  const spare = async (title: string): Promise<GenerationNames> => {
    const names = {
      papers: await engine.createGeneration("papers", embedder.space),
      signals: await engine.createGeneration("signals", embedder.space),
    };
    await engine.at(names).papers.write([row(paper({ paper_id: "doi:1", title }), null)]);
    return names;
  };
  return { library, next: await spare("second"), last: await spare("third") };
}

const titleIn = async ({ engine }: Library) => (await engine.papers.get(["doi:1"])).get("doi:1")?.title;

test("what is read through a pinned library belongs to the generation that it names, also after another one is promoted", async () => {
  const { library, next } = await threeGenerations();
  await using _ = library;
  const view = await pinned(library);
  const { generation } = await liveStatus(view, "papers");
  await library.engine.promote(next);
  expect(await titleIn(library)).toBe("second");
  expect(await titleIn(view)).toBe("first");
  forgetIdentity(library.engine);
  expect((await liveStatus(view, "papers")).generation).toBe(generation);
  const later = await pinned(library);
  expect(await titleIn(later)).toBe("second");
  expect((await liveStatus(later, "papers")).generation).toBe(next.papers);
  expect((await pinned(library)).engine).toBe(later.engine);
});

test("work begins again over the new generation where the one it began with was removed", async () => {
  const { library, next, last } = await threeGenerations();
  await using _ = library;
  await library.engine.promote(next);
  let runs = 0;
  const title = await overOneGeneration(library, undefined, async (view) => {
    runs += 1;
    if (runs === 1) {
      await library.engine.promote(last);
      await library.engine.dropGenerations([next.papers, next.signals]);
    }
    return titleIn(view);
  });
  expect([title, runs]).toEqual(["third", 2]);
});

test("an index that is not there is told as before", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  const view = await pinned(library);
  expect(view.engine).toBe(library.engine);
  await expect(overOneGeneration(library, undefined, titleIn)).rejects.toMatchObject({ code: "index_missing" });
});
