import { setImmediate } from "node:timers/promises";
import PQueue from "p-queue";
import { isRefusal, type Embedder } from "../src/embedding/port.ts";
import type { RetryClock } from "../src/shared/retry.ts";
import { untilAvailable } from "./availability.ts";

/** An embedder that may count how many texts its cache knew. */
export type CountingEmbedder = Embedder & { readonly stats?: { hits: number } };

export interface TextVectorOptions {
  embedder: CountingEmbedder;
  clock: RetryClock;
  /** How long the model may be away before the run gives up, in milliseconds. */
  giveUpAfterMs: number;
  /** Embed nothing. */
  dryRun: boolean;
  /** Gives up what is under way. */
  signal?: AbortSignal;
}

/** Small enough for a served model's request, and so many calls that other work has its turn between them. */
const TEXTS_A_CALL = 128;
/** One call prepares its request while the other waits for the model. */
const CALLS_AT_A_TIME = 2;

/** The vectors of texts, a few calls of the embedder at a time. */
export class TextVectors {
  readonly #options: TextVectorOptions;
  readonly #calls = new PQueue({ concurrency: CALLS_AT_A_TIME });
  readonly #hitsBefore: number;
  #texts = 0;

  constructor(options: TextVectorOptions) {
    this.#options = options;
    this.#hitsBefore = options.embedder.stats?.hits ?? 0;
  }

  /** Texts that the embedder took so far, and how many of them its cache knew (0 where it has none). */
  get counts(): { texts: number; cached: number } {
    return { texts: this.#texts, cached: (this.#options.embedder.stats?.hits ?? 0) - this.#hitsBefore };
  }

  /** One vector a text; null for a text that the model refuses, whose document is then found by its words alone. */
  async of(texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const { embedder, clock, giveUpAfterMs, dryRun, signal } = this.#options;
    if (dryRun) {
      this.#texts += texts.length;
      return texts.map(() => null);
    }
    const parts = Array.from({ length: Math.ceil(texts.length / TEXTS_A_CALL) }, (_, part) =>
      texts.slice(part * TEXTS_A_CALL, (part + 1) * TEXTS_A_CALL),
    );
    const results = await Promise.all(
      parts.map((part) =>
        this.#calls.add(async () => {
          // Known vectors come at once: what else waits has its turn between the calls.
          await setImmediate();
          const vectors = await untilAvailable(() => embedder.embedTexts(part, signal), { giveUpAfterMs, clock, signal });
          this.#texts += part.length;
          return vectors;
        }),
      ),
    );
    return results.flat().map((result) => (isRefusal(result) ? null : result));
  }
}
