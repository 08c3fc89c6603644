import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type GaugeConfiguration } from "prom-client";
import type { IngestRun } from "../holdings/ingest-runs.ts";
import type { InFlight } from "../access/in-flight.ts";
import type { ToolCall } from "../mcp/server.ts";
import type { SourceStatus } from "../records/source-status.ts";
import type { PartName } from "../telemetry/measured.ts";
import { gaugesOfLoads } from "./load-metrics.ts";
import type { Part, PartsState } from "./parts.ts";
import { DAY_MS } from "../shared/time.ts";

export interface MetricsOptions {
  inFlight: InFlight;
  lookAtParts(): Promise<PartsState>;
  /** How the sources stand that were asked. Default: none were. */
  sources?(): Promise<SourceStatus[]>;
  /** The latest loads, newest first. Default: there were none. */
  ingestRuns?(): Promise<IngestRun[]>;
  /** The time in milliseconds; for tests. */
  now?: () => number;
}

const PREFIX = "signal_canvas_";
/** Upper bounds in seconds; a call's deadline is 10, with a language model 30. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A record is read in a fraction of a millisecond. */
const PART_SECONDS = [0.001, 0.0025, 0.005, ...SECONDS];
/** A key that called nothing for so long is forgotten, and with it one that was revoked. */
const KEY_FORGOTTEN_MS = DAY_MS;
/** Keys beyond so many share one label. */
const MAX_LABELED_KEYS = 1_000;
const OTHER_KEYS = "other";
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * What a server counts of itself, in memory, for Prometheus. Labels are names of ours (routes, tools, codes, parts) and ids of keys that were accepted: never
 * anything that a caller typed.
 */
