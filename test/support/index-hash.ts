import { contentHash } from "../../src/documents/hash.ts";
import type { Engine } from "../../src/engine/port.ts";

/** A hash over everything in the index (ids, documents with their sources, vectors), without what tells one run from another, and how much it is. */
export async function hashOfIndex(engine: Engine) {
  const [papers, signals, passages] = await Promise.all(
    [engine.papers, engine.signals, engine.passages].map((collection) => hashOfCollection(collection as Engine["papers"])),
  );
  return {
    papers: papers!.count,
    signals: signals!.count,
    passages: passages!.count,
    hash: contentHash([papers, signals, passages]),
  };
}

async function hashOfCollection(collection: Engine["papers"]) {
  await collection.refresh();
  const hashes: string[] = [];
  for await (const page of collection.scan({}, { timeoutMs: 120_000 })) {
    for (const { document, vector } of page) {
      hashes.push(contentHash([{ ...document, run_id: "", ingested_at: "" }, [...(vector ?? [])]]));
    }
  }
  return { count: hashes.length, hash: contentHash(hashes) };
}

/** Removes an index of a test, with the records beside it. */
export async function dropIndex(engine: Engine, elasticsearchUrl: string | undefined, prefix: string): Promise<void> {
  await engine.drop();
  if (engine.kind === "elasticsearch") await askElasticsearch(elasticsearchUrl!, "DELETE", `${prefix}records-v1-000001`);
}

async function askElasticsearch(url: string, method: string, path: string, body?: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
