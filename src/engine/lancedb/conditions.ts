import type { Table } from "@lancedb/lancedb";
import type { Target } from "../port.ts";
import { hasOneOfIds } from "./ids.ts";
import { ID_COLUMNS } from "./schema.ts";
import { idsWithPhrase, idsWithWords } from "./search.ts";
import { all, isNoneOf } from "./sql.ts";

/** Filters that the text index answers, and filters within filters. */
export interface TextFilters<Filters> {
  words?: string;
  phrases?: string[];
  without?: string[];
  also?: Filters;
}

/** Gives the SQL condition of a table's filters; undefined where every row passes. */
export type ConditionOf<Filters> = (table: Table, filters: Filters, timeoutMs: number) => Promise<string | undefined>;

/** `ofColumns` gives the condition of all filters but `TextFilters`; those are asked of the text index first. */
export function conditionsOf<Filters extends TextFilters<Filters>>(
  target: Target,
  ofColumns: (filters: Filters) => string | undefined,
): ConditionOf<Filters> {
  const idColumn = ID_COLUMNS[target];
  const conditionOf: ConditionOf<Filters> = async (table, filters, timeoutMs) => {
    const condition = ofColumns(filters);
    const { words, phrases = [], without = [], also } = filters;
    const narrowed = (ids: string[]) => hasOneOfIds(table, target, ids);
    const [wanted, unwanted, further] = await Promise.all([
      Promise.all([
        ...(words === undefined ? [] : [idsWithWords(table, idColumn, words, condition, timeoutMs)]),
        ...phrases.map((phrase) => idsWithPhrase(table, idColumn, phrase, condition, timeoutMs)),
      ]),
      Promise.all(without.map((phrase) => idsWithPhrase(table, idColumn, phrase, condition, timeoutMs))),
      Promise.all(also === undefined ? [] : [conditionOf(table, also, timeoutMs)]),
    ]);
    const left = unwanted.flat().length === 0 ? [] : [isNoneOf(idColumn, unwanted.flat())];
    const parts = [condition, ...(await Promise.all(wanted.map(narrowed))), ...left, ...further];
    return all(parts.filter((part) => part !== undefined));
  };
  return conditionOf;
}
