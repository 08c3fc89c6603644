import type { Signal } from "../../../documents/signal.ts";
import { asWords } from "../../../shared/as-words.ts";
import { countOf } from "../numbers.ts";
import { html, type Html } from "../../../shared/html.ts";

/** What is not counted in the plural with an s. */
const PLURALS = new Map([
  ["erratum", "errata"],
  ...["adoption", "funding", "hiring", "news"].map((kind) => [kind, kind] as const),
]);

/** `2 reviews`, `1 erratum`. */
export function kindCount(kind: string, count: number): string {
  return countOf(count, asWords(kind), PLURALS.get(kind));
}

const POLARITIES: Record<Signal["polarity"], string> = { supports: "for", against: "against", neutral: "neutral" };

/** Which way a signal points. */
export function polarityMark(polarity: Signal["polarity"]): Html {
  return html`<span class="polarity ${polarity}">${POLARITIES[polarity]}</span>`;
}

/** What it measures, with its unit; null: nothing. */
export function valueOf({ value, unit }: Pick<Signal, "value" | "unit">): string | null {
  return value === null ? null : `${value.toLocaleString("en", { maximumFractionDigits: 4 })} ${unit ?? ""}`.trim();
}
