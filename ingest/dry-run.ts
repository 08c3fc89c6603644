import { DatabaseSync } from "node:sqlite";
import type { Paper } from "../src/documents/paper.ts";
import type { Passage } from "../src/documents/passage.ts";
import type { Signal } from "../src/documents/signal.ts";
import type { Call, Engine, Target } from "../src/engine/port.ts";
import type { Row, WriteOutcome } from "../src/engine/writes.ts";
import { idOf } from "./generations/documents.ts";

/**
 * The engine as a load would leave it, for a dry run: what is written and removed stays in a temporary file and is seen by the reads of a load
 * (`get`, `holders`, `resolve`, signals by paper), on top of what is stored. `exists`: false where there is no index yet.
 */
export function dryRunEngine(engine: Engine, exists: boolean): Engine & Disposable {
  const overlay = new Overlay();
  const { papers, signals, passages } = engine;
  return {
    ...engine,
    papers: {
      ...papers,
      ...overlaid<Paper>(overlay, "papers", exists ? papers : null, ({ aliases }) => aliases),
      // Signals that nobody will read say nothing of their papers.
      fields: async () => new Map(),
      topicIds: async () => new Map(),
      async holders(keys, call) {
        return [...(exists ? await papers.holders(keys, call) : []), ...overlay.idsOf("papers", keys)];
      },
      resolve: async (keys, call) => (exists ? papers.resolve(keys, call) : new Map()),
      byTitle: async (key, limit, call) => (exists ? papers.byTitle(key, limit, call) : []),
    },
    signals: {
      ...signals,
      ...overlaid<Signal>(overlay, "signals", exists ? signals : null, ({ paper_ids }) => paper_ids),
      async list(request, call) {
        const about = request.filters.paper_ids ?? [];
        const stored = exists ? (await signals.list({ ...request, limit: MAX_SIGNALS }, call)).documents : [];
        const unchanged = stored.filter(({ signal_id }) => overlay.get<Signal>("signals", signal_id) === undefined);
        const written = overlay.idsOf("signals", about).flatMap((id) => overlay.get<Signal>("signals", id) ?? []);
        const documents = [...unchanged, ...written.filter(({ paper_ids }) => paper_ids.some((id) => about.includes(id)))];
        return { documents, total: documents.length };
      },
      countByPaper: async (paperIds, call) => (exists ? signals.countByPaper(paperIds, call) : new Map()),
    },
    passages: { ...passages, ...overlaid<Passage>(overlay, "passages", exists ? passages : null, () => []) },
    [Symbol.dispose]: () => overlay[Symbol.dispose](),
  };
}

/** More than the signals of the papers that one batch joins. */
const MAX_SIGNALS = 10_000;

/** The calls of a collection that a load writes through. `keysOf` a document: by what else than its id it is looked up. */
function overlaid<Document extends Paper | Signal | Passage>(
  overlay: Overlay,
  target: Target,
  stored: { get(ids: readonly string[], call?: Call): Promise<Map<string, Document>> } | null,
  keysOf: (document: Document) => readonly string[],
) {
  return {
    async get(ids: readonly string[], call?: Call): Promise<Map<string, Document>> {
      const found = new Map(ids.map((id) => [id, overlay.get<Document>(target, id)]));
      const open = ids.filter((id) => found.get(id) === undefined);
      const below = stored && open.length > 0 ? await stored.get(open, call) : new Map<string, Document>();
      const documents = ids.flatMap((id): [string, Document][] => {
        const document = found.get(id) === undefined ? below.get(id) : found.get(id);
        return document ? [[id, document]] : [];
      });
      return new Map(documents);
    },
    async write(rows: readonly Row<Document>[]): Promise<WriteOutcome[]> {
      for (const { document } of rows) overlay.put(target, document, keysOf(document));
      return rows.map(() => ({ status: "indexed" }));
    },
    remove: async (ids: readonly string[]): Promise<void> => overlay.remove(target, ids),
    refresh: async (): Promise<void> => undefined,
  };
}

/** Documents and removals in a temporary database, which SQLite deletes when it is closed. */
class Overlay implements Disposable {
  readonly #database = new DatabaseSync("");

  constructor() {
    this.#database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE documents (target TEXT, id TEXT, document TEXT, PRIMARY KEY (target, id)) WITHOUT ROWID;
      CREATE TABLE keys (target TEXT, key TEXT, id TEXT, PRIMARY KEY (target, key, id)) WITHOUT ROWID`);
  }

  /** The document that would be there; null where it would be gone; undefined where nothing is changed. */
  get<Document>(target: Target, id: string): Document | null | undefined {
    const row = this.#database.prepare("SELECT document FROM documents WHERE target = ? AND id = ?").get(target, id);
    if (row === undefined) return undefined;
    return row.document === null ? null : (JSON.parse(row.document as string) as Document);
  }

  put(target: Target, document: Paper | Signal | Passage, keys: readonly string[]): void {
    const id = idOf(document);
    this.#set(target, id, JSON.stringify(document));
    const insert = this.#database.prepare("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)");
    for (const key of keys) insert.run(target, key, id);
  }

  remove(target: Target, ids: readonly string[]): void {
    for (const id of ids) this.#set(target, id, null);
  }

  /** Ids of documents that were put with one of these keys. */
  idsOf(target: Target, keys: readonly string[]): string[] {
    const select = this.#database.prepare("SELECT id FROM keys WHERE target = ? AND key = ?");
    return [...new Set(keys.flatMap((key) => select.all(target, key).map(({ id }) => id as string)))];
  }

  #set(target: Target, id: string, document: string | null): void {
    this.#database.prepare("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)").run(target, id, document);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
