/**
 * TeX prints some letters as an accent and a letter: `Erd˝os` is Erdős, `ˇReh˚uˇrek` Řehůřek. At a word's beginning ´ is an accent on a capital alone, and ` and ˜ are other signs. A hat over a whole word,
 * behind which it stands here, is no part of it.
 */
export function withAccents(text: string): string {
  return text
    .replace(/(?<=\p{L})[´`¨˜˝ˇ˘ˆ˚]\p{L}|(?<![\p{L}\p{N}´])(?:[¨˝ˇ˘ˆ˚]\p{L}|´\p{Lu}(?=\p{Ll}))/gu, ([accent, letter]: string) => {
      const base = letter === "ı" ? "i" : letter === "ȷ" ? "j" : letter!;
      const one = (base + ACCENTS[accent!]!).normalize("NFC");
      return one.length === 1 ? one : accent! + letter!;
    })
    .replace(/(?<=\p{L}{3})[ˆ˜](?!\p{L})/gu, "");
}

const ACCENTS: Readonly<Record<string, string>> = {
  "´": "\u0301",
  "`": "\u0300",
  "¨": "\u0308",
  "˜": "\u0303",
  "˝": "\u030b",
  ˇ: "\u030c",
  "˘": "\u0306",
  ˆ: "\u0302",
  "˚": "\u030a",
};
