/** A whole number or a decimal as people read it: `84,213`. */
export function thousands(number: number): string {
  return number.toLocaleString("en");
}
