/** A whole number or a decimal as people read it: `84,213`. */
export function thousands(number: number): string {
  return number.toLocaleString("en");
}

/** `1 paper`, `84,213 papers`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}
