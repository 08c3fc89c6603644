import { FULL_TEXT_EXTENSIONS, FULL_TEXT_FORMAT_NAMES } from "../full-text/registry.ts";
import { readFullText } from "../full-text/read.ts";
import type { Format, SourceOptions } from "./format.ts";
import { openInput } from "./open.ts";
import type { OpenSource } from "./opened.ts";
import type { SourceItem } from "./port.ts";

/** Each file's format is found out. */
export const ANY_FULL_TEXT = "auto";

/** The formats of whole papers, as the commands, checkpoints and dead letters know them. */
export const FULL_TEXTS: readonly Format[] = [ANY_FULL_TEXT, ...FULL_TEXT_FORMAT_NAMES].map((name) => ({
  name,
  targets: ["fulltext"],
  extensions: FULL_TEXT_EXTENSIONS,
  options: [
    {
      name: "map",
      flags: "--map <file>",
      description: "a CSV file of file names and paper IDs",
      tellsInputsApart: true,
      isFile: true,
    },
  ],
  open: () => Promise.reject(new Error("full texts are opened by openFullTexts")),
}));

/** Opens a file, a folder or an archive of whole papers. Throws `UsageError` where there is nothing to read. */
export async function openFullTexts({ path, format }: SourceOptions, signal?: AbortSignal): Promise<OpenSource> {
  const { paths, totalBytes } = await openInput(path, { extensions: [...FULL_TEXT_EXTENSIONS, ".zip", ".tar", ".tgz"] });
  let read = 0;
  const items = async function* (): AsyncGenerator<SourceItem> {
    for await (const item of readFullText(path, { signal, ...(format === ANY_FULL_TEXT ? {} : { format }) })) {
      if (item.kind === "unreadable") yield item;
      else {
        read += item.text.passages.reduce((sum, { text }) => sum + text.length, 0);
        yield { ...item, kind: "fulltext" };
      }
    }
  };
  return { input: { files: [], paths, totalBytes, bytesRead: () => read }, items: items(), unusedColumns: () => [] };
}
