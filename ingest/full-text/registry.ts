import { UsageError } from "../errors.ts";
import { jats } from "./jats.ts";
import { markdown } from "./markdown.ts";
import { pdf } from "./pdf.ts";
import { plainText } from "./plain-text.ts";
import { UnreadableText, type FullTextReader } from "./port.ts";
import { s2orc } from "./s2orc.ts";
import { tei } from "./tei.ts";

/** Every format that can be read; of two that fit a file, the first is taken. */
const READERS: readonly FullTextReader[] = [tei, jats, s2orc, pdf, markdown, plainText];

export const FULL_TEXT_FORMAT_NAMES: readonly string[] = READERS.map(({ name }) => name);

/** Endings of files that are taken from a folder or an archive. */
export const FULL_TEXT_EXTENSIONS: readonly string[] = [...new Set(READERS.flatMap(({ extensions }) => extensions))];

/** The reader of this name; throws `UsageError` where there is none. */
export function readerNamed(name: string): FullTextReader {
  const reader = READERS.find((one) => one.name === name);
  if (reader) return reader;
  throw new UsageError(`--format: ${name} is not a full-text format; allowed: ${FULL_TEXT_FORMAT_NAMES.join(", ")}`);
}

/** The reader of a file, by its beginning, else by its ending. Throws `UnreadableText` where none fits. */
export function readerOf(file: string, bytes: Uint8Array): FullTextReader {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString("latin1");
  const name = file.toLowerCase().replace(/\.gz$/u, "");
  const reader =
    READERS.find((one) => one.fits(head)) ??
    READERS.find((one) => !one.needsToFit && one.extensions.some((ending) => name.endsWith(ending)));
  if (reader) return reader;
  throw new UnreadableText("unknown_format", `is in none of the supported formats: ${FULL_TEXT_FORMAT_NAMES.join(", ")}`);
}
