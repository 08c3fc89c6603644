import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { timed, type Done, type Given } from "./exchange.ts";

/** SQLite's FTS5 with its English stems, any of the words, ranked by its own BM25. */
export async function sqliteFts5(given: Given, folder: string): Promise<Done> {
  const file = join(folder, "fts5.sqlite");
  const beganAt = performance.now();
  using database = new DatabaseSync(file);
  database.exec("CREATE VIRTUAL TABLE papers USING fts5(id UNINDEXED, title, text, tokenize = 'porter unicode61')");
  const insert = database.prepare("INSERT INTO papers VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (const { id, title, text } of given.documents) insert.run(id, title, text);
  database.exec("COMMIT");
  const loadSeconds = (performance.now() - beganAt) / 1_000;
  const select = database.prepare("SELECT id FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT 10");
  const asked = await timed(given, (at) => {
    const words = given.questions[at]!.text.match(/[\p{L}\p{N}]+/gu) ?? [];
    return select.all(words.map((word) => `"${word}"`).join(" OR ")).map(({ id }) => id as string);
  });
  return { loadSeconds, bytes: statSync(file).size, ...asked };
}