export class Metrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #now: () => number;
  readonly #keys = new Map<string, number>();
  readonly #requests = this.#counter("http_requests_total", "HTTP requests answered.", ["method", "route", "status"]);
  readonly #refusals = this.#counter(
    "refusals_total",
    "Requests to the MCP endpoint rejected before a tool ran, by error code.",
    ["code"],
  );
  readonly #calls = this.#counter("tool_calls_total", "Tool calls by outcome: ok, client_gone, or an error code.", [
    "tool",
    "outcome",
    "key_id",
  ]);
  readonly #degraded = this.#counter(
    "degraded_results_total",
    "Results returned without a component; summarizer: quotes replaced the LLM's text.",
    ["tool", "part"],
  );
  readonly #seconds = new Histogram({
    name: `${PREFIX}tool_duration_seconds`,
    help: "Duration of tool calls.",
    labelNames: ["tool"],
    buckets: SECONDS,
    registers: [this.#registry],
  });

  readonly #partSeconds = new Histogram({
    name: `${PREFIX}part_duration_seconds`,
    help: "Duration of the parts of calls and pages: searches, reads, embeddings, models, records.",
    labelNames: ["part"],
    buckets: PART_SECONDS,
    registers: [this.#registry],
  });

  constructor({ inFlight, lookAtParts, sources = async () => [], ingestRuns = async () => [], now = Date.now }: MetricsOptions) {
    this.#now = now;
    this.contentType = this.#registry.contentType;
    this.#gauge("calls_in_flight", "Calls being answered.", () => inFlight.running);
    this.#gauge("calls_waiting", "Calls waiting for a free slot.", () => inFlight.waiting);
    this.#gauge(
      "call_places",
      "How many calls may currently run at a time; falls while searches are slow.",
      () => inFlight.places,
    );
    this.#gaugesOfParts(lookAtParts);
    this.#gaugesOfSources(sources);
    gaugesOfLoads(ingestRuns, (gauge) => this.#register(gauge));
  }

  /** Runs a piece of work of a part and counts how long it took, whether it failed or not. */
  async timed<Result>(part: PartName, run: () => Promise<Result>): Promise<Result> {
    const beganAt = performance.now();
    try {
      return await run();
    } finally {
      this.#partSeconds.observe({ part }, (performance.now() - beganAt) / 1_000);
    }
  }

  /** Counts an answer. `route`: the pattern that matched; undefined: none did. */
  requestAnswered(method: string, route: string | undefined, status: number): void {
    this.#requests.inc({ method: METHODS.has(method) ? method : "other", route: route ?? "none", status: String(status) });
  }

  /** Counts a request to the endpoint that was refused with this error code. */
  requestRefused(code: string): void {
    this.#refusals.inc({ code });
  }

  /** Counts a tool call of an accepted key. */
  toolCalled({ tool, outcome, seconds, degraded }: ToolCall, keyId: string): void {
    const isKnown = this.#keys.has(keyId) || this.#keys.size < MAX_LABELED_KEYS;
    if (isKnown) this.#keys.set(keyId, this.#now());
    this.#calls.inc({ tool, outcome, key_id: isKnown ? keyId : OTHER_KEYS });
    this.#seconds.observe({ tool }, seconds);
    for (const part of degraded) this.#degraded.inc({ tool, part });
  }

  /** Everything in Prometheus' text format, that of the process included. */
  async text(): Promise<string> {
    await this.#forgetIdleKeys();
    return Registry.merge([processRegistry(), this.#registry]).metrics();
  }

  async #forgetIdleKeys(): Promise<void> {
    const idleSince = this.#now() - KEY_FORGOTTEN_MS;
    const idle = new Set([...this.#keys].filter(([, lastCall]) => lastCall < idleSince).map(([keyId]) => keyId));
    if (idle.size === 0) return;
    for (const { labels } of (await this.#calls.get()).values) if (idle.has(String(labels.key_id))) this.#calls.remove(labels);
    for (const keyId of idle) this.#keys.delete(keyId);
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, value: () => number): void {
    this.#register({
      name,
      help,
      collect() {
        this.set(value());
      },
    });
  }

  #gaugesOfParts(lookAtParts: () => Promise<PartsState>): void {
    this.#register({
      name: "part_up",
      help: "Whether a component responds, as /readyz reports: 1 or 0.",
      labelNames: ["part"],
      async collect() {
        const { parts } = await lookAtParts();
        for (const part of Object.keys(parts) as Part[]) this.set({ part }, ["ok", "low"].includes(parts[part]) ? 1 : 0);
      },
    });
    this.#register({
      name: "index_documents",
      help: "Documents in the live index; absent when the engine is unavailable.",
      labelNames: ["target"],
      async collect() {
        const { indices } = await lookAtParts();
        this.reset();
        for (const { target, documents } of indices) this.set({ target }, documents);
      },
    });
  }

  #gaugesOfSources(sources: () => Promise<SourceStatus[]>): void {
    const gauge = (name: string, help: string, value: (status: SourceStatus) => number | null): void =>
      this.#register({
        name,
        help,
        labelNames: ["source"],
        async collect() {
          this.reset();
          // Where the records are away, /readyz says so.
          for (const status of await sources().catch(() => [])) {
            const number = value(status);
            if (number !== null) this.set({ source: status.name }, number);
          }
        },
      });
    const seconds = (time: string | null): number | null => (time === null ? null : Date.parse(time) / 1_000);
    gauge("source_success_timestamp_seconds", "When a source was last queried successfully.", (status) =>
      seconds(status.succeeded_at),
    );
    gauge("source_failures", "Failed runs of a source since it was last queried successfully.", ({ failures }) => failures);
    gauge(
      "source_left",
      "How many records remained to be looked up when a source was last queried.",
      ({ last }) => last?.left ?? null,
    );
  }

  #register<Label extends string>(gauge: GaugeConfiguration<Label>): void {
    this.#registry.registerMetric(new Gauge({ ...gauge, name: PREFIX + gauge.name, registers: [] }));
  }
}

let ofProcess: Registry | undefined;

/** Event loop lag, memory, garbage collection: there is one of each, however many servers run in the process. */
function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
