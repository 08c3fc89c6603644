import { accessSync, constants, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Backups } from "./backups/port.ts";
import { ConfigError, type Config } from "./config.ts";
import { cachedEmbedder, openEmbeddingCache, type EmbeddingCache } from "./embedding/cache.ts";
import { calibrated, CALIBRATION_FILE, readCalibration } from "./embedding/calibration.ts";
import { openLocalEmbedder } from "./embedding/local.ts";
import { openOpenAiEmbedder } from "./embedding/openai.ts";
import type { Embedder } from "./embedding/port.ts";
import { TARGETS, type Engine } from "./engine/port.ts";
import { openOpenAiLanguageModel } from "./language-model/openai.ts";
import type { Records } from "./records/port.ts";
import { openRerankerEndpoint } from "./reranking/endpoint.ts";
import { openLocalReranker } from "./reranking/local.ts";
import type { Reranker } from "./reranking/port.ts";
import { bundledSentenceReader } from "./reranking/sentence-reader.ts";
import { openSqliteRecords } from "./records/sqlite.ts";
import type { Library } from "./retrieval/library.ts";

/** The parts that a configuration asks for, opened; disposing it closes them. */
export interface Composition extends AsyncDisposable, Library {}

/**
 * Opens engine, records, embedder and language model as the settings say: the only place that picks adapters. Opening an engine does
 * not ask it anything yet; the local model is read, and an endpoint whose dimensions are not set is asked for them, for three seconds at most. Throws `ConfigError` where the model's files are not usable.
 */
export async function compose(config: Config): Promise<Composition> {
  const { engine, records } = await openStores(config);
  const embedder = await openEmbedder(config);
  const reranker = await openReranker(config);
  const sentenceReader = config.sentenceReader ? bundledSentenceReader() : undefined;
  const languageModel = config.summarizer.kind === "openai" ? await openOpenAiLanguageModel(config.summarizer) : undefined;
  return {
    engine,
    records,
    embedder,
    languageModel,
    embedsPassages: config.embedsPassages,
    ...(reranker ? { reranker } : {}),
    ...(sentenceReader ? { sentenceReader } : {}),
    async [Symbol.asyncDispose]() {
      const parts: AsyncDisposable[] = [
        embedder,
        engine,
        records,
        ...(languageModel ? [languageModel] : []),
        ...(reranker ? [reranker] : []),
        ...(sentenceReader ? [sentenceReader] : []),
      ];
      await Promise.all(parts.map(async (part) => part[Symbol.asyncDispose]()));
    },
  };
}

async function openReranker({ reranker }: Config): Promise<Reranker | null> {
  switch (reranker?.kind) {
    case "endpoint":
      return openRerankerEndpoint(reranker);
    case "local":
      return openLocalReranker(reranker);
    case undefined:
      return null;
  }
}

/**
 * Engine and records alone, for commands that embed nothing. Only the client of the engine that was chosen is loaded: the other's would
 * take a quarter of a second of each start.
 */
export async function openStores(config: Config): Promise<{ engine: Engine; records: Records }> {
  const { engine, dataDir, indexPrefix: prefix } = config;
  switch (engine.kind) {
    case "elasticsearch": {
      const { openConnection } = await import("./elasticsearch/connection.ts");
      const { openElasticsearch } = await import("./engine/elasticsearch/engine.ts");
      const { openElasticsearchRecords } = await import("./records/elasticsearch.ts");
      // Shared, so that a node that one of them found away costs the other no try.
      const connection = openConnection(engine);
      const { shards, replicas } = engine;
      return {
        engine: openElasticsearch({ connection, shards, replicas, prefix }),
        records: openElasticsearchRecords({ connection, prefix }),
      };
    }
    case "lancedb": {
      const records = await openRecords(config);
      const { openLanceDb } = await import("./engine/lancedb/engine.ts");
      return { engine: openLanceDb({ folder: join(dataDir, TABLES_FOLDER), prefix }), records };
    }
  }
}

/** The records alone: the embedded engine, which takes longest to load, is not. */
export async function openRecords(config: Config): Promise<Records> {
  if (config.engine.kind === "elasticsearch") return (await openStores(config)).records;
  makeFolder(config.dataDir);
  return openSqliteRecords(join(config.dataDir, `${config.indexPrefix}${RECORDS_FILE}`));
}

const TABLES_FOLDER = "lancedb";
const RECORDS_FILE = "records.sqlite";

