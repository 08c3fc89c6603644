const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A small count in words, a larger one in digits. */
export function inWords(count: number): string {
  return WORDS[count] ?? String(count);
}
