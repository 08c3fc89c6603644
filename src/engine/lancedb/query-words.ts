/** The words of a user's text, at most so many: what stands between them means nothing to a search. */
export function queryWords(text: string): string {
  return (text.slice(0, MAX_QUERY_CHARACTERS).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_QUERY_WORDS).join(" ");
}

const MAX_QUERY_CHARACTERS = 2_000;
const MAX_QUERY_WORDS = 256;
