import { deadlineSignal } from "../shared/deadline.ts";
import type { RemoteParent, Span, SpanSink } from "../shared/tracing.ts";
import { VERSION } from "../version.ts";
import { tracesMessage } from "./otlp.ts";
import type { TelemetrySettings } from "./settings.ts";

/** How much is sent at a time, how often, and how much waits at most: the defaults of OpenTelemetry. */
const BATCH = 512;
const SEND_EVERY_MS = 5_000;
const MAX_WAITING = 2_048;
const SEND_TIMEOUT_MS = 10_000;
/** How long all that waits may take when the process stops. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A collector that is away is told of once in so many milliseconds. */
const COMPLAIN_EVERY_MS = 60_000;

/** Sends spans to a collector, some at a time. Disposing it sends what waits, for five seconds at most, and never fails. */
export interface Traces extends SpanSink, AsyncDisposable {}

/**
 * Traces as the settings say. Nothing waits for the collector: spans that it does not take are lost, and `onProblem` hears why, once a minute at most; beyond
 * 2,048 that wait, those being sent included, further ones are dropped.
 */
export function openTraces(
  settings: TelemetrySettings,
  onProblem: (why: string) => void,
  { closeTimeoutMs = CLOSE_TIMEOUT_MS }: { closeTimeoutMs?: number } = {},
): Traces {
  const waiting: Span[] = [];
  const closing = new AbortController();
  let sending: Promise<void> | null = null;
  let complainedAt = -Infinity;
  const send = async (spans: readonly Span[]): Promise<void> => {
    const problem = await post(settings, spans, closing.signal);
    if (problem === null || performance.now() - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = performance.now();
    onProblem(problem);
  };
  const sendWaiting = async (): Promise<void> => {
    while (waiting.length > 0 && !closing.signal.aborted) {
      const spans = waiting.slice(0, BATCH);
      await send(spans);
      waiting.splice(0, spans.length);
    }
  };
  const flush = (): Promise<void> => {
    sending ??= sendWaiting().finally(() => {
      sending = null;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), SEND_EVERY_MS);
  timer.unref();
  return {
    keeps: (traceId, parent) => isKept(settings.sampler, traceId, parent),
    take(span) {
      if (waiting.length < MAX_WAITING) waiting.push(span);
      if (waiting.length >= BATCH) void flush();
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      const deadline = setTimeout(() => closing.abort(), closeTimeoutMs);
      await flush();
      clearTimeout(deadline);
    },
  };
}

/** Null: the collector took them. */
async function post(
  { url, headers, resource }: TelemetrySettings,
  spans: readonly Span[],
  closing: AbortSignal,
): Promise<string | null> {
  const body = JSON.stringify(tracesMessage(spans, resource, { name: "signal-canvas", version: VERSION }));
  try {
    const signal = deadlineSignal(SEND_TIMEOUT_MS, closing);
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body,
      signal,
    });
    await answer.body?.cancel();
    return answer.ok ? null : `the collector answered ${answer.status}`;
  } catch (error) {
    return `the collector did not answer: ${reasonOf(error as Error)}`;
  }
}

/** Never the message: it may repeat the address or a header, with what is secret in them. */
function reasonOf({ cause, name }: Error): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : name;
}

/** A trace is kept by its ID, so that all services that it passes through decide alike. */
function isKept({ followsCaller, share }: TelemetrySettings["sampler"], traceId: string, parent: RemoteParent | null): boolean {
  if (followsCaller && parent !== null) return parent.isSampled;
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}
