import type { ExportDocument, ExportField } from "./fields.ts";

/** One JSON object a line; what is unknown is null. */
export async function* jsonLinesBytes(
  pages: AsyncIterable<readonly ExportDocument[]>,
  fields: readonly ExportField[],
): AsyncGenerator<Uint8Array> {
  const line = (document: ExportDocument): string =>
    `${JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, document[name] ?? null])))}\n`;
  for await (const page of pages) yield Buffer.from(page.map(line).join(""));
}
