import type { Table } from "apache-arrow";
import { contentWithin, passageText, type Passage } from "../../documents/passage.ts";
import { fieldsBehindHash, hashOfStored, hashToStore } from "../passage-hash.ts";
import { packWhole, unpackWhole } from "../packed-whole.ts";
import { columnValues } from "./column-values.ts";
import { idPrefix } from "./ids.ts";
import { PREFIX_COLUMN } from "./schema.ts";

/** What stands in those columns of passages that do not hold a field as it is. */
export const PASSAGE_COLUMNS: Readonly<Record<string, (passage: Passage) => unknown>> = {
  text: passageText,
  /** A passage stands in what a search reads of it, and is not stored a second time. */
  content: () => null,
  whole: ({ whole }) => (whole === null ? null : packWhole(whole)),
  content_hash: hashToStore,
  [PREFIX_COLUMN]: ({ passage_id }) => idPrefix(passage_id),
};

/** The columns to read so that these fields of passages can be told; `all` are all fields. */
export function passageColumnsBehind(fields: readonly string[], all: readonly string[]): readonly string[] {
  const told = fieldsBehindHash(fields, all);
  return told.includes("content") ? [...told, "text", "title", "section"] : told;
}

/** The values of fields that their columns do not hold as they are, or did not hold in tables that were filled before. */
export const PASSAGE_READERS: Readonly<Record<string, (table: Table) => readonly unknown[]>> = {
  content: contents,
  whole: wholes,
};

/** Gives passages that were read whole the hashes that are not stored. */
export function addHashes(passages: readonly Passage[]): void {
  for (const passage of passages) if (passage.content_hash === null) passage.content_hash = hashOfStored(passage);
}

function contents(table: Table): unknown[] {
  const [own, texts, titles, sections] = ["content", "text", "title", "section"].map((name) => columnValues(table, name));
  return texts!.map((text, index) => {
    const context = { title: titles![index] as string | null, section: sections![index] as string[] };
    return own![index] ?? contentWithin(text as string | null, context);
  });
}

function wholes(table: Table): unknown[] {
  const ids = columnValues(table, "passage_id") as string[];
  return (columnValues(table, "whole") as (string | null)[]).map((stored, index) =>
    stored === null ? null : unpackWhole(stored, ids[index]!),
  );
}
