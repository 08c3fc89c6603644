/** The items of two lists side by side, in order. Throws `RangeError` where one list is longer than the other. */
export function pairs<Left, Right>(left: readonly Left[], right: readonly Right[]): [Left, Right][] {
  if (left.length !== right.length) throw new RangeError(`lists of ${left.length} and ${right.length} items cannot be paired`);
  return left.map((item, index) => [item, right[index]!]);
}
