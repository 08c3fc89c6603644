import type { Call, EmbeddingSpace, Engine, Target } from "../port.ts";
import { openConnection, type ElasticsearchOptions } from "./connection.ts";
import {
  aliasOf,
  createIndex,
  dropIndices,
  holdRefreshes,
  indexStatus,
  requireSupportedVersion,
  resumeRefreshes,
  serverVersion,
} from "./indices.ts";
import { openPapers } from "./papers.ts";
import { openSignals } from "./signals.ts";

export type { ElasticsearchOptions } from "./connection.ts";

const TARGETS: readonly Target[] = ["papers", "signals"];

/**
 * The engine over an Elasticsearch of version 9.3 or later: aliases `{prefix}papers` and `{prefix}signals` over generations such as
 * `{prefix}papers-v1-000001`. Opening sends nothing.
 */
export function openElasticsearch({ prefix, ...options }: ElasticsearchOptions & { prefix: string }): Engine {
  const connection = openConnection(options);
  return {
    kind: "elasticsearch",
    version: async (call?: Call) => `Elasticsearch ${await serverVersion(connection, call)}`,
    papers: openPapers(connection, aliasOf(prefix, "papers")),
    signals: openSignals(connection, aliasOf(prefix, "signals")),
    status: (call?: Call) => Promise.all(TARGETS.map((target) => indexStatus(connection, prefix, target, call))),
    async create(space: EmbeddingSpace, call?: Call) {
      await requireSupportedVersion(connection, call);
      for (const target of TARGETS) await createIndex(connection, prefix, target, space, call);
    },
    beginLoad: (target, call) => holdRefreshes(connection, aliasOf(prefix, target), call),
    endLoad: (target, call) => resumeRefreshes(connection, aliasOf(prefix, target), call),
    async drop(call) {
      await Promise.all(TARGETS.map((target) => dropIndices(connection, prefix, target, call)));
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
