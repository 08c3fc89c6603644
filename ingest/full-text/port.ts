import type { FullText } from "../../src/documents/full-text.ts";

/** A reader's own copy of a file, and how it is called. */
export interface FullTextFile {
  /** Its path as it is shown and kept in dead letters. */
  name: string;
  bytes: Uint8Array;
}

/** A format of full texts. It becomes known by its line in `registry.ts`. */
export interface FullTextReader {
  /** What `--format` calls it. */
  name: FullText["format"];
  /** Endings of its files, each with `.gz` behind it too. */
  extensions: readonly string[];
  /** Whether a file is of this format, judged by its first 4 kB, where its ending does not tell. */
  fits(head: string): boolean;
  /** True: the ending alone does not make a file one of this format, because other files end so too. */
  needsToFit?: boolean;
  /**
   * The texts of a file, in their order. Throws `UnreadableText` for a file that cannot be read. The same bytes give the same texts. Runs in a worker
   * (see `isolated.ts`): it may take any memory and time, both are limited outside.
   */
  read(file: FullTextFile): Promise<FullText[]>;
}

/** Why a file, or one text of it, cannot be taken: a short code that dead letters are counted by, and a sentence for people. */
export class UnreadableText extends Error {
  override readonly name = "UnreadableText";
  readonly reason: string;

  constructor(reason: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

/** The text of a file in UTF-8. Throws `UnreadableText` for another encoding. */
export function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableText("invalid_encoding", "is not UTF-8", { cause });
  }
}
