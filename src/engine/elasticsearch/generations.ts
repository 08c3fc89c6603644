import type { estypes } from "@elastic/elasticsearch";
import { PublicError } from "../../errors.ts";
import { indexBody, MAPPINGS, type Layout } from "../mapping.ts";
import {
  liveGeneration,
  TARGETS,
  type Call,
  type EmbeddingSpace,
  type EndLoadCall,
  type Generation,
  type GenerationNames,
  type Target,
} from "../port.ts";
import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import {
  aliasOf,
  generationNames,
  indexStatus,
  isAlreadyThere,
  isMissing,
  loadAliasOf,
  nextGeneration,
  refresh,
  setRefreshInterval,
} from "./indices.ts";
import { pack, packWithoutGraphs } from "./vector-graphs.ts";

/** Marks the generation that was live before. It changes in the same step as the alias that is read. */
function previousAliasOf(prefix: string, target: Target): string {
  return `${aliasOf(prefix, target)}-previous`;
}

/** Every generation of a target, with its role. */
export async function listGenerations(
  connection: Connection,
  prefix: string,
  target: Target,
  call?: Call,
): Promise<Generation[]> {
  const { names, live, previous } = await connection.read(call, (options) => rolesOf(connection, prefix, target, options));
  return Promise.all(
    names.map(async (name): Promise<Generation> => {
      const status = await indexStatus(connection, name, target, call);
      const role = live.includes(name) ? "live" : previous.includes(name) ? "previous" : "spare";
      return { ...status, generation: name, role };
    }),
  );
}

/** Creates the next generation, without the alias that is read and without vector graphs until it is packed; resolves to its name. */
export async function createSpare(
  connection: Connection,
  prefix: string,
  target: Target,
  space: EmbeddingSpace,
  layout: Layout,
  call?: Call,
): Promise<string> {
  const plan = { ...layout, graphsLater: true };
  const body = indexBody(MAPPINGS[target], space, plan) as Pick<estypes.IndicesCreateRequest, "settings" | "mappings">;
  return connection.write(call, async (options) => {
    for (;;) {
      const index = await nextGeneration(connection, prefix, target, options);
      try {
        await connection.client.indices.create(
          { index, ...body, aliases: { [loadAliasOf(index)]: { is_hidden: true } } },
          options,
        );
        await connection.client.cluster.health({ index, wait_for_status: "yellow" }, options);
        return index;
      } catch (error) {
        // Another process was faster: take the next number.
        if (!isAlreadyThere(error)) throw error;
      }
    }
  });
}

/** One alias call for all targets: no search sees a moment without an index, or two at once. */
export async function promoteGenerations(
  connection: Connection,
  prefix: string,
  names: GenerationNames,
  call?: Call,
): Promise<void> {
  await connection.write(call, async (options) => {
    const actions: estypes.IndicesUpdateAliasesAction[] = [];
    for (const target of TARGETS) {
      const { names: present, live, previous } = await rolesOf(connection, prefix, target, options);
      const next = names[target];
      if (next === undefined) continue;
      if (!present.includes(next)) throw new PublicError("index_missing");
      if (live.includes(next)) continue;
      const alias = aliasOf(prefix, target);
      const previousAlias = previousAliasOf(prefix, target);
      for (const index of previous) actions.push({ remove: { index, alias: previousAlias, must_exist: true } });
      for (const index of live) {
        actions.push({ remove: { index, alias, must_exist: true } }, { add: { index, alias: previousAlias, is_hidden: true } });
      }
      actions.push({ add: { index: next, alias, is_write_index: true } });
    }
    if (actions.length > 0) await connection.client.indices.updateAliases({ actions }, options);
  });
}

/** Removes generations that are not live. */
export async function dropSpares(connection: Connection, prefix: string, names: readonly string[], call?: Call): Promise<void> {
  const roles = await connection.read(call, (options) =>
    Promise.all(TARGETS.map((target) => rolesOf(connection, prefix, target, options))),
  );
  if (roles.some(({ live }) => live.some((name) => names.includes(name)))) throw liveGeneration();
  const index = roles.flatMap(({ names }) => names).filter((name) => names.includes(name));
  if (index.length === 0) return;
  await connection.write(call, (options) => connection.client.indices.delete({ index, ignore_unavailable: true }, options));
}

/** While a spare generation is filled nobody searches it, so that it need not be refreshed at all. */
export async function beginSpareLoad(connection: Connection, index: string, call?: Call): Promise<void> {
  await setRefreshInterval(connection, index, "-1", call);
}

/** Refreshed again, and packed into one segment with one vector graph where it is not live: searches of a packed index take a third of the time. */
export async function endSpareLoad(
  connection: Connection,
  prefix: string,
  target: Target,
  index: string,
  call?: EndLoadCall,
): Promise<void> {
  await setRefreshInterval(connection, index, null, call);
  await refresh(connection, index, call);
  if (call?.unfinished) return;
  const { live } = await connection.read(call, (options) => rolesOf(connection, prefix, target, options));
  if (live.includes(index)) await packWithoutGraphs(connection, target, index, call);
  else await pack(connection, target, index, call);
}

interface Roles {
  names: string[];
  live: string[];
  previous: string[];
}

async function rolesOf(connection: Connection, prefix: string, target: Target, options: RequestOptions): Promise<Roles> {
  const names = await generationNames(connection, `${aliasOf(prefix, target)}-v`, options);
  const behind = async (name: string) => {
    try {
      return Object.keys(await connection.client.indices.getAlias({ name }, options)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const [live, previous] = [await behind(aliasOf(prefix, target)), await behind(previousAliasOf(prefix, target))];
  return { names: names.sort(), live, previous };
}
