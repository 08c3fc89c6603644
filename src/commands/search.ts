import { Command, InvalidArgumentError, Option } from "commander";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import type { PaperFilters } from "../engine/port.ts";
import type { FoundPaper, PaperSearchSort } from "../retrieval/retrieve.ts";
import { RETRIEVALS, type Retrieval } from "../retrieval/search.ts";
import { nonBlank } from "./ask.ts";
import { withLibrary } from "./library.ts";
import { print } from "./output.ts";

interface SearchOptions {
  limit: number;
  retrieval: Retrieval;
  sort: PaperSearchSort;
  from?: number;
  to?: number;
  venue?: string[];
  author?: string[];
  category?: string[];
  code?: boolean;
  minCitations?: number;
  signal?: SignalKind[];
  cursor?: string;
  json?: boolean;
}

export function searchCommand(): Command {
  return new Command("search")
    .description("search papers (the same as the tool search_papers)")
    .argument("<query>", "keywords or a question; an ID, a DOI or an exact title puts that paper first", nonBlank)
    .option("--limit <n>", "1 to 50", whole(1, 50), 10)
    .addOption(new Option("--retrieval <kind>", "how to search").choices(RETRIEVALS).default("hybrid"))
    .addOption(
      new Option("--sort <order>", "order of the results").choices(["relevance", "newest", "most_cited"]).default("relevance"),
    )
    .option("--from <year>", "published in this year or later", whole(1_500, 2_100))
    .option("--to <year>", "published in this year or earlier", whole(1_500, 2_100))
    .option("--venue <name...>", "at one of these venues")
    .option("--author <name...>", "by one of these authors")
    .option("--category <name...>", "in one of these categories")
    .option("--code", "with code")
    .option("--min-citations <n>", "with at least this many citations", whole(0, 100_000_000))
    .addOption(new Option("--signal <kind...>", "with a signal of one of these kinds").choices(SIGNAL_KINDS))
    .option("--cursor <cursor>", "cursor of the next page, as printed below the results")
    .option("--json", "print JSON")
    .action(async (query: string, options: SearchOptions) => {
      const { searchPapers } = await import("../retrieval/retrieve.ts");
      await withLibrary(async (library) => {
        const { limit, retrieval, sort, cursor } = options;
        const found = await searchPapers(library, {
          query,
          limit,
          retrieval,
          sort,
          filters: filtersOf(options),
          facets: false,
          detail: "concise",
          ...(cursor ? { cursor } : {}),
        });
        print(found, options, () =>
          [
            ...found.degraded.map(({ reason }) => `Note: ${reason}`),
            ...(found.papers.length === 0 ? ["Nothing found."] : found.papers.map(paperLines)),
            ...(found.next_cursor ? [`More: --cursor ${found.next_cursor}`] : []),
          ].join("\n"),
        );
      });
    });
}

function filtersOf({ from, to, venue, author, category, code, minCitations, signal }: SearchOptions): PaperFilters {
  return {
    ...(from === undefined ? {} : { year_from: from }),
    ...(to === undefined ? {} : { year_to: to }),
    ...(venue ? { venues: venue } : {}),
    ...(author ? { authors: author } : {}),
    ...(category ? { categories: category } : {}),
    ...(code ? { has_code: true } : {}),
    ...(minCitations === undefined ? {} : { min_citations: minCitations }),
    ...(signal ? { signal_kinds: signal } : {}),
  };
}

function paperLines({
  rank,
  title,
  authors,
  year,
  venue,
  url,
  paper_id,
  retracted,
  has_abstract,
  snippet,
  signal_counts,
}: FoundPaper): string {
  const signals = Object.entries(signal_counts).map(([kind, count]) => `${count} ${kind}`);
  const people = authors.length > 3 ? `${authors.slice(0, 3).join(", ")} and ${authors.length - 3} more` : authors.join(", ");
  return [
    `${String(rank).padStart(2)}. ${title}${retracted ? " — RETRACTED" : ""}`,
    `    ${[people, [venue, year].filter((part) => part !== null).join(" "), ...signals].filter(Boolean).join(" · ")}`,
    `    ${has_abstract ? snippet.text : "(no abstract)"}`,
    `    ${paper_id}${url === null ? "" : `  ${url}`}`,
  ].join("\n");
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/u.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
    return number;
  };
}
