import type { GaugeConfiguration } from "prom-client";
import type { IngestRun } from "../holdings/ingest-runs.ts";

/** How the latest loads went, by what they loaded; whichever process ran them. */
export function gaugesOfLoads(
  runs: () => Promise<IngestRun[]>,
  register: (gauge: GaugeConfiguration<"target" | "outcome" | "status">) => void,
): void {
  // Where the records are away, /readyz says so.
  const latest = async (): Promise<IngestRun[]> => {
    const seen = new Set<string>();
    return (await runs().catch(() => [])).filter(({ target }) => !seen.has(target) && seen.add(target));
  };
  register({
    name: "ingest_runs",
    help: "Loads among the latest 100, by how they ended.",
    labelNames: ["target", "status"],
    async collect() {
      this.reset();
      for (const { target, status } of await runs().catch(() => [])) this.inc({ target, status });
    },
  });
  register({
    name: "ingest_rows",
    help: "Rows of the latest load by outcome; read: all of them.",
    labelNames: ["target", "outcome"],
    async collect() {
      this.reset();
      for (const { target, rows } of await latest()) {
        for (const [outcome, count] of Object.entries(rows)) this.set({ target, outcome }, count);
      }
    },
  });
  register({
    name: "ingest_started_timestamp_seconds",
    help: "When the latest load started.",
    labelNames: ["target"],
    async collect() {
      this.reset();
      for (const { target, started_at } of await latest()) this.set({ target }, Date.parse(started_at) / 1_000);
    },
  });
  register({
    name: "ingest_duration_seconds",
    help: "How long the latest load took, or has taken so far.",
    labelNames: ["target"],
    async collect() {
      this.reset();
      for (const { target, seconds } of await latest()) this.set({ target }, seconds);
    },
  });
}
