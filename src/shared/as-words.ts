/** A name of code as words: `peer review` for `peer_review`. */
export function asWords(name: string): string {
  return name.replaceAll("_", " ");
}
