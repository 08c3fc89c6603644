import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { idKey, parseExternalId } from "../src/documents/ids.ts";
import { UsageError } from "./errors.ts";

/**
 * The id keys of the papers that a table names for files: lines of a file's name or path, a comma and an id in any usual spelling; the first line may be a heading.
 * Throws `UsageError` for a table that cannot be read.
 */
export async function readIdMap(path: string): Promise<(file: string) => string[]> {
  const table = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new UsageError(`--map: ${path} cannot be read`, { cause });
  });
  const ids = new Map<string, string>();
  for (const [index, line] of table.split(/\r?\n/u).entries()) {
    const [, file, given] = /^\s*"?(.+?)"?\s*[,;\t]\s*"?([^"]+?)"?\s*$/u.exec(line) ?? [];
    const id = given === undefined ? null : keyOf(given);
    if (file !== undefined && id !== null) ids.set(file, id);
    else if (line.trim() !== "" && index > 0) {
      throw new UsageError(`--map: line ${index + 1} of ${path} is not a file name, a comma and an ID of its paper`);
    }
  }
  return (file) => [ids.get(file) ?? ids.get(basename(file.replaceAll("!", "/"))) ?? []].flat();
}

function keyOf(text: string): string | null {
  if (/^title:[0-9a-f]{32}$/u.test(text)) return text;
  const id = parseExternalId(text);
  return id === null ? null : idKey(id);
}
