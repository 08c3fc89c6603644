import type { Connection, RequestOptions } from "../elasticsearch/connection.ts";
import type { StoreRoom } from "./port.ts";

/** What is free on the data node that has least; null where no node tells. */
export async function leastRoom({ client }: Connection, options: RequestOptions): Promise<StoreRoom | null> {
  const request = { node_id: "data:true", metric: "fs", filter_path: "nodes.*.fs.total" } as const;
  const { nodes } = await client.nodes.stats(request, options);
  const rooms = Object.values(nodes ?? {}).flatMap(({ fs }): StoreRoom[] => {
    const { available_in_bytes: free, total_in_bytes: total } = fs?.total ?? {};
    if (free === undefined || total === undefined) return [];
    return [{ free, total, isLow: free < Math.min(HIGH_WATERMARK.bytes, HIGH_WATERMARK.share * total) }];
  });
  return rooms.sort((a, b) => a.free / a.total - b.free / b.total)[0] ?? null;
}

/** The high watermark of Elasticsearch by default (`cluster.routing.allocation.disk.watermark.high`): it moves shards away then, and takes no writes once half of what is left is gone. */
const HIGH_WATERMARK = { share: 0.1, bytes: 150 * 1024 ** 3 } as const;
