import {
  TARGETS,
  type Call,
  type CreateCall,
  type EmbeddingSpace,
  type Engine,
  type GenerationNames,
  type Index,
  type WriteShape,
} from "../port.ts";
import { openConnection, type Connection, type ElasticsearchOptions } from "../../elasticsearch/connection.ts";
import type { Layout } from "../mapping.ts";
import { beginSpareLoad, createSpare, dropSpares, endSpareLoad, listGenerations, promoteGenerations } from "./generations.ts";
import {
  addMissingFields,
  aliasOf,
  createIndex,
  dropIndices,
  holdRefreshes,
  indexIdentity,
  indexStatus,
  loadAliasOf,
  requireSupportedVersion,
  resumeRefreshes,
  serverVersion,
} from "./indices.ts";
import { openPapers } from "./papers.ts";
import { openPassages } from "./passages.ts";
import { grantReader } from "./readers.ts";
import { openSignals } from "./signals.ts";
import { packWithoutGraphs } from "./vector-graphs.ts";

export type { ElasticsearchOptions } from "../../elasticsearch/connection.ts";

/** Some megabytes a request, far below the server's limit of 100 MB; one is prepared while the other is worked on. */
const WRITE_SHAPE: WriteShape = { requestSize: 500, concurrency: 2, batchSize: 500 };

/** `connection`: one that is shared with others; it is closed with the engine. */
type ElasticsearchEngineOptions = (ElasticsearchOptions | { connection: Connection }) & Layout & { prefix: string };

/**
 * The engine over an Elasticsearch of version 9.3 or later: aliases `{prefix}papers`, `{prefix}signals` and `{prefix}passages` over generations such as
 * `{prefix}papers-v1-000001`. Opening sends nothing.
 */
export function openElasticsearch({ prefix, shards, replicas, ...options }: ElasticsearchEngineOptions): Engine {
  const connection = "connection" in options ? options.connection : openConnection(options);
  const layout: Layout = { shards, replicas };
  return {
    kind: "elasticsearch",
    writeShape: WRITE_SHAPE,
    version: async (call?: Call) => `Elasticsearch ${await serverVersion(connection, call)}`,
    papers: openPapers(connection, aliasOf(prefix, "papers")),
    signals: openSignals(connection, aliasOf(prefix, "signals")),
    passages: openPassages(connection, aliasOf(prefix, "passages")),
    identity: (call?: Call) =>
      Promise.all(TARGETS.map((target) => indexIdentity(connection, aliasOf(prefix, target), target, call))),
    status: (call?: Call) => Promise.all(TARGETS.map((target) => indexStatus(connection, aliasOf(prefix, target), target, call))),
    async create(space: EmbeddingSpace, call?: CreateCall) {
      await requireSupportedVersion(connection, call);
      const plan = { ...layout, graphsLater: call?.isFilledAtOnce };
      for (const target of TARGETS) await createIndex(connection, prefix, target, space, plan, call);
    },
    async beginLoad(target, call) {
      await addMissingFields(connection, aliasOf(prefix, target), target, call);
      await holdRefreshes(connection, aliasOf(prefix, target), call);
    },
    async endLoad(target, call) {
      await resumeRefreshes(connection, aliasOf(prefix, target), call);
      if (!call?.unfinished) await packWithoutGraphs(connection, target, aliasOf(prefix, target), call);
    },
    async generations(call) {
      return (await Promise.all(TARGETS.map((target) => listGenerations(connection, prefix, target, call)))).flat();
    },
    async createGeneration(target, space, call) {
      await requireSupportedVersion(connection, call);
      return createSpare(connection, prefix, target, space, layout, call);
    },
    at: (names) => indexAt(connection, prefix, names),
    promote: (names, call) => promoteGenerations(connection, prefix, names, call),
    dropGenerations: (names, call) => dropSpares(connection, prefix, names, call),
    grantReader: (name, expiresInDays, call) =>
      grantReader(connection, { name, expiresInDays, aliases: TARGETS.map((target) => aliasOf(prefix, target)) }, call),
    async drop(call) {
      await Promise.all(TARGETS.map((target) => dropIndices(connection, prefix, target, call)));
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function indexAt(connection: Connection, prefix: string, given: GenerationNames): Index {
  const names = { ...given, passages: given.passages ?? `${aliasOf(prefix, "passages")}-none` };
  return {
    kind: "elasticsearch",
    writeShape: WRITE_SHAPE,
    papers: openPapers(connection, names.papers, loadAliasOf(names.papers)),
    signals: openSignals(connection, names.signals, loadAliasOf(names.signals)),
    passages: openPassages(connection, names.passages, loadAliasOf(names.passages)),
    identity: (call) => Promise.all(TARGETS.map((target) => indexIdentity(connection, names[target], target, call))),
    status: (call) => Promise.all(TARGETS.map((target) => indexStatus(connection, names[target], target, call))),
    create: async () => {},
    beginLoad: (target, call) => beginSpareLoad(connection, names[target], call),
    endLoad: (target, call) => endSpareLoad(connection, prefix, target, names[target], call),
  };
}
