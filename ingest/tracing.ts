import type { TelemetrySettings } from "../src/telemetry/settings.ts";
import { beginTrace, inSpan, traced, type SpanSink } from "../src/shared/tracing.ts";
import type { Embedder } from "../src/embedding/port.ts";
import type { Engine } from "../src/engine/port.ts";
import type { Records } from "../src/records/port.ts";

/** What the commands work on. */
export interface IngestServices extends AsyncDisposable {
  engine: Engine;
  embedder: Embedder;
  /** Passages of full texts get vectors too. */
  embedsPassages?: boolean;
  records: Records;
  dataDir: string;
  /** Takes the spans of loads; left out: none are made. */
  traces?: SpanSink;
}

/** The same services with a span for each of their calls; disposing them sends what waits. Without settings: as they are. */
export async function tracedServices(services: IngestServices, settings: TelemetrySettings | null): Promise<IngestServices> {
  if (settings === null) return services;
  const [{ openTraces }, { measured }] = await Promise.all([
    import("../src/telemetry/traces.ts"),
    import("../src/telemetry/measured.ts"),
  ]);
  const traces = openTraces(settings, (why) => process.stderr.write(`traces could not be sent: ${why}\n`));
  const parts = measured(services, (part, run, of) =>
    traced(part, run, of === undefined ? {} : { "signal_canvas.documents": of }),
  );
  return {
    ...parts,
    traces,
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      await traces[Symbol.asyncDispose]();
    },
  };
}

/** Runs a load as a trace of its own. */
export function asTrace<Result>(
  traces: SpanSink | undefined,
  { target, format }: { target: string; format: string },
  load: () => Promise<Result>,
): Promise<Result> {
  const root =
    traces && beginTrace(traces, { name: `ingest ${target}`, kind: "internal", attributes: { "signal_canvas.format": format } });
  return root ? inSpan(root, load) : load();
}
