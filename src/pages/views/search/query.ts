import { z } from "zod";
import { SIGNAL_KINDS, type SignalKind } from "../../../documents/signal-kinds.ts";
import { YEAR_RANGE } from "../../../documents/dates.ts";
import { MAX_VENUE_LENGTH } from "../../../documents/paper.ts";
import type { PaperFilters } from "../../../engine/filters.ts";
import { PAPER_SORTS, type PaperSearchSort } from "../../../retrieval/retrieve.ts";
import { allOf, textOf, type Form } from "../../form.ts";
import type { Problems } from "../fields.ts";

/** A search as its address says it. */
export interface SearchQuery {
  q: string;
  from: string;
  to: string;
  venues: string[];
  kinds: SignalKind[];
  /** The id of a topic whose papers alone are wanted; empty: none. */
  topic: string;
  /** Only papers with code. */
  code: boolean;
  /** Without retracted papers (0), or those alone (1). */
  retracted: "" | "0" | "1";
  sort: PaperSearchSort;
  cursor: string;
}

const MAX_QUERY_LENGTH = 2_000;
const MAX_VENUES = 20;
const Sort = z.enum(PAPER_SORTS).catch("relevance");
const Year = z.coerce.number().int().min(YEAR_RANGE.min).max(YEAR_RANGE.max);

/** Reads an address; what it does not know is left out. */
export function searchQueryOf(form: Form): SearchQuery {
  const text = (name: string, maxLength: number) => textOf(form, name).trim().slice(0, maxLength);
  return {
    q: text("q", MAX_QUERY_LENGTH),
    from: text("from", 10),
    to: text("to", 10),
    venues: [...new Set(allOf(form, "venue").map((venue) => venue.trim().slice(0, MAX_VENUE_LENGTH)))]
      .filter(Boolean)
      .slice(0, MAX_VENUES),
    kinds: SIGNAL_KINDS.filter((kind) => allOf(form, "kind").includes(kind)),
    topic: /^topic:[0-9a-f]{12}$/u.test(text("topic", 100)) ? text("topic", 100) : "",
    code: textOf(form, "code") === "1",
    retracted: (["0", "1"] as const).find((one) => one === textOf(form, "retracted")) ?? "",
    sort: Sort.parse(textOf(form, "sort")),
    cursor: text("cursor", 1_000),
  };
}

/** The filters of a search, or what is wrong with them. */
export function filtersOf({
  from,
  to,
  venues,
  kinds,
  code,
  retracted,
}: SearchQuery): { filters: PaperFilters } | { problems: Problems } {
  const years = { from: yearOf(from), to: yearOf(to) };
  const wrong = (["from", "to"] as const).filter((name) => years[name] === null);
  if (wrong.length > 0)
    return {
      problems: Object.fromEntries(wrong.map((name) => [name, `Enter a year from ${YEAR_RANGE.min} to ${YEAR_RANGE.max}.`])),
    };
  if (years.from && years.to && years.from > years.to) return { problems: { to: "The last year must not be before the first." } };
  return {
    filters: {
      ...(years.from ? { year_from: years.from } : {}),
      ...(years.to ? { year_to: years.to } : {}),
      ...(venues.length > 0 ? { venues } : {}),
      ...(kinds.length > 0 ? { signal_kinds: kinds } : {}),
      ...(code ? { has_code: true } : {}),
      ...(retracted === "" ? {} : { retracted: retracted === "1" }),
    },
  };
}

/** A year; undefined where there is none, null where it is no year. */
function yearOf(text: string): number | undefined | null {
  if (text === "") return undefined;
  const year = Year.safeParse(text);
  return year.success ? year.data : null;
}

/** The address of a search, with changes. */
export function searchAddress(
  query: SearchQuery,
  changed: Partial<SearchQuery> = {},
  path = "/search",
  more: Readonly<Record<string, string>> = {},
): string {
  const { q, from, to, venues, kinds, topic, code, retracted, sort, cursor } = { ...query, cursor: "", ...changed };
  const pairs: [string, string][] = [
    ["q", q],
    ["from", from],
    ["to", to],
    ...venues.map((venue): [string, string] => ["venue", venue]),
    ...kinds.map((kind): [string, string] => ["kind", kind]),
    ["topic", topic],
    ["code", code ? "1" : ""],
    ["retracted", retracted],
    ["sort", sort === "relevance" ? "" : sort],
    ["cursor", cursor],
    ...Object.entries(more),
  ];
  return `${path}?${new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString()}`;
}
