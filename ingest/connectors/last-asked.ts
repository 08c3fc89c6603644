import { contentHash } from "../../src/documents/hash.ts";
import { allRecords } from "../../src/records/every-record.ts";
import type { Records } from "../../src/records/port.ts";
import type { Look } from "./connector.ts";

/** The looks of a source, by the keys of their subjects. */
export async function lastAskedOf(records: Records, source: string): Promise<Map<string, Look>> {
  const looks = await allRecords<Look>(records, "source_look", { source });
  return new Map(looks.map(({ value }) => [value.key, value]));
}

export async function keepLastAsked(records: Records, look: Look): Promise<void> {
  await records.put("source_look", recordId(look), look);
}

/** Forgets what is no longer asked about. */
export async function forgetLastAsked(records: Records, look: Look): Promise<void> {
  await records.delete("source_look", recordId(look));
}

function recordId({ source, key }: Look): string {
  return `${source}-${contentHash(key).slice(0, 32)}`;
}
