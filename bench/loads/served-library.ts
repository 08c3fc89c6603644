import { createKey } from "../../src/access/keys.ts";
import { SCOPES } from "../../src/access/scopes.ts";
import { openRecords } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { startServerProcess, type ServerProcess } from "../../test/support/server-process.ts";

/** A server over the library of the settings, and the API keys to ask it with. */
export interface ServedLibrary extends AsyncDisposable {
  server: ServerProcess;
  keys: string[];
}

/** Starts a server in a process of its own over the library of this process's settings, in whose records it makes so many keys. */
export async function serveLibrary(keyCount: number): Promise<ServedLibrary> {
  const keys: string[] = [];
  {
    await using records = await openRecords(loadConfig());
    for (let count = 0; count < keyCount; count += 1)
      keys.push((await createKey(records, { name: `load ${count}`, account: "local", scopes: SCOPES })).key);
  }
  const { PORT: _, ...settings } = process.env as Record<string, string>;
  const server = await startServerProcess({ ...settings, RATE_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "silent" });
  return { server, keys, [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose]() };
}
