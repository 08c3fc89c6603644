import { paperFromInput } from "../../src/documents/merge.ts";
import { PaperInput, paperText } from "../../src/documents/paper.ts";
import { isRefusal, knownSpace } from "../../src/embedding/port.ts";
import type { TestCollection } from "../../src/evaluation/collection.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { withTemporaryIndex } from "../loads/temporary-index.ts";

type Document = TestCollection["documents"][number];

/** The DOI prefix that is set apart for tests: a question about one paper needs an id of a known scheme. */
const DOI_PREFIX = "10.5555";
const BATCH = 500;

/** The paper's id of a document in a library that `withTemporaryLibrary` loads. */
export function paperId(document: string): string {
  return `doi:${DOI_PREFIX}/${document}`;
}

/** Loads documents into an index of their own in the configured engine, and drops it at the end, whatever happens. */
export async function withTemporaryLibrary<Result>(
  documents: readonly Document[],
  use: (library: Library) => Promise<Result>,
): Promise<Result> {
  return withTemporaryIndex(async (library) => {
    await load(library, documents);
    return await use(library);
  });
}

async function load({ engine, embedder }: Library, documents: readonly Document[]): Promise<void> {
  await engine.create(knownSpace(embedder));
  await engine.beginLoad("papers");
  for (let from = 0; from < documents.length; from += BATCH) {
    const papers = documents.slice(from, from + BATCH).map(asPaper);
    const vectors = await embedder.embedTexts(papers.map(paperText));
    const rows = papers.map((document, index) => {
      const vector = vectors[index]!;
      return { document, vector: isRefusal(vector) ? null : vector };
    });
    const failed = (await engine.papers.write(rows)).find((outcome) => outcome.status !== "indexed");
    if (failed) throw new Error(`The engine rejected a document: ${failed.reason}`);
  }
  await engine.endLoad("papers");
}

function asPaper({ id, title, text }: Document): ReturnType<typeof paperFromInput> {
  const input = PaperInput.parse({ title, abstract: text, ids: { doi: `${DOI_PREFIX}/${id}` } });
  return paperFromInput(input, {
    source: { name: "bench", url: null, license: null },
    run_id: "bench",
    ingested_at: new Date(0).toISOString(),
  });
}
