/** Characters that carry no text: controls (but tab and line breaks), zero-width, bidirectional, tag and private marks. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A text without the characters that carry none; everything else stays as it is. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
