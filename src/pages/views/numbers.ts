import { thousands } from "../../shared/thousands.ts";

export { counted as countOf } from "../../shared/thousands.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A size with two digits that count: `840 bytes`, `1.2 GB`. */
export function sizeOf(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < UNITS.length - 1) [size, unit] = [size / 1_000, unit + 1];
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** A duration with its two largest units: `0.4 s`, `2 min 5 s`, `3 h 20 min`. */
export function durationOf(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${thousands(Math.floor(whole / 3_600))} h ${Math.floor((whole % 3_600) / 60)} min`;
}
