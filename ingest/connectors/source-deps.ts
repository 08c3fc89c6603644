import type { Engine } from "../../src/engine/port.ts";
import type { Records } from "../../src/records/port.ts";
import type { Backoff, RetryClock } from "../../src/shared/retry.ts";
import type { CountingEmbedder } from "../text-vectors.ts";

/** What asking a source works with. */
export interface SourceDeps {
  engine: Engine;
  embedder: CountingEmbedder;
  /** Passages of full texts that move get vectors too. */
  embedsPassages?: boolean;
  records: Records;
  dataDir: string;
  /** Where credentials are read from. */
  environment?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Is told now and then how many requests were sent, so that a run that is killed does not get its budget anew. */
  onSpent?: (requests: number) => Promise<void>;
  now?: () => Date;
  clock?: RetryClock;
  /** For tests. */
  client?: { backoff?: Backoff; timeoutMs?: number; maxBytes?: number; maxAttempts?: number };
  lockPollMs?: number;
  loadEvery?: number;
}
