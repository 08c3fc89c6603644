import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { timed, type Done, type Given } from "./exchange.ts";

/** What is used of Orama. */
interface Orama {
  create(options: object): object;
  insertMultiple(db: object, documents: object[], batchSize: number): Promise<unknown>;
  search(db: object, query: object): Promise<{ hits: { id: string }[] }>;
  save(db: object): object;
}

/** Orama with English stems: by words (BM25), or with `hybrid` by words and vectors together, as it joins them. */
export async function orama(given: Given, packages: string, hybrid: boolean): Promise<Done> {
  const entry = join(packages, "node_modules/@orama/orama/dist/esm/index.js");
  const { create, insertMultiple, search, save } = (await import(pathToFileURL(entry).href)) as Orama;
  const schema = { title: "string", text: "string", ...(hybrid ? { embedding: `vector[${given.dimensions}]` } : {}) };
  const beganAt = performance.now();
  const db = create({ schema, components: { tokenizer: { language: "english", stemming: true } } });
  const rows = given.documents.map(({ id, title, text }, at) => ({
    id,
    title,
    text,
    ...(hybrid ? { embedding: [...given.vectors.documents[at]!] } : {}),
  }));
  await insertMultiple(db, rows, 500);
  const loadSeconds = (performance.now() - beganAt) / 1_000;
  const asked = await timed(given, async (index) => {
    const words = { term: given.questions[index]!.text, properties: ["title", "text"], limit: 10 };
    const vector = { value: [...given.vectors.questions[index]!], property: "embedding" };
    const query = hybrid ? { ...words, mode: "hybrid", vector, similarity: 0 } : words;
    return (await search(db, query)).hits.map(({ id }) => id);
  });
  return { loadSeconds, bytes: Buffer.byteLength(JSON.stringify(save(db))), ...asked };
}
