import { expect, it, vi } from "vitest";
import { searchFindings } from "../../src/commands/doctor-search.ts";
import { PublicError } from "../../src/errors.ts";
import { hashEmbedder } from "../support/hash-embedder.ts";
import { openTestLibrary } from "../support/mcp-server.ts";

it("doctor searches each collection once; a part that does not respond, or a search that fails, needs attention", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  const { engine } = library;
  expect(await searchFindings(library)).toEqual([]);
  await engine.create(library.embedder.space);
  const found = await searchFindings(library);
  expect(found.map(({ part, state }) => [part, state])).toEqual([
    ["search papers", "ok"],
    ["search signals", "ok"],
    ["search passages", "ok"],
  ]);
  vi.spyOn(engine.papers, "search").mockResolvedValue({ lexical: null, semantic: null, partial: true });
  vi.spyOn(engine.signals, "search").mockRejectedValue(new PublicError("engine_unavailable"));
  const [papers, signals, passages] = await searchFindings(library);
  vi.spyOn(engine.passages, "search").mockRejectedValue(
    new PublicError("engine_unavailable", { message: "No privileges.", hint: "Give some." }),
  );
  const refused = (await searchFindings(library))[2];
  vi.restoreAllMocks();
  expect(refused).toEqual({ part: "search passages", state: "failed", says: "No privileges.", remedy: "Give some." });
  expect(papers).toMatchObject({ state: "attention", says: "a part of the index does not respond" });
  expect(signals).toMatchObject({ state: "attention", remedy: expect.stringContaining("shards") as string });
  expect(passages?.state).toBe("ok");
});

it("where the engine is away, doctor says so once, of the engine", async () => {
  await using library = await openTestLibrary({ embedder: hashEmbedder() });
  vi.spyOn(library.engine, "identity").mockRejectedValue(new PublicError("engine_unavailable"));
  expect(await searchFindings(library)).toEqual([]);
});
