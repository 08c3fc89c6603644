import type { KeyUsage } from "../../access/usage.ts";
import { html, type Html } from "../../shared/html.ts";
import { countOf } from "./numbers.ts";

/** Requests of one day; `day` as YYYY-MM-DD, UTC. */
type DayUsage = KeyUsage["by_day"][number];

const BAR_WIDTH = 8;
const PITCH = 10;
const HEIGHT = 40;
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Bars, one a day, oldest first; read aloud as one sentence. */
export function usageChart(days: readonly DayUsage[]): Html {
  const maximum = Math.max(1, ...days.map((day) => day.requests));
  const bar = ({ day, requests }: DayUsage, index: number) => {
    const height = requests === 0 ? 1 : Math.max(3, Math.round((requests / maximum) * HEIGHT));
    return html`<rect
      class="${requests === 0 ? "none" : "some"}"
      x="${index * PITCH}"
      y="${HEIGHT - height}"
      width="${BAR_WIDTH}"
      height="${height}"
      ><title>${DAY.format(new Date(day))}: ${count(requests)}</title></rect
    >`;
  };
  return html`<svg
    class="chart"
    viewBox="0 0 ${days.length * PITCH - (PITCH - BAR_WIDTH)} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${sentence(days)}"
  >
    ${days.map(bar)}
  </svg>`;
}

/** A number of requests as text, e.g. “1,204 requests”. */
export function count(requests: number): string {
  return countOf(requests, "request");
}

function sentence(days: readonly DayUsage[]): string {
  const total = days.reduce((sum, day) => sum + day.requests, 0);
  if (total === 0) return `No requests in the last ${days.length} days.`;
  const busiest = days.reduce((best, day) => (day.requests > best.requests ? day : best));
  return `${count(total)} in the last ${days.length} days. Busiest day: ${DAY.format(new Date(busiest.day))}, with ${busiest.requests.toLocaleString("en")}.`;
}
