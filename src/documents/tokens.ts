const BYTES_PER_TOKEN = 3;

/** About how many tokens a model makes of a text. Rather too many than too few: English has about 4 bytes a token, formulas and other scripts about 3. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The beginning of a text that `estimatedTokens` counts as at most `maximum`, cut between characters. */
export function firstTokens(text: string, maximum: number): string {
  if (estimatedTokens(text) <= maximum) return text;
  const bytes = Buffer.from(text).subarray(0, maximum * BYTES_PER_TOKEN);
  // A character cut in the middle decodes to a replacement character.
  return bytes.toString("utf8").replace(/\uFFFD+$/u, "");
}
