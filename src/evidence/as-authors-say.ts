/** How people ask about a paper, and how its authors say it. */
const WORDINGS: readonly (readonly [asked: RegExp, said: string])[] = [
  [/\b(?:(?:do|does|did) )?(?:they|the authors)\b(?!['’])/giu, "we"],
  [/\b(?:their\b|the authors['’](?=\s))/giu, "our"],
];

/**
 * A question about what authors did in the words in which they tell it: “Which datasets did they use?” becomes “Which datasets we use?”, which is nearer in
 * meaning to the sentence that answers. Pure.
 */
export function asAuthorsSay(question: string): string {
  return WORDINGS.reduce((text, [asked, said]) => text.replace(asked, said), question);
}
