import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** Names of ours, numbers and codes: never what anybody typed. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work of a trace, once it has ended. Times in milliseconds since 1970. */
export interface Span {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: "server" | "internal";
  beganAt: number;
  endedAt: number;
  attributes: Attributes;
  /** The name or code of what it failed with. */
  failedWith: string | null;
}

/** Takes spans as they end. */
export interface SpanSink {
  /** Whether a trace is kept, by its ID and by what its caller says of it; null: it begins here. */
  keeps(traceId: string, parent: RemoteParent | null): boolean;
  take(span: Span): void;
}

/** Where a request comes from: the W3C `traceparent` that it brought. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const current = new AsyncLocalStorage<OpenSpan>();

/** A piece of work under way. What is begun within `run` belongs to it. */
export class OpenSpan {
  readonly traceId: string;
  readonly #sink: SpanSink;
  readonly #span: Omit<Span, "endedAt" | "failedWith">;
  #hasEnded = false;

  constructor(sink: SpanSink, span: Pick<Span, "traceId" | "parentId" | "name" | "kind" | "attributes">) {
    this.traceId = span.traceId;
    this.#sink = sink;
    this.#span = { ...span, spanId: randomBytes(8).toString("hex"), beganAt: performance.timeOrigin + performance.now() };
  }

  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  within(name: string, attributes: Attributes): OpenSpan {
    const { traceId, spanId } = this.#span;
    return new OpenSpan(this.#sink, { traceId, parentId: spanId, name, kind: "internal", attributes });
  }

  /** Ends it; once it has ended, nothing. */
  end({ attributes = {}, failedWith = null }: { attributes?: Attributes; failedWith?: string | null } = {}): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const endedAt = performance.timeOrigin + performance.now();
    this.#sink.take({ ...this.#span, attributes: { ...this.#span.attributes, ...attributes }, endedAt, failedWith });
  }
}

/** Begins a trace, or this process's part of one; null where it is not kept. */
export function beginTrace(
  sink: SpanSink,
  span: Pick<Span, "name" | "kind" | "attributes">,
  parent: RemoteParent | null = null,
): OpenSpan | null {
  const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
  return sink.keeps(traceId, parent) ? new OpenSpan(sink, { ...span, traceId, parentId: parent?.spanId ?? null }) : null;
}

/** Runs work as a part of the trace under way; where there is none it is just run. */
export function traced<Result>(name: string, work: () => Promise<Result>, attributes: Attributes = {}): Promise<Result> {
  const parent = current.getStore();
  return parent === undefined ? work() : inSpan(parent.within(name, attributes), work);
}

/** Runs work as a span, which ends with it. */
export async function inSpan<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failedWith: nameOf(error) });
    throw error;
  }
}

/** Never the message: it may repeat what was asked. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Reads a `traceparent` of version 00 or later; null for anything else. https://www.w3.org/TR/trace-context/#traceparent-header */
export function readTraceParent(header: string | undefined): RemoteParent | null {
  const [, version, traceId, spanId, flags, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/u.exec(header ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/u.test(traceId!) || /^0+$/u.test(spanId!)) return null;
  return { traceId: traceId!, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}
