import type { Signal } from "../../../documents/signal.ts";
import { html, type Html } from "../../../shared/html.ts";

const POLARITIES: Record<Signal["polarity"], string> = { supports: "for", against: "against", neutral: "neutral" };

/** Which way a signal points. */
export function polarityMark(polarity: Signal["polarity"]): Html {
  return html`<span class="polarity ${polarity}">${POLARITIES[polarity]}</span>`;
}

/** What it measures, with its unit; null: nothing. */
export function valueOf({ value, unit }: Pick<Signal, "value" | "unit">): string | null {
  return value === null ? null : `${value.toLocaleString("en", { maximumFractionDigits: 4 })} ${unit ?? ""}`.trim();
}
