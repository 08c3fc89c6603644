import { chmodSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";

/** In one step: a copy that is made in several begins again whenever another process writes. */
const ALL_PAGES = 2 ** 31 - 1;
const PRIVATE_FILE = 0o600;

/** Copies a SQLite database as it is at one moment to a new file that its owner alone may read. Readers and writers of other processes go on meanwhile. */
export async function copySqlite(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  await backup(source, to, { rate: ALL_PAGES });
  chmodSync(to, PRIVATE_FILE);
}
