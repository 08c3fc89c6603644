/** Joins lines into a text: words that were divided at a line's end are whole again. */
export type LineJoiner = (lines: readonly string[]) => string;

/**
 * A joiner that knows the words of a document: a hyphen at a line's end is kept where the document has the word with it, or both parts as words and not the whole; otherwise it
 * is taken out.
 */
export function lineJoiner(lines: readonly string[]): LineJoiner {
  const words = new Set<string>();
  for (const [index, line] of lines.entries()) {
    // The last word of a line may be half of one, and the first of the next line its other half.
    const isSecondHalf = /[-‐­]$/u.test(lines[index - 1] ?? "");
    const whole = line.replace(/\S+[-‐­]$/u, "").replace(isSecondHalf ? /^\S+/u : /^$/u, "");
    for (const [word] of whole.matchAll(/[\p{L}\p{M}]+(?:[-‐][\p{L}\p{M}]+)*/gu)) words.add(word.toLowerCase());
  }
  return (parts) => {
    let text = "";
    for (const part of parts) {
      const next = part.trim();
      if (text === "") text = next;
      else if (/[\p{L}\p{N}][-‐­]$/u.test(text) && /^[\p{L}\p{N}]/u.test(next)) text = withWord(text, next, words);
      else if (goesOnWithoutSpace(text, next)) text += next;
      else text += ` ${next}`;
    }
    return text;
  };
}

/** A dash between words, an “either/or”, an address divided at a slash. */
function goesOnWithoutSpace(text: string, next: string): boolean {
  const [last = ""] = /\S+$/u.exec(text) ?? [];
  const [first = ""] = /^\S+/u.exec(next) ?? [];
  if (/https?:$/u.test(last)) return first.startsWith("//");
  if (!/:\/\/|^www\./u.test(last)) return /[\p{L}\p{N}/][–—/]$/u.test(text);
  // A plain word behind an address with a slash at its end is the next word of the sentence, or of another note.
  return last.endsWith("//") || (last.endsWith("/") && !/:\/\//u.test(first) && /[^\p{L}.,;:)]/u.test(first));
}

function withWord(text: string, next: string, words: ReadonlySet<string>): string {
  const [left = ""] = /[\p{L}\p{M}\p{N}]+(?:[-‐][\p{L}\p{M}\p{N}]+)*(?=[-‐­]$)/u.exec(text) ?? [];
  const [right = ""] = /^[\p{L}\p{M}\p{N}]+/u.exec(next) ?? [];
  // “state-” before “of-the-art”: short words too are words where the next line goes on with a compound.
  const isCompound = /^[-‐]\p{L}/u.test(next.slice(right.length));
  const isLong = isCompound || (left.length > 2 && right.length > 2 && !ENDINGS.test(right));
  const whole = (left + right).toLowerCase();
  const hyphened = `${left}-${right}`.toLowerCase();
  const isKept =
    // “Sci-” and “BERT” are SciBERT where the document says so.
    (/^\p{Lu}/u.test(right) && (!words.has(whole) || words.has(hyphened))) ||
    /^\p{N}/u.test(right) ||
    /\p{N}$/u.test(left) ||
    (words.has(hyphened) && !words.has(whole)) ||
    (!words.has(whole) && /[-‐]/u.test(left)) ||
    (!words.has(whole) && isLong && words.has(left.toLowerCase()) && words.has(right.toLowerCase()));
  return isKept ? text + next : text.slice(0, -1) + next;
}

/** Endings of English words, which a line broken at a page may make look like words of the document. */
const ENDINGS = /^(?:ings?|[st]ions?|ments?|ness|it(?:y|ies)|ies|ers?|ab(?:le|ly)|ally|is[mt]s?|ous|ives?|[ae]n(?:ce|t)s?)$/u;
