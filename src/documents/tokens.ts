/** About how many tokens a model makes of a text. Rather too many than too few: English has about 4 bytes a token, formulas and other scripts about 3. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
