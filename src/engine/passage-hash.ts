import { passageHash, type Passage } from "../documents/passage.ts";

/*
 * A passage's content hash follows from its other fields, and 64 characters that nothing compresses are a tenth of what a passage takes. It is stored where it does not follow: in
 * the document about a whole text, which is not read as it is written, and in what another program wrote.
 */

/** The hash to store with a passage; null where `hashOfStored` finds it. */
export function hashToStore(passage: Passage): string | null {
  return passage.kind !== "whole" && passageHash(passage) === passage.content_hash ? null : passage.content_hash;
}

/** The hash of a passage that was read whole, but for its hash where none is stored with it. */
export function hashOfStored(passage: Omit<Passage, "content_hash"> & { content_hash: string | null | undefined }): string {
  return passage.content_hash ?? passageHash(passage as Passage);
}

/** The fields to read so that these can be told: all of them for the hash. */
export function fieldsBehindHash(fields: readonly string[], all: readonly string[]): readonly string[] {
  return fields.includes("content_hash") ? all : fields;
}
