/** A heading in its number and its words: `3.1 Training` → `3.1`, `Training`; the depth is that of the number, null without one. */
export function numberedHeading(heading: string): { number: string | null; title: string; depth: number | null } {
  const [, number, title] =
    /^(?:section\s+|appendix\s+(?=[A-Z]\b))?((?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}|[IVX]{1,5})[.):]?\s+(\S.*)$/iu.exec(heading) ??
    [];
  if (number === undefined || title === undefined) return { number: null, title: heading, depth: null };
  // “A resultant vector”, “I think”: a lone letter counts with a point behind it, or as an appendix's.
  if (/^[a-z]$/iu.test(number) && !new RegExp(`^${number}[.):]`, "u").test(heading) && !/^[A-H]\s+[A-Z]/u.test(heading)) {
    return { number: null, title: heading, depth: null };
  }
  return { number, title, depth: number.split(".").length };
}
