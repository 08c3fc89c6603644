/** What a query says in the form that people type: words to search for, and what narrows the search. */
export interface TypedQuery {
  /** The words to search for; phrases without their quotes among them. Empty where the query has fields alone. */
  text: string;
  /** Names as they were typed, each of which a paper must have. */
  authors: string[];
  venues: string[];
  categories: string[];
  years: TypedYears | null;
  phrases: string[];
  without: string[];
  /** A field whose value cannot be read, as it was typed. */
  wrong: { field: string; value: string } | null;
}

export interface TypedYears {
  year_from?: number;
  year_to?: number;
}

const FIELDS = new Map<string, "authors" | "venues" | "categories" | "years">([
  ["author", "authors"],
  ["authors", "authors"],
  ["venue", "venues"],
  ["category", "categories"],
  ["year", "years"],
]);

const QUOTED = `"[^"]+"|“[^”]+”|„[^“”]+[“”]|«[^»]+»`;
/** A field with its value, a quoted phrase, or a word; the latter two with a minus before them where they are unwanted. */
const PART = new RegExp(
  `(?<=^|\\s)(?<field>${[...FIELDS.keys()].join("|")}):(?<value>${QUOTED}|[^\\s"“”„«»]+)|(?<=^|\\s)-(?<unwanted>${QUOTED}|\\p{L}[^\\s"“”„«»]*)|(?<phrase>(?<![\\p{L}\\p{N}])(?:${QUOTED}))`,
  "giu",
);

/**
 * Reads `author:`, `venue:`, `category:`, `year:2020-2023`, quoted phrases and `-word` out of a query. A field without a value, a lone quote and a
 * hyphen within a word are plain text. Pure.
 */
export function readTypedQuery(query: string): TypedQuery {
  const read: TypedQuery = {
    text: "",
    authors: [],
    venues: [],
    categories: [],
    years: null,
    phrases: [],
    without: [],
    wrong: null,
  };
  const text = query.replace(PART, (part: string, ...rest: unknown[]) => {
    const { field, value, unwanted, phrase } = rest.at(-1) as Record<string, string | undefined>;
    if (field !== undefined && value !== undefined) {
      // “year:[* TO 2020]” is the language of an engine: words here, like everything else of it.
      if (field.toLowerCase() === "year" && !STARTS_LIKE_A_YEAR.test(unquoted(value))) return part;
      addField(read, field.toLowerCase(), unquoted(value));
      return " ";
    }
    if (unwanted !== undefined) {
      const words = unquoted(unwanted);
      if (!HAS_WORD.test(words)) return part;
      read.without.push(words);
      return " ";
    }
    const words = unquoted(phrase!);
    if (HAS_WORD.test(words)) read.phrases.push(words);
    return words;
  });
  return { ...read, text: text.replace(/\s+/gu, " ").trim() };
}

/** Whether the query has anything but words to search for. */
export function isPlain({ authors, venues, categories, years, phrases, without, wrong }: TypedQuery): boolean {
  return [authors, venues, categories, phrases, without].every((list) => list.length === 0) && years === null && wrong === null;
}

const STARTS_LIKE_A_YEAR = /^[\p{L}\p{N}<>.-]/u;
const HAS_WORD = /[\p{L}\p{N}]/u;

function addField(read: TypedQuery, name: string, value: string): void {
  const field = FIELDS.get(name)!;
  if (field !== "years") {
    if (HAS_WORD.test(value)) read[field].push(value.trim());
    else read.wrong ??= { field: name, value };
    return;
  }
  const years = readYears(value);
  if (years === null) read.wrong ??= { field: name, value };
  else read.years = { ...read.years, ...years };
}

/** `2020`, `2020-2023`, `2020..2023`, `2020-`, `-2020`, `>=2020`, `>2020`, `<=2020`, `<2020`; null for anything else. */
function readYears(value: string): TypedYears | null {
  const bound = /^(?<sign>[<>]=?)(?<year>\d{4})$/u.exec(value)?.groups;
  if (bound) {
    const year = Number(bound.year);
    if (bound.sign!.startsWith(">")) return { year_from: bound.sign === ">" ? year + 1 : year };
    return { year_to: bound.sign === "<" ? year - 1 : year };
  }
  const range = /^(?<from>\d{4})?(?:-|–|\.\.)(?<to>\d{4})?$/u.exec(value)?.groups;
  if (range && (range.from !== undefined || range.to !== undefined)) {
    const [from, to] = [range.from, range.to].map((year) => (year === undefined ? undefined : Number(year)));
    if (from !== undefined && to !== undefined && from > to) return null;
    return { ...(from === undefined ? {} : { year_from: from }), ...(to === undefined ? {} : { year_to: to }) };
  }
  return /^\d{4}$/u.test(value) ? { year_from: Number(value), year_to: Number(value) } : null;
}

function unquoted(text: string): string {
  return text.replace(/^["“„«]|["”“»]$/gu, "").trim();
}
