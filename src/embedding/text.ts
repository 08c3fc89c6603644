/**
 * The form in which every embedder takes a text, and by which its vector is cached: well-formed Unicode in NFC. Spellings that
 * differ only in how accents are composed have one vector.
 */
export function embeddingText(text: string): string {
  return text.toWellFormed().normalize("NFC");
}

/** Why a text without any character but white space gets no vector. */
export const EMPTY_TEXT = "the text is empty";

export function isBlank(text: string): boolean {
  return text.trim() === "";
}