/** Backups of what the settings name, opened; disposing them closes what they opened. */
export async function openBackups(config: Config): Promise<Backups & AsyncDisposable> {
  const { engine, dataDir, indexPrefix: prefix } = config;
  switch (engine.kind) {
    case "elasticsearch": {
      const { openConnection } = await import("./elasticsearch/connection.ts");
      const snapshots = await import("./elasticsearch/snapshots.ts");
      const { snapshotBackups } = await import("./backups/snapshot-backups.ts");
      const { liveAliases } = await import("./engine/elasticsearch/indices.ts");
      const { recordsAlias } = await import("./records/elasticsearch-shape.ts");
      const connection = openConnection(engine);
      const stores = await openStores(config);
      const aliases = [[`${prefix}records`], TARGETS.map((target) => `${prefix}${target}`)];
      const backups = snapshotBackups({
        dataDir,
        prefix,
        cache: CACHE_FILE,
        stores,
        aliases,
        snapshots: {
          take: (request) => snapshots.takeSnapshot(connection, request),
          list: (request) => snapshots.listSnapshots(connection, request),
          restore: (request) =>
            snapshots.restoreSnapshot(connection, {
              ...request,
              aliasesOf(index) {
                const target = TARGETS.find((target) => index.startsWith(`${prefix}${target}-`));
                return target === undefined ? recordsAlias(prefix) : liveAliases(prefix, target, index);
              },
            }),
          remove: (alias) => snapshots.removeBehind(connection, alias),
          cluster: () => snapshots.clusterUuid(connection),
        },
      });
      return {
        ...backups,
        async [Symbol.asyncDispose]() {
          const opened = [connection, stores.engine, stores.records];
          await Promise.all(opened.map((part) => part[Symbol.asyncDispose]()));
        },
      };
    }
    case "lancedb": {
      const { copyLiveTables, moveTables } = await import("./engine/lancedb/copy-tables.ts");
      const { folderBackups } = await import("./backups/folder-backups.ts");
      const names = { tables: TABLES_FOLDER, records: RECORDS_FILE, cache: CACHE_FILE };
      const open = (dataDir: string, indexPrefix: string) => openStores({ ...config, dataDir, indexPrefix });
      const backups = folderBackups({ dataDir, prefix, names, copyTables: copyLiveTables, moveTables, open });
      return { ...backups, [Symbol.asyncDispose]: async () => {} };
    }
  }
}

/** Only the user who runs the service may look into a folder that is made here; one that exists stays as it is. */
const PRIVATE = 0o700;

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE });
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new ConfigError("DATA_DIR: must be a writable folder, or one that can be created", { cause });
  }
}

/** The same parts with a cache of vectors before the embedder, kept in DATA_DIR: what loads many texts embeds none of them twice. */
export async function composeForLoading(config: Config): Promise<Composition> {
  return withCache(await compose(config), openEmbeddingCache(join(config.dataDir, CACHE_FILE)));
}

/**
 * The same parts, for what answers questions: sentences that were embedded for one are known to the next, also after a restart. The cache is done without where it cannot be opened, and where
 * a load holds it for long.
 */
export async function composeForAnswers(config: Config): Promise<Composition> {
  const parts = await compose(config);
  try {
    makeFolder(config.dataDir);
    return withCache(parts, openEmbeddingCache(join(config.dataDir, CACHE_FILE), { waitMs: ANSWER_WAIT_MS }));
  } catch {
    return parts;
  }
}

const CACHE_FILE = "embeddings.sqlite";
/** What an answer waits for a load that writes to the cache, in milliseconds; nothing else is done meanwhile. */
const ANSWER_WAIT_MS = 20;

function withCache(parts: Composition, cache: EmbeddingCache): Composition {
  return {
    ...parts,
    embedder: cachedEmbedder(parts.embedder, cache),
    async [Symbol.asyncDispose]() {
      await parts[Symbol.asyncDispose]();
      cache[Symbol.dispose]();
    },
  };
}

/** The embedder alone, with what was measured for it, for a command that needs nothing else. Throws `ConfigError` where a file of its is not usable. */
export async function openEmbedder({ embedder: settings }: Pick<Config, "embedder">): Promise<Embedder> {
  const embedder = await openPlainEmbedder(settings);
  const { calibrationFile: file } = settings;
  const folder = settings.kind === "local" ? settings.modelDir : null;
  if (file === null && folder === null) return embedder;
  try {
    const place = file === null ? ([folder!, CALIBRATION_FILE] as const) : ([dirname(file), basename(file)] as const);
    const calibration = await readCalibration(...place, embedder.space.model);
    return calibration === null ? embedder : calibrated(embedder, calibration);
  } catch (error) {
    await embedder[Symbol.asyncDispose]();
    throw error;
  }
}

function openPlainEmbedder(settings: Config["embedder"]): Promise<Embedder> {
  switch (settings.kind) {
    case "local":
      return openLocalEmbedder(settings);
    case "openai":
      return openOpenAiEmbedder(settings);
  }
}
