/** The most words of a text, and the last position that a word may have: an abstract is far shorter than both. */
const MAX_WORDS = 20_000;
const MAX_POSITION = 50_000;

/**
 * Puts a text together again from where each of its words stands: `{"We": [0], "search": [1, 3], "and": [2]}` → `We search and search`.
 * Positions are bounded, so that a broken index costs neither memory nor time; gaps are passed over, and of two words in one place the
 * first counts. Null stays null.
 */
export function textOfInvertedIndex(
  index: Readonly<Record<string, readonly number[]>> | null,
): { text: string | null } | { message: string } {
  if (index === null) return { text: null };
  const words = new Map<number, string>();
  let count = 0;
  for (const [word, positions] of Object.entries(index)) {
    count += positions.length;
    if (count > MAX_WORDS) return { message: `has more than ${MAX_WORDS} words` };
    for (const position of positions) {
      if (!Number.isInteger(position) || position < 0 || position > MAX_POSITION) {
        return { message: `has a word at position ${position}; positions are whole numbers from 0 to ${MAX_POSITION}` };
      }
      if (!words.has(position)) words.set(position, word);
    }
  }
  const text = [...words]
    .sort(([a], [b]) => a - b)
    .map(([, word]) => word)
    .join(" ");
  return { text: text === "" ? null : text };
}
