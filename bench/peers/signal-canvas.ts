import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openLanceDb } from "../../src/engine/lancedb/engine.ts";
import { ID_PREFIX, loadCollection } from "../../src/evaluation/evaluate.ts";
import { openSqliteRecords } from "../../src/records/sqlite.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchPapers } from "../../src/retrieval/retrieve.ts";
import type { Retrieval } from "../../src/retrieval/search.ts";
import { randomVectors } from "../loads/measured.ts";
import { ORDINARY_SEARCH } from "../loads/ordinary-search.ts";
import { timed, type Done, type Given } from "./exchange.ts";

/** Signal Canvas in this process, over LanceDB, as `search_papers` searches: whole papers, their titles looked up, filters read. */
export async function signalCanvas(given: Given, folder: string, retrieval: Retrieval): Promise<Done> {
  const data = join(folder, `signal-canvas-${retrieval}`);
  await using engine = openLanceDb({ folder: data, prefix: "" });
  await using records = openSqliteRecords(join(folder, `signal-canvas-${retrieval}.sqlite`));
  const ofQuestions = new Map(given.questions.map(({ text }, at) => [text, given.vectors.questions[at]!]));
  const random = randomVectors({ model: "given", dimensions: given.dimensions });
  let loaded = 0;
  const embedder: Library["embedder"] = {
    ...random,
    fusionWeight: given.fusionWeight,
    embedTexts: async (texts) => texts.map(() => given.vectors.documents[loaded++]!),
    embedQuery: async (text) => ofQuestions.get(text) ?? random.embedQuery(text),
  };
  const library: Library = { engine, records, embedder };
  const beganAt = performance.now();
  await loadCollection(library, { documents: given.documents, queries: [] }, () => {});
  const loadSeconds = (performance.now() - beganAt) / 1_000;
  const asked = await timed(given, async (at) => {
    const query = given.questions[at]!.text;
    const { papers } = await searchPapers(library, { ...ORDINARY_SEARCH, query, limit: 10, retrieval });
    return papers.map(({ paper_id: id }) => id.slice(ID_PREFIX.length));
  });
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { loadSeconds, bytes, ...asked };
}
