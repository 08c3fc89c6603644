/** Elements that hold no text of the abstract itself: its heading. */
const HEADING = /<(?:jats:)?title\b[^<>]*>\s*(?:abstract|summary)\s*:?\s*<\/(?:jats:)?title>/giu;
/** The end of these is a space; inline elements join what stands beside them. */
const BLOCK = /<\/?(?:jats:)?(?:p|sec|title|list|list-item|disp-formula|br|div|li|ul|ol)\b[^<>]*>/giu;
const TAG = /<\/?[a-z][^<>]*>|<!--.*?-->/giu;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip|rsquo|lsquo|rdquo|ldquo));/giu;
const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
};
/** Registries hold text that was escaped once more on its way. */
const MAX_ESCAPES = 2;

/** The text of a field that may hold JATS or HTML, escaped or not: no tags, no entities. A lone `<` stays. Pure. */
export function markupText(field: string): string {
  let text = field;
  for (let pass = 0; pass <= MAX_ESCAPES; pass += 1) {
    const plain = decoded(text.replace(HEADING, " ").replace(BLOCK, " ").replace(TAG, ""));
    if (plain === text) break;
    text = plain;
  }
  return text;
}

function decoded(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
