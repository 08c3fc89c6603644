import type { Table } from "@lancedb/lancedb";
import type { Target } from "../port.ts";
import { ID_COLUMNS, PREFIX_COLUMN } from "./schema.ts";
import { isOneOf } from "./sql.ts";

/*
 * Rows are found by their ids. An index over the ids of passages takes a sixth of the room of that over their words. The part that all ids of a text share takes a tenth of
 * that: it is indexed, and the ids are compared within those texts.
 */

/** The condition that a row of the table has one of these ids. */
export async function hasOneOfIds(table: Table, target: Target, ids: readonly string[]): Promise<string> {
  const condition = isOneOf(ID_COLUMNS[target], ids);
  if (target !== "passages" || ids.length === 0 || !hasPrefixes(await table.schema())) return condition;
  return `${isOneOf(PREFIX_COLUMN, [...new Set(ids.map(idPrefix))])} AND ${condition}`;
}

/** What the ids of a text's passages begin with: an id without the passage's place. Any other id is its own prefix. */
export function idPrefix(id: string): string {
  return id.replace(/-\d+$/u, "");
}

/** False for tables of papers and signals, and for those of passages that were made before there were prefixes. */
export function hasPrefixes({ fields }: { fields: readonly { name: string }[] }): boolean {
  return fields.some(({ name }) => name === PREFIX_COLUMN);
}
