import { editDistance } from "../retrieval/nearest-names.ts";

/**
 * Of the names, the one that a misspelled word most likely means: the fewest edits away, after case and separators are set aside.
 * Null where none comes within a third of the word's length, at least two edits.
 */
export function nearest(word: string, names: readonly string[]): string | null {
  const wanted = plain(word.slice(0, 100));
  const ranked = names
    .map((name) => ({
      name,
      distance: plain(name).includes(wanted) && wanted.length >= 4 ? 1 : editDistance(wanted, plain(name)),
    }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, Math.floor(wanted.length / 3)) ? best.name : null;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
