import { foldText } from "../documents/text.ts";

/**
 * Of the names, those that a misspelled or partial one most likely means, best first: it begins or holds the given text, or is few edits
 * away; case, diacritics and punctuation do not count. `names`: the most frequent first, which decides between equals.
 */
export function nearestNames(given: string, names: readonly string[], maximum: number): string[] {
  const wanted = key(given).slice(0, MAX_LENGTH);
  if (wanted === "") return [];
  return names
    .map((name) => ({ name, distance: distance(wanted, key(name).slice(0, MAX_LENGTH)) }))
    .filter((candidate) => candidate.distance < TOO_FAR)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maximum)
    .map((candidate) => candidate.name);
}

const MAX_LENGTH = 60;
/** The share of a name's letters that may differ. */
const TOO_FAR = 0.45;

function key(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, "");
}

/** 0 for equal to 1 for nothing in common. */
function distance(wanted: string, name: string): number {
  if (name === "") return 1;
  if (wanted.length >= 3 && (name.startsWith(wanted) || wanted.startsWith(name))) return 0.1;
  if (wanted.length >= 3 && name.includes(wanted)) return 0.2;
  const longer = Math.max(wanted.length, name.length);
  if (Math.abs(wanted.length - name.length) > TOO_FAR * longer) return 1;
  return editDistance(wanted, name) / longer;
}

/** Edits that turn one text into the other: insert, delete, replace, swap two neighbors (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}

/** Whether one text becomes the other by one edit: a letter more, less or other, or two neighbors swapped. */
export function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from += 1;
  if (a.length !== b.length) {
    const [long, short] = a.length > b.length ? [a, b] : [b, a];
    return long.slice(from + 1) === short.slice(from);
  }
  if (a.slice(from + 1) === b.slice(from + 1)) return true;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && a.slice(from + 2) === b.slice(from + 2);
}
