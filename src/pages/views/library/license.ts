/** Where licences of Creative Commons are described, by their parts and version. */
const CREATIVE_COMMONS = /creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/(zero))(?:\/(\d\.\d))?/iu;
const IN_WORDS = /\bcreative commons attribution(?! ?-? ?(?:non-?commercial|share-?alike|no-?derivati))/iu;
const LONGEST = 60;

/** A licence as it is called: `CC BY 4.0` for its address or its usual sentence, any other as it is stated, cut at a word. */
export function licenseName(stated: string): string {
  const [, parts, zero, version] = CREATIVE_COMMONS.exec(stated) ?? [];
  if (parts !== undefined || zero !== undefined)
    return [zero === undefined ? `CC ${parts!.toUpperCase()}` : "CC0", version].filter(Boolean).join(" ");
  if (IN_WORDS.test(stated)) return "CC BY";
  if (stated.length <= LONGEST) return stated;
  const cut = stated.slice(0, LONGEST).toWellFormed();
  return `${cut.slice(0, cut.includes(" ") ? cut.lastIndexOf(" ") : LONGEST)}…`;
}
