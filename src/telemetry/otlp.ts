import type { Attributes, Span } from "../shared/tracing.ts";

const NANOSECONDS = 1_000_000;
const KINDS = { internal: 1, server: 2 } as const;
const FAILED = 2;

/** Spans as OTLP in JSON. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export function tracesMessage(spans: readonly Span[], resource: Attributes, scope: { name: string; version: string }): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

function otlpSpan({ traceId, spanId, parentId, name, kind, beganAt, endedAt, attributes, failedWith }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(beganAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: keyValues(failedWith === null ? attributes : { ...attributes, "error.type": failedWith }),
    status: failedWith === null ? {} : { code: FAILED },
  };
}

/** Numbers of 64 bits are decimal text. */
function nanoseconds(milliseconds: number): string {
  return BigInt(Math.round(milliseconds * NANOSECONDS)).toString();
}

function keyValues(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number | boolean): object {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
