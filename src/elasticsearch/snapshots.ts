import type { estypes } from "@elastic/elasticsearch";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { answerOf, asPublicError, describe } from "./errors.ts";

/** A snapshot of the indexes behind some aliases. */
export interface SnapshotRequest {
  repository: string;
  name: string;
  aliases: readonly string[];
  /** Is kept with the snapshot. */
  metadata: Record<string, unknown>;
}

/** Asked for again and again, so that no proxy cuts a connection on which nothing happens. */
const POLL_MS = 500;
const CALL_MS = 60_000;
/** Of a shard that is red and on no node: a node may just be leaving or coming back. */
const POLLS_UNTIL_STUCK = 20;

/** Why Elasticsearch made or restored no snapshot, and what to do. */
class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

/**
 * Takes a snapshot of the indexes that stand behind these aliases now, with their aliases and nothing else; an alias that leads nowhere is left out. Resolves to the
 * names of the indexes. Throws `SnapshotError`, `engine_unavailable`.
 */
export async function takeSnapshot(
  connection: Connection,
  { repository, name, aliases, metadata }: SnapshotRequest,
  signal?: AbortSignal,
): Promise<string[]> {
  const { client } = connection;
  const call = { signal, timeoutMs: CALL_MS };
  const indices = await connection.read(
    call,
    async (options) => {
      const found = await Promise.all(
        aliases.map((alias) => client.indices.getAlias({ name: alias }, { ...options, ignore: [404] })),
      );
      return found.flatMap((one) => ("error" in one ? [] : Object.keys(one)));
    },
    told(repository),
  );
  if (indices.length === 0) return [];
  const request = { indices, include_global_state: false, feature_states: ["none"], metadata, wait_for_completion: false };
  await connection.write(
    call,
    (options) => client.snapshot.create({ repository, snapshot: name, ...request }, options),
    told(repository),
  );
  for (;;) {
    const { snapshots } = await connection.read(
      call,
      (options) => client.snapshot.get({ repository, snapshot: name }, options),
      told(repository),
    );
    const [snapshot] = snapshots ?? [];
    if (snapshot?.state === "SUCCESS") return indices;
    if (snapshot?.state !== "IN_PROGRESS") {
      const reasons = snapshot?.failures?.map(({ reason }) => reason).join("; ");
      throw new SnapshotError(
        `the snapshot ${name} is ${snapshot?.state ?? "gone"}: ${reasons || (snapshot?.reason ?? "no reason given")}`,
      );
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Snapshots of a repository whose names begin so, with what was kept with them, oldest first. Throws `SnapshotError`, `engine_unavailable`. */
export async function listSnapshots(
  connection: Connection,
  { repository, stem }: { repository: string; stem: string },
): Promise<{ name: string; metadata: unknown; isWhole: boolean }[]> {
  const { snapshots } = await connection.read(
    { timeoutMs: CALL_MS },
    (options) =>
      connection.client.snapshot.get({ repository, snapshot: `${stem}*`, sort: "start_time", ignore_unavailable: true }, options),
    told(repository),
  );
  return (snapshots ?? []).map(({ snapshot, metadata, state }) => ({ name: snapshot, metadata, isWhole: state === "SUCCESS" }));
}

/** What is restored, and how it is called from then on. */
export interface SnapshotRestore {
  repository: string;
  name: string;
  /** Names that begin with this … */
  from: string;
  /** … begin with this afterwards. */
  to: string;
  /** Indexes of the same names that are there are removed: a restore that did not end left them. */
  replaces: boolean;
  /** The aliases that an index of this name is reached through. */
  aliasesOf(index: string): Record<string, estypes.IndicesAlias>;
}

/**
 * Restores all of a snapshot. Resolves once everything can be searched through its aliases. Throws `SnapshotError` (an index of the name may be there already, or
 * find no node), `engine_unavailable`.
 */
export async function restoreSnapshot(connection: Connection, snapshot: SnapshotRestore, pollMs = POLL_MS): Promise<void> {
  const { client } = connection;
  const { repository, name, from, to, replaces, aliasesOf } = snapshot;
  const call = { timeoutMs: CALL_MS };
  const request = {
    include_global_state: false,
    // Elasticsearch renames indexes and not their aliases: those of another prefix would lead to both installations.
    include_aliases: from === to,
    feature_states: ["none"],
    rename_pattern: `^${from.replaceAll(/[^\w]/gu, String.raw`\$&`)}`,
    rename_replacement: to.replaceAll(/[\\$]/gu, String.raw`\$&`),
    wait_for_completion: false,
  };
  const { snapshots } = await connection.read(
    call,
    (options) => client.snapshot.get({ repository, snapshot: name }, options),
    told(repository),
  );
  const indices = snapshots![0]!.indices!.map((one) => `${to}${one.slice(from.length)}`);
  if (replaces) {
    await connection.write(
      call,
      (options) => client.indices.delete({ index: indices, ignore_unavailable: true }, options),
      told(repository),
    );
  }
  await connection.write(
    call,
    (options) => client.snapshot.restore({ repository, snapshot: name, ...request }, options),
    told(repository),
  );
  for (let stuckPolls = 0; ;) {
    // The health of a shard that is being restored is yellow already.
    const { indices: health = {} } = await connection.read(
      call,
      (options) => client.cluster.health({ index: indices, level: "indices" }, options),
      told(repository),
    );
    if (indices.every((index) => isActive(health[index]))) break;
    const stuck = stuckOf(indices, health);
    stuckPolls = stuck.length > 0 ? stuckPolls + 1 : 0;
    if (stuckPolls === POLLS_UNTIL_STUCK) {
      throw new SnapshotError(
        `${stuck.join(", ")} of the snapshot ${name} cannot be restored; GET _cluster/allocation/explain tells why`,
      );
    }
    await sleep(pollMs);
  }
  const actions = indices.flatMap((index) =>
    Object.entries(aliasesOf(index)).map(([alias, definition]) => ({ add: { index, alias, ...definition } })),
  );
  await connection.write(call, (options) => client.indices.updateAliases({ actions }, options), told(repository));
}

function isActive(health: estypes.ClusterHealthIndexHealthStats | undefined): boolean {
  return health !== undefined && health.active_primary_shards === health.number_of_shards;
}

/** Indexes that nothing brings any more: they are red, and no shard of the restore is on its way. */
function stuckOf(indices: readonly string[], health: Record<string, estypes.ClusterHealthIndexHealthStats>): string[] {
  if (indices.some((index) => (health[index]?.initializing_shards ?? 0) > 0)) return [];
  return indices.filter((index) => !isActive(health[index]) && (health[index]?.status ?? "red") === "red");
}

/** The UUID of the cluster. Throws `engine_unavailable`. */
export async function clusterUuid(connection: Connection): Promise<string> {
  const state = await connection.read({ timeoutMs: CALL_MS }, (options) =>
    connection.client.cluster.state({ metric: "version" }, options),
  );
  return (state as { cluster_uuid: string }).cluster_uuid;
}

/** Removes the indexes behind an alias, if there are any. */
export async function removeBehind(connection: Connection, alias: string): Promise<void> {
  await connection.write({ timeoutMs: CALL_MS }, async (options) => {
    const found = await connection.client.indices.getAlias({ name: alias }, { ...options, ignore: [404] });
    if ("error" in found) return;
    await connection.client.indices.delete({ index: Object.keys(found) }, options);
  });
}

/** What an operator is told: the server's own reason, and what helps. */
function told(repository: string): (error: unknown) => Error {
  return (error) => {
    const answer = answerOf(error);
    if (answer === null) return asPublicError(error);
    const { status, failure } = answer;
    const { type = "" } = failure;
    const isItsOwn = type.startsWith("repository") || type.startsWith("snapshot");
    if (!isItsOwn && (status === 429 || status >= 500)) return asPublicError(error);
    const help =
      type === "repository_missing_exception"
        ? `register a snapshot repository as ${repository} first (docs/backup.md)`
        : status === 401 || status === 403
          ? "its user needs the privileges in docs/backup.md"
          : null;
    return new SnapshotError([describe(failure), ...(help === null ? [] : [help])].join("; "), { cause: error });
  };
}
