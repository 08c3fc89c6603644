const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** Quotation marks around fewer words are emphasis. */
const QUOTED_WORDS = 3;

/** What a text puts in quotation marks, of three words or more, in order of the kinds of marks; the marks left out. */
export function quotations(text: string): string[] {
  const doubled = text.matchAll(/["“”„«»‘]([^"“”„«»’]+)["“”„«»’]/gu);
  const single = text.matchAll(/(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu);
  const quoted = [...doubled, ...single].map(([, words = ""]) => words);
  return quoted.filter((words) => wordCount(words) >= QUOTED_WORDS);
}

/** How many words a text has. */
export function wordCount(text: string): number {
  return [...WORDS.segment(text)].filter((part) => part.isWordLike).length;
}
