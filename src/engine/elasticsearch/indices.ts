import type { estypes } from "@elastic/elasticsearch";
import { errors } from "@elastic/elasticsearch";
import { PublicError } from "../../errors.ts";
import { indexBody, MAPPINGS, type IndexPlan } from "../mapping.ts";
import type { Call, EmbeddingSpace, IndexIdentity, IndexStatus, Target } from "../port.ts";
import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import { isConnectionFault, SPEAKS_TLS } from "../../elasticsearch/errors.ts";
import { speaksTls } from "../../elasticsearch/speaks-tls.ts";

/** The alias through which a target is read and written, whichever generation is live. */
export function aliasOf(prefix: string, target: Target): string {
  return `${prefix}${target}`;
}

/** The alias through which one generation is written by name: a write through an alias never makes an index. */
export function loadAliasOf(generation: string): string {
  return `${generation}-load`;
}

/** The aliases of a live generation. */
export function liveAliases(prefix: string, target: Target, generation: string): Record<string, estypes.IndicesAlias> {
  return { [aliasOf(prefix, target)]: { is_write_index: true }, [loadAliasOf(generation)]: { is_hidden: true } };
}

/** Creates the first generation of a target and its alias in one step, where the alias leads nowhere yet. */
export async function createIndex(
  connection: Connection,
  prefix: string,
  target: Target,
  space: EmbeddingSpace,
  plan: IndexPlan,
  call?: Call,
): Promise<void> {
  const alias = aliasOf(prefix, target);
  await connection.write(call, async (options) => {
    while (!(await connection.client.indices.exists({ index: alias }, options))) {
      const index = await nextGeneration(connection, prefix, target, options);
      const body = indexBody(MAPPINGS[target], space, plan) as Pick<estypes.IndicesCreateRequest, "settings" | "mappings">;
      try {
        await connection.client.indices.create({ index, ...body, aliases: liveAliases(prefix, target, index) }, options);
      } catch (error) {
        // Another process was faster: look again.
        if (!isAlreadyThere(error)) throw error;
      }
    }
    // It can be searched once its shards have started.
    await connection.client.cluster.health({ index: alias, wait_for_status: "yellow" }, options);
  });
}

/** Which generation stands behind an alias or a name, and how it was made: any node knows it without asking another. */
export function indexIdentity(connection: Connection, index: string, target: Target, call?: Call): Promise<IndexIdentity> {
  return connection.read(call, (options) => identityOf(connection, index, target, options));
}

/** What stands behind an alias or the name of a generation. */
export async function indexStatus(connection: Connection, index: string, target: Target, call?: Call): Promise<IndexStatus> {
  return connection.read(call, async (options) => {
    const identity = await identityOf(connection, index, target, options);
    if (identity.generation === null) return { ...identity, documents: 0, bytes: null, unindexed: null };
    const stats = await connection.client.indices.stats({ index: identity.generation, metric: ["docs", "store"] }, options);
    return {
      ...identity,
      documents: stats._all.primaries?.docs?.count ?? 0,
      bytes: stats._all.total?.store?.size_in_bytes ?? null,
      unindexed: null,
    };
  });
}

async function identityOf(
  connection: Connection,
  index: string,
  target: Target,
  options: RequestOptions,
): Promise<IndexIdentity> {
  const generations = await connection.client.indices.getMapping({ index, ignore_unavailable: true }, options);
  const [generation, state] =
    Object.entries(generations)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .at(-1) ?? [];
  if (generation === undefined || state === undefined) return { target, generation: null, fingerprint: null, space: null };
  const meta = (state.mappings._meta ?? {}) as { fingerprint?: string; space?: EmbeddingSpace };
  return { target, generation, fingerprint: meta.fingerprint ?? null, space: meta.space ?? null };
}

/** Removes every generation of a target, the alias with them; what only looks similar stays. */
export async function dropIndices(connection: Connection, prefix: string, target: Target, call?: Call): Promise<void> {
  await connection.write(call, async (options) => {
    const index = await generationNames(connection, `${aliasOf(prefix, target)}-v`, options);
    if (index.length > 0) await connection.client.indices.delete({ index, ignore_unavailable: true }, options);
  });
}

/** Gives an index that an earlier release made the fields that this one writes beside what it has: they would be refused otherwise. */
export async function addMissingFields(connection: Connection, alias: string, target: Target, call?: Call): Promise<void> {
  await connection.write(call, async (options) => {
    const found = await connection.client.indices.getMapping({ index: alias }, options);
    for (const [index, { mappings }] of Object.entries(found)) {
      const there = mappings.properties ?? {};
      const missing = Object.entries(MAPPINGS[target].mappings.properties).filter(([name]) => !(name in there));
      if (missing.length === 0) continue;
      const properties = Object.fromEntries(missing) as Record<string, estypes.MappingProperty>;
      await connection.client.indices.putMapping({ index, properties }, options);
    }
  });
}

