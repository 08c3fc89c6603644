import { copyAll, type CopyTally } from "../../ingest/generations/copier.ts";
import { documentsOf } from "../../ingest/generations/documents.ts";
import { compose, type Composition } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { knownSpace } from "../../src/embedding/port.ts";
import { startElasticsearch } from "../../test/support/elasticsearch.ts";

const TARGETS = ["papers", "signals"] as const;

/** Copies a library with its vectors into an Elasticsearch that is started for it, and does a task there. Throws where there is none to be had. */
export async function inElasticsearch(library: Composition, task: (copy: Composition) => Promise<void>): Promise<void> {
  const server = await startElasticsearch();
  if (server === null) throw new Error("there is no Elasticsearch to be had");
  try {
    const environment = { ...process.env, ENGINE: "elasticsearch", ELASTICSEARCH_URL: server.url };
    await using copy = await compose(loadConfig({ ...environment, INDEX_PREFIX: `references-${process.pid}-` }));
    const { engine } = copy;
    await engine.create(knownSpace(library.embedder));
    const tally: CopyTally = { rows_read: 0, rows_dead: 0, vectors_reused: 0, texts_embedded: 0, refused: [] };
    for (const target of TARGETS) {
      await engine.beginLoad(target);
      const [from, to] = [documentsOf(library.engine, target), documentsOf(engine, target)];
      const { writeShape } = engine;
      const { papers } = library.engine;
      await copyAll(
        { target, from, to, papers, writeShape, vectors: { taken: true, embedder: null }, tally },
        null,
        async () => {},
      );
      await engine.endLoad(target);
    }
    if (tally.rows_dead > 0) throw new Error(`Elasticsearch refused ${tally.rows_dead} of ${tally.rows_read} documents`);
    try {
      await task(copy);
    } finally {
      await engine.drop();
    }
  } finally {
    await server.stop();
  }
}
