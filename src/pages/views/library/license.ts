/** Where licenses of Creative Commons are described, by their parts and version. */
const CREATIVE_COMMONS = /creativecommons\.org\/(?:licenses\/([a-z-]+)|publicdomain\/(zero))(?:\/(\d\.\d))?/iu;
const IN_WORDS = /\bcreative[\s\p{Pd}]+commons[\s\p{Pd}]+attribution/iu;
const BY_LETTERS = /\bCC[\s\p{Pd}]*BY((?:[\s\p{Pd}]+(?:NC|ND|SA))*)\b(?:[\s\p{Pd}]*(\d\.\d))?/iu;
const RESTRICTED = /non[\s\p{Pd}]*commercial|no[\s\p{Pd}]*deriv|share[\s\p{Pd}]*alike|\b(?:NC|ND|SA)\b/iu;
const MAX_LENGTH = 60;

/**
 * A license as it is called: `CC BY 4.0` for its address or its usual sentence, any other as it is stated, cut at a word. Never by the name of one that allows
 * more.
 */
export function licenseName(stated: string): string {
  const [, parts, zero, version] = CREATIVE_COMMONS.exec(stated) ?? [];
  if (parts !== undefined || zero !== undefined)
    return [zero === undefined ? `CC ${parts!.toUpperCase()}` : "CC0", version].filter(Boolean).join(" ");
  const isInWords = IN_WORDS.test(stated);
  if (stated.length <= MAX_LENGTH && !isInWords) return stated;
  const [letters, restrictions, of] = BY_LETTERS.exec(stated) ?? [];
  const isOpen = !RESTRICTED.test(stated);
  if (restrictions || (letters !== undefined && isOpen)) return [byParts(restrictions ?? ""), of].filter(Boolean).join(" ");
  if (isInWords && isOpen) return "CC BY";
  if (stated.length <= MAX_LENGTH) return stated;
  const cut = stated.slice(0, MAX_LENGTH).toWellFormed();
  return `${cut.slice(0, cut.includes(" ") ? cut.lastIndexOf(" ") : MAX_LENGTH)}…`;
}

function byParts(restrictions: string): string {
  return `CC ${[
    "BY",
    ...restrictions
      .toUpperCase()
      .split(/[\s\p{Pd}]+/u)
      .filter(Boolean),
  ].join("-")}`;
}
