import type { Connection, RequestOptions } from "../../elasticsearch/connection.ts";
import { PublicError } from "../../errors.ts";

/** Which copies a search asks. */
export interface Reach {
  /** For the parameter `preference`; undefined: any copy. */
  preference: string | undefined;
  /** True where it leaves parts out, because no node that answers has a copy of them. */
  isPartial: boolean;
}

/**
 * Finds the parts of an index that can be searched now. Elasticsearch waits for a node that has frozen as long as it counts as a member, half a minute, and so would
 * every search of the parts that are nowhere else. Asks nothing while all nodes answer. Throws `engine_unavailable` where no part is left.
 */
export async function reachOf(connection: Connection, alias: string, options: RequestOptions): Promise<Reach> {
  const preference = connection.preference();
  const silent = connection.silentNodes();
  if (silent === undefined) return { preference, isPartial: false };
  // `local`: the node that is asked answers by itself, even where the master is the one that has frozen.
  const { shards } = await connection.client.searchShards({ index: alias, local: true }, options);
  const answers = shards.map((copies) => copies.some(({ node }) => node != null && !silent.includes(node)));
  if (answers.every(Boolean)) return { preference, isPartial: false };
  const numbers = shards.flatMap((copies, at) => (answers[at] ? [copies[0]!.shard] : []));
  if (numbers.length === 0) throw new PublicError("engine_unavailable", { cause: new Error(`no part of ${alias} answers`) });
  return { preference: `_shards:${numbers.join(",")}${preference === undefined ? "" : `|${preference}`}`, isPartial: true };
}