/**
 * While a load runs, what was written becomes visible once a minute instead of once a second: fewer, larger segments. It is
 * not switched off, so that a load that dies leaves nothing invisible.
 */
export async function holdRefreshes(connection: Connection, alias: string, call?: Call): Promise<void> {
  await setRefreshInterval(connection, alias, "60s", call);
}

/** Back to the server's default, and everything visible. Segments are not forced into one: the generation is live. */
export async function resumeRefreshes(connection: Connection, alias: string, call?: Call): Promise<void> {
  await setRefreshInterval(connection, alias, null, call);
  await refresh(connection, alias, call);
}

/** Makes what was written visible to searches. */
export async function refresh(connection: Connection, alias: string, call?: Call): Promise<void> {
  await connection.write(call, (options) => connection.client.indices.refresh({ index: alias }, options));
}

/** The version number of the server, e.g. `9.3.2`. A server that wants TLS and is asked without is told as one. */
export async function serverVersion(connection: Connection, call?: Call): Promise<string> {
  try {
    return await askVersion(connection, call);
  } catch (error) {
    const wasCutOff = error instanceof PublicError && isConnectionFault(error.cause);
    if (!wasCutOff || !(await anySpeaksTls(connection))) throw error;
    throw new PublicError("engine_unavailable", { ...SPEAKS_TLS, cause: error.cause });
  }
}

async function anySpeaksTls({ client }: Connection): Promise<boolean> {
  const answers = await Promise.all(client.connectionPool.connections.map(({ url }) => speaksTls(url)));
  return answers.includes(true);
}

function askVersion(connection: Connection, call?: Call): Promise<string> {
  return connection.read(call, async (options) => {
    try {
      return (await connection.client.info({}, options)).version.number;
    } catch (error) {
      // A small distribution has no root endpoint.
      if (!(error instanceof errors.ResponseError) || error.statusCode !== 405) throw error;
    }
    const { nodes } = await connection.client.nodes.info({ node_id: "_local", filter_path: "nodes.*.version" }, options);
    const [node] = Object.values(nodes);
    if (!node) throw new Error("Elasticsearch lists no node of its own, so its version is unknown");
    return node.version;
  });
}

/** Throws where the server is older than 9.3, the first to take vectors as we write them. */
export async function requireSupportedVersion(connection: Connection, call?: Call): Promise<void> {
  const version = await serverVersion(connection, call);
  const [major = NaN, minor = NaN] = version.split(".").map(Number);
  if (major > 9 || (major === 9 && minor >= 3)) return;
  throw new PublicError("engine_unavailable", {
    message: `The search engine is Elasticsearch ${version}. Version 9.3 or later is required.`,
  });
}

/** Null: the server's default. */
export async function setRefreshInterval(
  connection: Connection,
  alias: string,
  interval: string | null,
  call?: Call,
): Promise<void> {
  const settings = { index: { refresh_interval: interval } } as estypes.IndicesIndexSettings;
  await connection.write(call, (options) => connection.client.indices.putSettings({ index: alias, settings }, options));
}

/** `{prefix}papers-v1-000001`, or the number after the highest that is there. */
export async function nextGeneration(
  connection: Connection,
  prefix: string,
  target: Target,
  options: RequestOptions,
): Promise<string> {
  const stem = `${aliasOf(prefix, target)}-v${MAPPINGS[target].version}-`;
  const numbers = (await generationNames(connection, stem, options)).map((name) => Number(name.slice(stem.length)));
  return `${stem}${String(Math.max(0, ...numbers) + 1).padStart(6, "0")}`;
}

/** The indices whose names are the stem and what numbers a generation. */
export async function generationNames(connection: Connection, stem: string, options: RequestOptions): Promise<string[]> {
  const present = await connection.client.indices.getAlias({ index: `${stem}*` }, options);
  return Object.keys(present).filter((name) => /^(?:\d+-)?\d{6}$/u.test(name.slice(stem.length)));
}

export function isAlreadyThere(error: unknown): boolean {
  const body = error instanceof errors.ResponseError ? (error.body as { error?: { type?: string; reason?: string } }) : undefined;
  return (
    body?.error?.type === "resource_already_exists_exception" ||
    // Between our looking and our creating another process made the alias.
    (body?.error?.type === "illegal_state_exception" && /more than one write index/u.test(body.error.reason ?? ""))
  );
}

/** True where the server says that no index or alias has the name. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}
