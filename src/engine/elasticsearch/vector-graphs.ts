import { setTimeout as sleep } from "node:timers/promises";
import type { estypes } from "@elastic/elasticsearch";
import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import { MAPPINGS } from "../mapping.ts";
import { isEngineSilent } from "../../errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import type { Call, Target } from "../port.ts";
import { loadAliasOf } from "./indices.ts";

/*
 * A graph that grows with every document is half of the server's work while an index is filled, and each merge of segments builds another one. Nobody searches a new generation by then: its vectors
 * are written without graphs (`graphsLater` in its plan), and packing it into one segment builds the one that stays.
 */

type VectorField = estypes.MappingDenseVectorProperty;

/** Packs an index, or the one behind an alias, that is still without graphs; leaves any other as it is. */
export async function packWithoutGraphs(connection: Connection, target: Target, index: string, call?: Call): Promise<void> {
  const found = await connection.read({ timeoutMs: READ_MS, ...call }, (options) =>
    connection.client.indices.getMapping({ index }, options),
  );
  for (const [generation, { mappings }] of Object.entries(found)) {
    if (mappings._meta?.graphs_later === true) await pack(connection, target, generation, call);
  }
}

const READ_MS = 60_000;

/** Makes each shard one segment with one vector graph, as the target's mapping wants it. Everything must be refreshed. May be repeated, also where it was cut off. */
export async function pack(connection: Connection, target: Target, generation: string, call?: Call): Promise<void> {
  const task = await connection.write({ timeoutMs: HOUR_MS, ...call }, async (options) => {
    const { indices } = connection.client;
    const { mappings } = (await indices.getMapping({ index: generation }, options))[generation]!;
    const { index_options } = MAPPINGS[target].mappings.properties.embedding as VectorField;
    const embedding = { ...(mappings.properties!.embedding as VectorField), index_options };
    await indices.putMapping({ index: generation, properties: { embedding } }, options);
    // Elasticsearch would not merge a shard of one segment, and it would stay without a graph.
    for (const shard of await shardsOfOneSegment(connection, generation, options)) {
      await writeOneAgain(connection, generation, shard, options);
    }
    return (await indices.forcemerge({ index: generation, max_num_segments: 1, wait_for_completion: false }, options)).task!;
  });
  await untilDone(connection, task, call?.signal);
  await connection.write(call, async (options) => {
    const { indices } = connection.client;
    const { graphs_later: _, ...meta } = (await indices.getMapping({ index: generation }, options))[generation]!.mappings._meta!;
    await indices.putMapping({ index: generation, _meta: meta }, options);
  });
}

/**
 * Waits for a task of the server, however long it takes: a graph of millions of vectors takes hours. A cluster that does not answer for some minutes meanwhile is waited for. Throws where the task failed, or is
 * unknown since its node went away.
 */
async function untilDone(connection: Connection, task: string, signal?: AbortSignal): Promise<void> {
  let heardAt = performance.now();
  for (let waitMs = 50; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      const { completed, error, response } = await connection.read({ signal, timeoutMs: READ_MS }, (options) =>
        connection.client.tasks.get({ task_id: task }, options),
      );
      const shards = (response as estypes.IndicesForcemergeResponse | undefined)?._shards;
      const failure = error ?? shards?.failures?.[0]?.reason;
      if (failure) throw new Error(`Elasticsearch could not pack the index: ${failure.reason ?? failure.type}`);
      if (completed) return;
      heardAt = performance.now();
    } catch (error) {
      if (!isEngineSilent(error) || performance.now() - heardAt > MAX_SILENCE_MS) throw error;
    }
    await sleep(waitMs, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
}

const MAX_WAIT_MS = 2_000;
const MAX_SILENCE_MS = 5 * MINUTE_MS;

/** The numbers of the shards of which some copy has but one segment with documents. */
async function shardsOfOneSegment({ client }: Connection, index: string, options: RequestOptions): Promise<string[]> {
  const { indices } = await client.indices.segments({ index }, options);
  const isOne = ({ segments }: estypes.IndicesSegmentsShardsSegment) =>
    Object.values(segments).filter(({ num_docs }) => num_docs > 0).length === 1;
  return Object.entries(indices[index]!.shards).flatMap(([shard, copies]) => ([copies].flat().some(isOne) ? [shard] : []));
}

/** Writes any one document of a shard as it is, into a second segment. */
async function writeOneAgain({ client }: Connection, generation: string, shard: string, options: RequestOptions): Promise<void> {
  const anyOne = {
    index: generation,
    preference: `_shards:${shard}`,
    query: { exists: { field: "embedding" } },
    size: 1,
    seq_no_primary_term: true,
    _source: { exclude_vectors: false },
    allow_partial_search_results: false,
  };
  const { hits } = (await client.search<object>(anyOne, options)).hits;
  for (const { _id: id, _source: document, _seq_no: if_seq_no, _primary_term: if_primary_term } of hits) {
    const unchanged = { id: id!, document: document!, if_seq_no, if_primary_term };
    // Whoever changed it meanwhile made a second segment too.
    const orChanged = { ...options, ignore: [409] };
    await client.index({ index: loadAliasOf(generation), require_alias: true, refresh: true, ...unchanged }, orChanged);
  }
}
