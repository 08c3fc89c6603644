/** Where a quote stands in a text, `text.slice(start, end)`, UTF-16 units. */
export interface QuotePlace {
  start: number;
  end: number;
}

/**
 * Finds a quote in a text whatever its typography: compatibility forms (NFKC), case, kinds and runs of white space, dashes with the
 * spaces around them, quote marks, invisible characters, and points or commas at its ends do not count; every letter and digit does.
 * It must begin and end where words do, so that no number or word is cut. Null where it does not stand there.
 */
export function quotePlace(quote: string, text: string): QuotePlace | null {
  const wanted = foldQuote(quote);
  if (wanted === "") return null;
  const { folded, starts, ends } = foldedWithOffsets(text);
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const last = at + wanted.length - 1;
    if (!cutsWord(folded, at) && !cutsWord(folded, last + 1)) return { start: starts[at]!, end: ends[last]! };
  }
  return null;
}

/** A quote as it is compared: folded, without marks of omission and punctuation at its ends. */
export function foldQuote(quote: string): string {
  return foldedWithOffsets(quote).folded.replace(/^[\s.,;:…']+|[\s.,;:…']+$/gu, "");
}

interface Folding {
  /** UTF-16 units. Not one string that grows: reading its end would copy it whole for each character. */
  units: string[];
  /** For each unit, where the characters that it stands for begin and end in the text. */
  starts: number[];
  ends: number[];
}

const INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff]$/u;
const DASH = /^[-\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]$/u;
const QUOTE_MARK = /^["'`\u00b4\u2018-\u201f\u2032-\u2037\u00ab\u00bb\u2039\u203a\u300c-\u300f\uff02\uff07]$/u;

function foldedWithOffsets(text: string): { folded: string; starts: number[]; ends: number[] } {
  const result: Folding = { units: [], starts: [], ends: [] };
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const cluster = match[0];
    if (INVISIBLE.test(cluster)) continue;
    const piece = foldedCluster(cluster);
    append(result, piece, match.index, match.index + cluster.length);
  }
  return { folded: result.units.join(""), starts: result.starts, ends: result.ends };
}

function foldedCluster(cluster: string): string {
  if (DASH.test(cluster)) return "-";
  if (QUOTE_MARK.test(cluster)) return "'";
  return cluster.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ");
}

/** Runs of spaces, dashes and quote marks are one; spaces beside a dash are none. A run stands for all the characters that it took in. */
function append(result: Folding, piece: string, start: number, end: number): void {
  const before = result.units.at(-1);
  if ((piece === " " || piece === "-" || piece === "'") && before === piece) {
    result.ends[result.ends.length - 1] = end;
    return;
  }
  if (piece === " " && before === "-") return;
  if (piece === "-" && before === " ") {
    result.units.pop();
    result.starts.pop();
    result.ends.pop();
  }
  for (let unit = 0; unit < piece.length; unit += 1) {
    result.units.push(piece[unit]!);
    result.starts.push(start);
    result.ends.push(end);
  }
}

/** Whether a place lies within a word or a number (`45.2`, `1,200`). */
function cutsWord(folded: string, at: number): boolean {
  const before = folded.slice(0, at);
  const after = folded.slice(at, at + 2);
  return (
    (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) ||
    (/\d$/u.test(before) && /^[.,]\d/u.test(after)) ||
    (/\d[.,]$/u.test(before) && /^\d/u.test(after))
  );
}
