import { expect, it } from "vitest";
import { relativeTo } from "../../src/pages/views/times.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

it.each([
  [0, "just now"],
  [-59 * SECOND, "just now"],
  [-60 * SECOND, "1 minute ago"],
  [-7 * 60 * SECOND, "7 minutes ago"],
  [24 * HOUR - SECOND, "in 24 hours"],
  [-25 * HOUR, "yesterday"],
  [5 * 24 * HOUR - SECOND, "in 5 days"],
  [-45 * 24 * HOUR, "45 days ago"],
  [-46 * 24 * HOUR, "6 Oct 2026"],
  [90 * 24 * HOUR, "19 Feb 2027"],
])("%i ms away reads “%s”", (distance, text) => {
  const time = new Date(NOW + distance).toISOString();
  const markup = String(relativeTo(NOW, time));
  expect(markup).toContain(`datetime="${time}"`);
  expect(markup.replaceAll(/<[^>]*>/gu, "").trim()).toBe(text);
});
