/** The figures of a text: numbers as they are written, grouping commas and a trailing point left out. */
export function figures(text: string): string[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)*/gu)].map((match) => match[0].replaceAll(/,(?=\d{3}(?!\d))/gu, ""));
}
