/** The first entries of a list and how many follow: `Ada, Ben and 3 more`. */
export function firstOf(list: readonly string[], limit: number): string {
  const shown = list.slice(0, limit).join(", ");
  return list.length > limit ? `${shown} and ${list.length - limit} more` : shown;
}
