import { contentHash } from "../../src/documents/hash.ts";
import type { Engine } from "../../src/engine/port.ts";

const MOST_DOCUMENTS = 1_000_000;
const VECTORS_A_CALL = 500;

/** A hash over everything in the index (ids, documents with their sources, vectors), without what tells one run from another, and how much it is. */
export async function hashOfIndex(engine: Engine, elasticsearchUrl: string | undefined, prefix: string) {
  if (engine.kind === "elasticsearch") {
    const settings = { "index.max_result_window": MOST_DOCUMENTS };
    await askElasticsearch(elasticsearchUrl!, "PUT", `${prefix}papers,${prefix}signals/_settings`, settings);
  }
  const [papers, signals] = await Promise.all([
    hashOfCollection(engine.papers, "paper_id"),
    hashOfCollection(engine.signals, "signal_id"),
  ]);
  return { papers: papers.count, signals: signals.count, hash: contentHash([papers, signals]) };
}

async function hashOfCollection(collection: Engine["papers"] | Engine["signals"], idField: "paper_id" | "signal_id") {
  await collection.refresh();
  const { documents } = await collection.list(
    { filters: {}, sort: idField as never, limit: MOST_DOCUMENTS },
    { timeoutMs: 120_000 },
  );
  const hashes: string[] = [];
  for (let start = 0; start < documents.length; start += VECTORS_A_CALL) {
    const page = documents.slice(start, start + VECTORS_A_CALL).map((one) => ({ ...one, run_id: "", ingested_at: "" }));
    const id = (document: object): string => (document as Record<string, string>)[idField]!;
    const vectors = await collection.vectors(page.map(id), { timeoutMs: 60_000 });
    for (const document of page) hashes.push(contentHash([document, [...(vectors.get(id(document)) ?? [])]]));
  }
  return { count: documents.length, hash: contentHash(hashes) };
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
