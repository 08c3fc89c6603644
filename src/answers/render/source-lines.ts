import type { Citation } from "../../citations/citation.ts";
import { passageAddress } from "../../documents/page-addresses.ts";
import type { CanvasAnswer } from "../schema.ts";
import { authorship } from "./flags.ts";
import type { Detail, Line } from "./line.ts";

/** Of the answer, its records and what speaks against it; in full, of everything that is cited. */
export function sourceLines(
  { citations, answer, records, counter_evidence, ...canvas }: CanvasAnswer,
  detail: Detail,
  baseUrl: string | null,
): Line[] {
  const inText = new Set([...answer.sentences, ...(records?.rows ?? []), ...counter_evidence].flatMap((item) => item.citations));
  const unseen = new Set(authorship(canvas) === null ? [] : answer.sentences.flatMap((sentence) => sentence.citations));
  const shown = detail === "full" ? citations : citations.filter(({ number }) => inText.has(number));
  return shown.map((citation, index) =>
    sourceLine(citation, { unseen: unseen.has(citation.number), earlier: shown.slice(0, index), detail, baseUrl }),
  );
}

function sourceLine(
  citation: Citation,
  { unseen, earlier, detail, baseUrl }: { unseen: boolean; earlier: readonly Citation[]; detail: Detail; baseUrl: string | null },
): Line {
  const { number, title, year, venue, url, kind, id, field, quote, start, end } = citation;
  const where = [year, venue, kind === "signal" ? "signal" : null].filter((part) => part !== null).join(", ");
  const same = earlier.find((other) => other.id === id);
  const place = placeInText(citation);
  const named = [`${title}${where === "" ? "" : ` (${where})`}`, ...place].join(", ");
  return {
    as: "source",
    text: same === undefined ? named : "same source as",
    ...(same === undefined ? {} : { citations: [same.number] }),
    notes: [
      ...(same === undefined || place.length === 0 ? [] : [place.join(", ")]),
      ...(detail === "full" ? [`${field} ${start}–${end}`] : []),
    ],
    source: {
      number,
      url: inFullText(citation, baseUrl) ?? (same === undefined ? url : null),
      quote: unseen || detail === "full" ? quote : null,
    },
    ...(same === undefined ? { id } : {}),
  };
}

/** The page that shows a quote of a full text where it stands; null of an abstract or a signal. */
function inFullText({ id, passage_id, start, end }: Citation, baseUrl: string | null): string | null {
  return passage_id === undefined || baseUrl === null ? null : baseUrl + passageAddress(id, { passage_id, start, end });
}

/** The section of a full text that a quote stands in, under its headings, and the page, as far as they are known; nothing of an abstract or a signal. */
function placeInText({ kind, section = [], page }: Citation): string[] {
  if (kind !== "passage") return [];
  return [section.length === 0 ? "full text" : section.join(" › "), ...(typeof page === "number" ? [`p. ${page}`] : [])];
}
