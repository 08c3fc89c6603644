import type { Signal } from "../documents/signal.ts";
import { dotted, id, link, plain } from "./render.ts";

/** One signal on one line: kind, day, polarity, title, statement, value, source and id. */
export function signalLine(
  signal: Pick<Signal, "signal_id" | "kind" | "title" | "statement" | "value" | "unit" | "polarity" | "observed_at" | "source">,
  maxLength: number,
): string {
  const value = signal.value === null ? null : `${signal.value}${signal.unit === null ? "" : ` ${plain(signal.unit)}`}`;
  const source = [plain(signal.source.name, 80), link(signal.source.url)].filter(Boolean).join(" ");
  return dotted(
    `${signal.kind} (${signal.observed_at}, ${signal.polarity})`,
    plain(signal.title, maxLength),
    signal.statement !== signal.title && plain(signal.statement, maxLength),
    value,
    `source: ${source}`,
    id(signal.signal_id),
  );
}
