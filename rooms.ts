/**
 * The rooms of the house, from the ground up: each names the rooms that it may import. The lint walls are made from this list (`oxlint.config.ts`), and a folder of `src` that is
 * missing here stops the linter. Single files in `src` (errors, config, log …) may be imported by any room, but for those of `PROGRAM`.
 */
export const ROOMS = {
  shared: [],
  documents: ["shared"],
  text: ["documents", "shared"],
  openai: ["shared"],
  onnx: ["shared"],
  elasticsearch: ["shared"],
  "language-model": ["openai", "shared"],
  engine: ["documents", "elasticsearch", "shared"],
  embedding: ["documents", "engine", "onnx", "openai", "shared"],
  reranking: ["onnx", "openai", "shared"],
  records: ["elasticsearch", "shared"],
  telemetry: ["embedding", "engine", "language-model", "records", "reranking", "shared"],
  retrieval: ["documents", "embedding", "engine", "language-model", "records", "reranking", "shared", "text"],
  citations: ["documents", "retrieval", "shared", "text"],
  judgment: ["citations", "documents", "shared", "text"],
  evidence: ["documents", "embedding", "engine", "retrieval", "shared", "text"],
  references: ["documents", "evidence", "retrieval"],
  answers: [
    "citations",
    "documents",
    "embedding",
    "engine",
    "evidence",
    "judgment",
    "language-model",
    "reranking",
    "retrieval",
    "shared",
    "text",
  ],
  topics: ["answers", "citations", "documents", "engine", "evidence", "judgment", "records", "retrieval", "shared", "text"],
  workspaces: ["answers", "citations", "documents", "evidence", "records", "retrieval", "shared", "text"],
  access: ["records", "shared"],
  holdings: ["documents", "engine", "retrieval"],
  backups: ["engine", "records", "shared"],
  charts: ["shared"],
  exports: ["engine", "shared"],
  evaluation: ["documents", "embedding", "retrieval", "shared"],
  mcp: [
    "access",
    "answers",
    "charts",
    "citations",
    "documents",
    "engine",
    "evidence",
    "judgment",
    "references",
    "retrieval",
    "shared",
    "topics",
    "workspaces",
  ],
  pages: [
    "access",
    "answers",
    "charts",
    "citations",
    "documents",
    "engine",
    "evidence",
    "holdings",
    "judgment",
    "records",
    "retrieval",
    "shared",
    "topics",
    "workspaces",
  ],
  http: ["access", "engine", "holdings", "mcp", "pages", "records", "retrieval", "shared", "telemetry"],
  commands: [
    "access",
    "answers",
    "backups",
    "documents",
    "embedding",
    "engine",
    "evaluation",
    "exports",
    "language-model",
    "pages",
    "records",
    "references",
    "retrieval",
    "shared",
    "topics",
    "workspaces",
    "ingest",
  ],
  /* The pipeline, beside `src`: it loads and does not answer. */
  ingest: ["documents", "embedding", "engine", "holdings", "records", "shared", "telemetry", "text"],
} as const satisfies Record<string, readonly string[]>;

export type Room = keyof typeof ROOMS;

/** Single files in `src` that put the program together. */
export const PROGRAM = ["announce-setup", "cli", "compose", "main", "program", "serve"] as const;

/** The room that may import them, and the file of another that does so too: the command that loads. */
export const COMPOSING_ROOM: Room = "commands";
export const COMPOSING_FILE = { room: "ingest", file: "ingest/command.ts" } as const;

/** Insides of adapters: `src/compose.ts` alone picks them, everybody else asks for the port. */
export const ADAPTERS = [
  "**/engine/*/**",
  "**/records/elasticsearch*.ts",
  "**/records/sqlite.ts",
  "**/embedding/local.ts",
  "**/embedding/openai.ts",
  "**/language-model/openai.ts",
  "**/reranking/endpoint.ts",
  "**/reranking/local.ts",
] as const;

/** Rooms that hold adapters and so may reach into their own. */
export const ADAPTER_ROOMS: readonly Room[] = ["engine", "records", "embedding", "language-model", "reranking"];
