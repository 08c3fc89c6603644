import { firstOf } from "./first-of.ts";
import { cleanText } from "./text.ts";

/*
 * Markdown made of records. Texts are escaped, so that nothing in them becomes a link, an image, HTML or code; the only links are
 * addresses that a record holds.
 */

/** A text from a record or a caller, on one line and without any Markdown of its own that could load or link something. */
export function plain(text: string, maxLength = Infinity): string {
  return shortened(cleanText(text), maxLength)
    .replace(/[\\`[\]<>]/gu, "\\$&")
    .replace(/:\/\//gu, "\\://")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`)
    .replace(/^([#+*-])/u, "\\$1");
}

/** The first part of a text, cut between characters and marked, where it is longer than `longest` UTF-16 units. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/�$/u, "")
    .trimEnd()}…`;
}

/** An id in code type, to be copied as it is. */
export function id(value: string): string {
  return value.includes("`") ? plain(value) : `\`${value}\``;
}

/** A record's own address, or nothing where it is no web address. */
export function link(url: string | null): string {
  const parsed = URL.parse(url ?? "");
  return parsed && /^https?:$/u.test(parsed.protocol) && !/[<>\s]/u.test(parsed.href) ? `<${parsed.href}>` : "";
}

/** The parts that are not empty, joined by a dot in the middle. */
export function dotted(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** `Title (2020, Venue)` with the warning that a retracted paper carries everywhere. */
export function paperName(
  paper: { title: string; year: number | null; venue?: string | null; retracted?: boolean },
  maxLength = Infinity,
): string {
  const where = [paper.year === null ? "" : String(paper.year), plain(paper.venue ?? "", Math.min(maxLength, 80))]
    .filter(Boolean)
    .join(", ");
  return `${plain(paper.title, maxLength)}${where === "" ? "" : ` (${where})`}${paper.retracted ? " — RETRACTED" : ""}`;
}

/** The first names of a list and how many follow. */
export function names(list: readonly string[], maximum: number): string {
  const shown = list.slice(0, maximum).map((name) => plain(name, 80));
  return firstOf([...shown, ...list.slice(maximum)], maximum);
}

/** `[1] [4]`: where addresses at the end of the text make the numbers links, Markdown would take `[1][4]` for one link. */
export function marks(numbers: readonly number[]): string {
  return numbers.map((number) => `[${number}]`).join(" ");
}

/** A line for each part that was unavailable. */
export function degradedLines(degraded: readonly { part: string; reason: string }[]): string[] {
  return degraded.map(({ part, reason }) => `Note (${part}): ${plain(reason)}`);
}
