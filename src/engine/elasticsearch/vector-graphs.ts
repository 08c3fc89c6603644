import type { estypes } from "@elastic/elasticsearch";
import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import { MAPPINGS } from "../mapping.ts";
import type { Call, Target } from "../port.ts";
import { loadAliasOf } from "./indices.ts";

/*
 * A graph that grows with every document is half of the server's work while a generation is filled, and each merge of segments builds another one. Nobody searches a generation by then: its vectors
 * are written without graphs, and packing it into one segment builds the one that stays.
 */

type Mappings = estypes.MappingTypeMapping;
type VectorField = estypes.MappingDenseVectorProperty;

/** A mapping whose vectors are compressed as they will be, but get no graph: searches compare them one by one. */
export function withoutGraphs(mappings: Mappings): Mappings {
  const embedding = { ...(mappings.properties!.embedding as VectorField), index_options: { type: "int8_flat" as const } };
  return { ...mappings, properties: { ...mappings.properties, embedding } };
}

/**
 * Gives segments that are written from now on, by merging too, the graphs of the target's mapping. Elasticsearch would not merge a shard of one segment, so that it stayed without: one of its
 * documents is written again as it is, into a second segment. Everything must be refreshed. May be repeated.
 */
export async function wantGraphs(connection: Connection, target: Target, generation: string, call?: Call): Promise<void> {
  await connection.write(call, async (options) => {
    const { [generation]: found } = await connection.client.indices.getMapping({ index: generation }, options);
    const { index_options } = MAPPINGS[target].mappings.properties.embedding as VectorField;
    const embedding = { ...(found!.mappings.properties!.embedding as VectorField), index_options };
    await connection.client.indices.putMapping({ index: generation, properties: { embedding } }, options);
    for (const shard of await shardsOfOneSegment(connection, generation, options)) {
      await writeOneAgain(connection, generation, shard, options);
    }
  });
}

/** The numbers of the shards of which some copy has but one segment with documents. */
async function shardsOfOneSegment({ client }: Connection, index: string, options: RequestOptions): Promise<string[]> {
  const { indices } = await client.indices.segments({ index }, options);
  const isOne = ({ segments }: estypes.IndicesSegmentsShardsSegment) =>
    Object.values(segments).filter(({ num_docs }) => num_docs > 0).length === 1;
  return Object.entries(indices[index]!.shards).flatMap(([shard, copies]) => ([copies].flat().some(isOne) ? [shard] : []));
}

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
    await client.index({ index: loadAliasOf(generation), require_alias: true, refresh: true, ...unchanged }, options);
  }
}
