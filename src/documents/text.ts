import { withoutInvisible } from "../shared/invisible.ts";

/** Words of printable Latin characters with single spaces between them: text that has its stored form already. */
const PLAIN = /^[!-~\u00a1-\u00ac\u00ae-\u02ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u02ff]+)*$/u;

/** Only such characters have neither diacritics nor another compatible form. */
const ASCII = /^[ -~]*$/u;

/**
 * The stored form of any text: NFC, invisible characters gone, every run of white space one space, trimmed.
 * Everything that is quoted later is quoted from this form, so offsets into it stay valid.
 */
export function cleanText(text: string): string {
  // Most fields of most rows are such text, and looking costs a tenth of the work below.
  if (PLAIN.test(text)) return text;
  return withoutInvisible(text.toWellFormed()).normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** Folded form for comparing names and filter values: no diacritics, lower case, single spaces. */
export function foldText(text: string): string {
  const clean = cleanText(text);
  if (ASCII.test(clean)) return clean.toLowerCase();
  return clean
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/ß/gu, "ss")
    .replace(/ł/gu, "l")
    .replace(/ø/gu, "o")
    .replace(/đ/gu, "d")
    .replace(/æ/gu, "ae")
    .replace(/œ/gu, "oe");
}

/** A title's key: folded, letters and digits only, so that punctuation, case and spacing do not tell titles apart. */
export function titleKey(title: string): string {
  return foldText(title)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 400);
}
