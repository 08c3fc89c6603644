import { InputError, UsageError } from "../errors.ts";
import type { Download, SourceOptions } from "./format.ts";
import { openFullTexts } from "./full-texts.ts";
import { openInput } from "./open.ts";
import type { OpenSource } from "./opened.ts";
import type { InputFile, Reader, SourceItem } from "./port.ts";
import { checkFormatOptions, formatNamed } from "./registry.ts";

export type { OpenSource } from "./opened.ts";

/** Opens the input and its format's reader. Throws `UsageError` for options that do not fit together or an input that is not there. */
export async function openSource(options: SourceOptions, signal?: AbortSignal, download?: Download): Promise<OpenSource> {
  const { encoding, path } = options;
  const format = formatNamed(options.format);
  checkFormatOptions(format, options);
  if (options.target === "fulltext") return openFullTexts(options, signal);
  let unused: readonly string[] = [];
  const reader = await format.open(options, {
    // Who names UTF-8 as the encoding wants lines with wrong bytes set aside; who names none may not know that it is another.
    invalidUtf8: encoding === "utf-8" ? "line" : "fault",
    onUnusedColumns: (columns) => (unused = columns),
  });
  const unusedColumns = () => unused;
  if (isAddress(path)) {
    if (!format.download || !download) throw new UsageError(`${path}: ${format.name} cannot be downloaded; use a file or folder`);
    const pages = await format.download(path, { ...download, signal });
    const input = { files: [], paths: [], totalBytes: 0, bytesRead: () => 0 };
    return { input, items: readFiles(filesOf(pages), reader), unusedColumns };
  }
  const paths = (await format.filesOf?.(path)) ?? undefined;
  const input = await openInput(path, { extensions: format.extensions, paths, encoding, signal });
  return { input, items: readFiles(input.files, reader), unusedColumns };
}

/** True for what is downloaded rather than read from disk. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//iu.test(path);
}

async function* filesOf(paths: AsyncIterable<string>): AsyncGenerator<InputFile> {
  for await (const path of paths) yield* (await openInput(path, { extensions: [] })).files;
}

/** The rows of all files; a file that fails is said so after its last readable row, and the next one follows. */
async function* readFiles(files: Iterable<InputFile> | AsyncIterable<InputFile>, reader: Reader): AsyncGenerator<SourceItem> {
  try {
    for await (const file of files) {
      try {
        yield* reader(file);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        yield { kind: "fault", error };
      }
    }
  } catch (error) {
    // A download that cannot go on.
    if (!(error instanceof InputError)) throw error;
    yield { kind: "fault", error };
  }
}
