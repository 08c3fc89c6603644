import type { Table } from "@lancedb/lancedb";
import { setImmediate as otherWork } from "node:timers/promises";
import { MATCH_FIELDS, type Facet, type MatchField } from "../port.ts";
import { DEADLINES } from "./calls.ts";
import { columnValues } from "./column-values.ts";
import { matchingRows, rowAddresses, type RowAddresses } from "./row-addresses.ts";
import type { LanceTable } from "./table.ts";

/**
 * Counts the values of the rows that match. Reading them for each match takes LanceDB longer than the search itself (50,000 of 100,000 papers: 100 ms), naming
 * the rows a fifth of that. So what is counted is kept in memory, some 60 bytes a paper, of one version of one table: the one that was asked for last. After a write it
 * is read again (100,000 papers: 50 ms in LanceDB, and 100 in this thread, in turns with other work).
 */
export class MatchFacets {
  #latest: { table: Table; version: number; kept: Promise<KeptVersion> } | null = null;

  /** The most frequent values of each field among the rows that have all words of `text`, where it is given, and pass the condition that `conditionOf` gives. */
  async count(
    live: LanceTable,
    table: Table,
    { text, limit }: { text?: string | undefined; limit: number },
    conditionOf: (table: Table) => Promise<string | undefined>,
    timeoutMs: number,
  ): Promise<Record<MatchField, Facet[]>> {
    const kept = await this.#kept(live, table);
    // Asked of the same version: rows have other addresses once they are packed.
    const condition = await conditionOf(kept.table);
    const rows =
      text === undefined && condition === undefined ? null : await matchingRows(kept.table, text, condition, timeoutMs);
    const places =
      rows === null ? Uint32Array.from({ length: kept.rows }, (_, place) => place) : placesAt(kept.placesByFile, rows);
    const facets = MATCH_FIELDS.map((field) => [field, mostFrequent(kept.columns[field], places, limit)] as const);
    return Object.fromEntries(facets) as Record<MatchField, Facet[]>;
  }

  async #kept(live: LanceTable, table: Table): Promise<KeptVersion> {
    const version = await table.version();
    if (this.#latest?.table === table && this.#latest.version === version) return this.#latest.kept;
    const latest = { table, version, kept: live.atVersion(version).then(keepVersion) };
    this.#latest = latest;
    latest.kept.catch(() => {
      if (this.#latest === latest) this.#latest = null;
    });
    return latest.kept;
  }
}

/** A version of a table with what is counted of its rows; each row has a place, from 0 on. */
interface KeptVersion {
  table: Table;
  rows: number;
  placesByFile: PlacesByFile;
  columns: Readonly<Record<MatchField, CodedColumn>>;
}

/** For the number of each file the places of the rows in it. */
type PlacesByFile = ReadonlyMap<number, Uint32Array>;

/** Each value of a column once, and the numbers of the rows' values in that list: those of row `n` from `starts[n]` to `starts[n + 1]`. */
interface CodedColumn {
  values: readonly string[];
  starts: Uint32Array;
  codes: Uint32Array;
}

async function keepVersion(table: Table): Promise<KeptVersion> {
  const query = table.query().select([...MATCH_FIELDS]);
  const found = await query.withRowId().toArrow({ timeoutMs: DEADLINES.read, maxBatchLength: 5_000 });
  const coders = MATCH_FIELDS.map((field) => [field, new Coder()] as const);
  for (const batch of found.batches) {
    for (const [field, coder] of coders) coder.add(columnValues(batch, field));
    await otherWork();
  }
  const columns = coders.map(([field, coder]) => [field, coder.coded()] as const);
  return {
    table,
    rows: found.numRows,
    placesByFile: numbered(rowAddresses(found)),
    columns: Object.fromEntries(columns) as Record<MatchField, CodedColumn>,
  };
}

/** Numbers the values of a column. */
class Coder {
  readonly #numbers = new Map<string, number>();
  readonly #starts = [0];
  readonly #codes: number[] = [];

  add(values: readonly unknown[]): void {
    for (const value of values) {
      if (Array.isArray(value)) for (const item of new Set(value as string[])) this.#push(item);
      else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") this.#push(String(value));
      this.#starts.push(this.#codes.length);
    }
  }

  coded(): CodedColumn {
    return { values: [...this.#numbers.keys()], starts: Uint32Array.from(this.#starts), codes: Uint32Array.from(this.#codes) };
  }

  #push(value: string): void {
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    this.#codes.push(number);
  }
}

/** Gives rows their places in the order in which they come. */
function numbered(addresses: RowAddresses): PlacesByFile {
  const lengths = new Map<number, number>();
  for (const chunk of addresses) {
    for (let at = 0; at < chunk.length; at += 2) {
      const [row, file] = [chunk[at]!, chunk[at + 1]!];
      if (row >= (lengths.get(file) ?? 0)) lengths.set(file, row + 1);
    }
  }
  const places = new Map([...lengths].map(([file, length]) => [file, new Uint32Array(length)]));
  let place = 0;
  for (const chunk of addresses) {
    for (let at = 0; at < chunk.length; at += 2) places.get(chunk[at + 1]!)![chunk[at]!] = place++;
  }
  return places;
}

function placesAt(placesByFile: PlacesByFile, addresses: RowAddresses): Uint32Array {
  const places = new Uint32Array(addresses.reduce((sum, chunk) => sum + chunk.length / 2, 0));
  let index = 0;
  for (const chunk of addresses) {
    for (let at = 0; at < chunk.length; at += 2) places[index++] = placesByFile.get(chunk[at + 1]!)![chunk[at]!]!;
  }
  return places;
}

function mostFrequent({ values, starts, codes }: CodedColumn, places: Uint32Array, limit: number): Facet[] {
  const counts = new Uint32Array(values.length);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index]!;
    const end = starts[place + 1]!;
    for (let at = starts[place]!; at < end; at += 1) counts[codes[at]!]! += 1;
  }
  return values
    .map((value, number): Facet => ({ value, count: counts[number]! }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, limit);
}
