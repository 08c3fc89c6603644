/** A number with at most this many digits after the point; halves go up. */
export function rounded(value: number, digits: number): number {
  const unit = 10 ** digits;
  return Math.round(value * unit) / unit;
}
