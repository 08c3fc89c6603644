import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { timed, type Done, type Given } from "./exchange.ts";

/** What is used of MiniSearch. */
type MiniSearch = new (options: object) => {
  addAll(documents: object[]): void;
  search(query: string): { id: string }[];
};

/** MiniSearch as it comes: whole words, BM25+, no stems. */
export async function minisearch(given: Given, packages: string): Promise<Done> {
  const entry = join(packages, "node_modules/minisearch/dist/es/index.js");
  const { default: Index } = (await import(pathToFileURL(entry).href)) as { default: MiniSearch };
  const beganAt = performance.now();
  const index = new Index({ fields: ["title", "text"] });
  index.addAll(given.documents);
  const loadSeconds = (performance.now() - beganAt) / 1_000;
  const asked = await timed(given, (at) =>
    index
      .search(given.questions[at]!.text)
      .slice(0, 10)
      .map(({ id }) => id),
  );
  return { loadSeconds, bytes: Buffer.byteLength(JSON.stringify(index)), ...asked };
}
