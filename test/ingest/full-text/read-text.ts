import type { FullText } from "../../../src/documents/full-text.ts";
import type { FullTextReader } from "../../../ingest/full-text/port.ts";

/** The one text of a file that is given as text. */
export async function textIn(reader: FullTextReader, content: string, name = "file"): Promise<FullText> {
  const [text] = await reader.read({ name, bytes: Buffer.from(content) });
  return text!;
}

/** Passages as lines: kind, form, label, text. */
export function lines({ passages }: FullText): string[] {
  return passages.map(({ kind, form, label, text }) => [kind, form, ...(label === null ? [] : [label]), text].join(" · "));
}

/** Markers with the text that they stand on. */
export function markersOf({ markers, passages }: FullText): [string, ...string[]][] {
  return markers.map(({ passage, start, end, keys }) => [passages[passage]!.text.slice(start, end), ...keys]);
}

/** The reason why a file is not taken. */
export async function reasonOf(reader: FullTextReader, content: string): Promise<string> {
  return reader.read({ name: "file", bytes: Buffer.from(content) }).then(
    () => "taken",
    (error: { reason?: string }) => error.reason ?? "thrown",
  );
}
