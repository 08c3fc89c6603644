import { connect, type Connection } from "@lancedb/lancedb";
import { readFileSync } from "node:fs";
import type { Engine } from "../port.ts";
import { DEADLINES, runCall } from "./calls.ts";
import { lancePapers } from "./papers.ts";
import { lanceSignals } from "./signals.ts";
import { LanceTable } from "./table.ts";

/**
 * The embedded engine: a folder, no server. `prefix` stands before the names of its tables. Several processes may open the same
 * folder; each sees what the others wrote. The folder is made with the first index.
 */
export function openLanceDb({ folder, prefix }: { folder: string; prefix: string }): Engine {
  let opened: Promise<Connection> | undefined;
  const connection = () => (opened ??= openFolder(folder));
  const tables = {
    papers: new LanceTable("papers", prefix, connection),
    signals: new LanceTable("signals", prefix, connection),
  };

  return {
    kind: "lancedb",
    papers: lancePapers(tables.papers),
    signals: lanceSignals(tables.signals),

    version: (call) =>
      runCall(call, DEADLINES.read, async () => {
        await connection();
        return `LanceDB ${packageVersion()}`;
      }),

    status: (call) => Promise.all([tables.papers.status(call), tables.signals.status(call)]),

    async create(space, call) {
      await Promise.all([tables.papers.create(space, call), tables.signals.create(space, call)]);
    },

    beginLoad: (target, call) => tables[target].beginLoad(call),
    endLoad: (target, call) => tables[target].endLoad(call),

    async drop(call) {
      await Promise.all([tables.papers.drop(call), tables.signals.drop(call)]);
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([tables.papers.close(), tables.signals.close()]);
      (await opened)?.close();
    },
  };
}

/** Every read looks for what other processes wrote since. */
function openFolder(folder: string): Promise<Connection> {
  // oxlint-disable-next-line node/no-process-env -- written for LanceDB, which else warns on stderr of a default that will change
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= "false";
  return connect(folder, { readConsistencyInterval: 0 });
}

function packageVersion(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@lancedb/lancedb"));
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
