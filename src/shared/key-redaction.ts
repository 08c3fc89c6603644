/** How every API key begins; `access/key-format.ts` has the rest of the form. */
export const KEY_PREFIX = "s2s_";

/** Finds anything in a text that could be a key or a good part of one. */
export const KEY_LIKE = new RegExp(`${KEY_PREFIX}[0-9A-Za-z]{8,}`, "gu");

/** The text with everything that looks like a key replaced by `s2s_[redacted]`. */
export function withoutKeys(text: string): string {
  return text.replace(KEY_LIKE, `${KEY_PREFIX}[redacted]`);
}
