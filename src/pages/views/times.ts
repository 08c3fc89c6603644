import { html, type Html } from "../../shared/html.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/time.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** Of `YYYY-MM-DD`, a day that is one everywhere. */
const DAY_LENGTH = 10;
const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** A day as people write it, in UTC, or where it is that of a moment and scripts run, in the reader's time zone; with the exact time for machines and on hovering. */
export function dayOf(time: string): Html {
  return html`<time datetime="${time}" ${time.length > DAY_LENGTH && html` data-local="day"`} title="${exactly(time)}"
    >${DAY.format(new Date(time))}</time
  >`;
}

/** How long ago, or how soon: “3 hours ago”, “in 12 days”; further than 45 days away, the day. */
export function relativeTo(now: number, time: string): Html {
  const distance = Date.parse(time) - now;
  if (Math.abs(distance) > 45 * UNITS[0][1]) return dayOf(time);
  const [unit, length] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? ["minute", MINUTE_MS];
  const text = Math.abs(distance) < MINUTE_MS ? "just now" : RELATIVE.format(Math.round(distance / length), unit);
  return html`<time datetime="${time}" title="${exactly(time)}">${text}</time>`;
}

function exactly(time: string): string {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

const MINUTE = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** A time to the minute, in UTC; where scripts run, in the reader's time zone. */
export function minuteOf(time: string): Html {
  return html`<time datetime="${time}" data-local title="${exactly(time)}">${MINUTE.format(new Date(time))} UTC</time>`;
}
