import type { Connection } from "@lancedb/lancedb";
import { PublicError } from "../../errors.ts";
import { MAPPINGS } from "../mapping.ts";
import {
  liveGeneration,
  TARGETS,
  type Call,
  type EmbeddingSpace,
  type Generation,
  type GenerationNames,
  type Target,
} from "../port.ts";
import { DEADLINES, runCall } from "./calls.ts";
import { createMissingIndexes } from "./indexes.ts";
import { generationName, generationNumber, type LivePointer } from "./live.ts";
import { arrowSchema } from "./schema.ts";
import type { LanceTable } from "./table.ts";

/** The folder with the tables of an installation. */
export interface TableFolder {
  prefix: string;
  connection: () => Promise<Connection>;
  pointer: LivePointer;
  named(target: Target, name: string): LanceTable;
}

/** Every generation of all targets, with its role. */
export async function listGenerations({ pointer, named, ...tables }: TableFolder, call?: Call): Promise<Generation[]> {
  const names = await runCall(call, DEADLINES.read, () => tableNames(tables));
  const roles = pointer.read();
  const found = await Promise.all(
    names.map(async ({ target, name }): Promise<Generation[]> => {
      const status = await named(target, name).status(call);
      const { live, previous } = roles[target];
      const role = name === live ? "live" : name === previous ? "previous" : "spare";
      return status.generation === null ? [] : [{ ...status, generation: name, role }];
    }),
  );
  return found.flat();
}

/** Creates the next table; resolves to its name. */
export function createSpare(tables: TableFolder, target: Target, space: EmbeddingSpace, call?: Call): Promise<string> {
  return runCall(call, DEADLINES.write, async () => {
    const connection = await tables.connection();
    const schema = arrowSchema(MAPPINGS[target], space);
    const present = (await tableNames(tables)).filter((table) => table.target === target);
    // The first number is the live one's until a promotion.
    for (let number = Math.max(1, ...present.map((table) => table.number)) + 1; ; number += 1) {
      const name = generationName(tables.prefix, target, number);
      if (!tables.pointer.reserve(name)) continue;
      await createMissingIndexes(await connection.createEmptyTable(name, schema, { mode: "create" }), target);
      return name;
    }
  });
}

/** Points all targets at these tables in one step. */
export async function promoteTables({ pointer, named }: TableFolder, names: GenerationNames, call?: Call): Promise<void> {
  const given = TARGETS.flatMap((target) => (names[target] === undefined ? [] : [named(target, names[target])]));
  const statuses = await Promise.all(given.map((table) => table.status(call)));
  if (statuses.some(({ generation }) => generation === null)) throw new PublicError("index_missing");
  await runCall(call, DEADLINES.write, async () => pointer.promote(names));
}

/** Removes tables that are not live. */
export async function dropSpares(tables: TableFolder, names: readonly string[], call?: Call): Promise<void> {
  const roles = tables.pointer.read();
  if (TARGETS.some((target) => names.includes(roles[target].live))) throw liveGeneration();
  await runCall(call, DEADLINES.write, async () => {
    const connection = await tables.connection();
    for (const { target, name } of await tableNames(tables)) {
      if (!names.includes(name)) continue;
      await tables.named(target, name).dropAfterWrites(call, () => connection.dropTable(name));
      tables.pointer.release(name);
    }
  });
}

/** Removes every table of all targets and what says which is live. */
export function dropTables(tables: TableFolder, call?: Call): Promise<void> {
  return runCall(call, DEADLINES.write, async () => {
    const connection = await tables.connection();
    for (const { name } of await tableNames(tables)) {
      await connection.dropTable(name);
      tables.pointer.release(name);
    }
    tables.pointer.clear();
  });
}

async function tableNames({
  prefix,
  connection,
}: Pick<TableFolder, "prefix" | "connection">): Promise<{ target: Target; name: string; number: number }[]> {
  const names: string[] = [];
  const opened = await connection();
  for (let pageToken: string | undefined; ;) {
    const page = await opened.listTables([], { pageToken, limit: 100 });
    names.push(...page.tables);
    pageToken = page.pageToken ?? undefined;
    if (pageToken === undefined) break;
  }
  return TARGETS.flatMap((target) =>
    names.sort().flatMap((name) => {
      const number = generationNumber(prefix, target, name);
      return number === null ? [] : [{ target, name, number }];
    }),
  );
}
