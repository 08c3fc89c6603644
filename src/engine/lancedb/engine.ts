import { connect, type Connection } from "@lancedb/lancedb";
import { readFileSync } from "node:fs";
import { TARGETS, type Engine, type Index, type Target, type WriteShape } from "../port.ts";
import { closeWhenIdle, DEADLINES, runCall } from "./calls.ts";
import { createSpare, dropSpares, dropTables, listGenerations, promoteTables, type TableFolder } from "./generations.ts";
import { LivePointer } from "./live.ts";
import { MatchFacets } from "./match-facets.ts";
import { lancePapers } from "./papers.ts";
import { lancePassages } from "./passages.ts";
import { lanceSignals } from "./signals.ts";
import { LanceTable } from "./table.ts";
import { lanceComputesBehindEventLoop } from "../../shared/computing-threads.ts";

/**
 * The embedded engine: a folder, no server. `prefix` stands before the names of its tables. Several processes may open the same
 * folder; each sees what the others wrote. The folder is made with the first index.
 */
export function openLanceDb({ folder, prefix }: { folder: string; prefix: string }): Engine {
  let opened: Promise<Connection> | undefined;
  const connection = () => (opened ??= openFolder(folder));
  const pointer = new LivePointer(folder, prefix);
  const byName = new Map<string, LanceTable>();
  const named = (target: Target, name: string): LanceTable => {
    const table = byName.get(name) ?? new LanceTable(target, () => name, { folder, connection }, false);
    byName.set(name, table);
    return table;
  };
  const live = {
    papers: new LanceTable("papers", () => pointer.read().papers.live, { folder, connection }),
    signals: new LanceTable("signals", () => pointer.read().signals.live, { folder, connection }),
    passages: new LanceTable("passages", () => pointer.read().passages.live, { folder, connection }),
  };
  const facets = new MatchFacets();
  const tables: TableFolder = { prefix, connection, pointer, named };

  return {
    ...indexOf(live, facets),
    version: (call) =>
      runCall(call, DEADLINES.read, async () => {
        await connection();
        return `LanceDB ${packageVersion()}`;
      }),
    async create(space, call) {
      await Promise.all(TARGETS.map((target) => live[target].create(space, call)));
    },

    generations: (call) => listGenerations(tables, call),
    createGeneration: (target, space, call) => createSpare(tables, target, space, call),
    at: (names) =>
      indexOf(
        {
          papers: named("papers", names.papers),
          signals: named("signals", names.signals),
          passages: named("passages", names.passages ?? `${prefix}passages-none`),
        },
        facets,
      ),
    promote: (names, call) => promoteTables(tables, names, call),
    dropGenerations: (names, call) => dropSpares(tables, names, call),
    grantReader: async () => null,

    async drop(call) {
      const drops = [live.papers, live.signals, live.passages].reduce<() => Promise<void>>(
        (inner, table) => () => table.dropAfterWrites(call, inner),
        () => dropTables(tables, call),
      );
      await drops();
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([...Object.values(live), ...byName.values()].map((table) => table.close()));
      const connection = await opened;
      if (connection !== undefined) await closeWhenIdle(connection);
    },
  };
}

/** Batches are committed whole, one after another, and each commit costs some milliseconds; the next is made ready meanwhile. */
const WRITE_SHAPE: WriteShape = { requestSize: 2_000, concurrency: 2, batchSize: 1_000 };

function indexOf(tables: Readonly<Record<Target, LanceTable>>, facets: MatchFacets): Index {
  return {
    kind: "lancedb",
    writeShape: WRITE_SHAPE,
    papers: lancePapers(tables.papers, facets),
    signals: lanceSignals(tables.signals),
    passages: lancePassages(tables.passages),
    identity: (call) => Promise.all(TARGETS.map((target) => tables[target].identity(call))),
    status: (call) => Promise.all(TARGETS.map((target) => tables[target].status(call))),
    create: async () => {},
    beginLoad: (target, call) => tables[target].beginLoad(call),
    endLoad: (target, call) => tables[target].endLoad(call),
  };
}

/** Every read looks for what other processes wrote since. */
async function openFolder(folder: string): Promise<Connection> {
  // oxlint-disable-next-line node/no-process-env -- written for LanceDB, which else warns on stderr of a default that will change
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= "false";
  const connection = await connect(folder, { readConsistencyInterval: 0 });
  lanceComputesBehindEventLoop();
  return connection;
}

function packageVersion(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@lancedb/lancedb"));
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
