import { kindCount } from "../documents/kind-count.ts";
import { firstOf } from "../documents/first-of.ts";
import { Command, Option } from "commander";
import type { FoundPaper, PaperSearchSort } from "../retrieval/retrieve.ts";
import { RETRIEVALS, type Retrieval } from "../retrieval/search.ts";
import { placeOf } from "../retrieval/snippet.ts";
import { nonBlank } from "./ask.ts";
import { withLibrary } from "./library.ts";
import { print } from "./output.ts";
import { addPaperFilters, paperFilters, whole, type PaperFilterOptions } from "./paper-filters.ts";

interface SearchOptions extends PaperFilterOptions {
  limit: number;
  retrieval: Retrieval;
  sort: PaperSearchSort;
  cursor?: string;
  json?: boolean;
}

export function searchCommand(): Command {
  const command = new Command("search")
    .description("search papers (the same as the tool search_papers)")
    .argument("<query>", "keywords or a question; an ID, a DOI or an exact title puts that paper first", nonBlank)
    .option("--limit <n>", "1 to 50", whole(1, 50), 10)
    .addOption(new Option("--retrieval <kind>", "how to search").choices(RETRIEVALS).default("hybrid"))
    .addOption(
      new Option("--sort <order>", "order of the results").choices(["relevance", "newest", "most_cited"]).default("relevance"),
    );
  return addPaperFilters(command)
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
          filters: paperFilters(options),
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

const AUTHORS_SHOWN = 3;

function paperLines({ rank, title, authors, year, venue, url, paper_id, retracted, snippet, signal_counts }: FoundPaper): string {
  const signals = Object.entries(signal_counts).map(([kind, count]) => kindCount(kind, count));
  const place = placeOf(snippet);
  const people = firstOf(authors, AUTHORS_SHOWN);
  return [
    `${String(rank).padStart(2)}. ${title}${retracted ? " — RETRACTED" : ""}`,
    `    ${[people, [venue, year].filter((part) => part !== null).join(" "), ...signals].filter(Boolean).join(" · ")}`,
    `    ${snippet.field === "title" ? "(no abstract)" : snippet.text}`,
    ...(place === null ? [] : [`    ${place}`]),
    `    ${paper_id}${url === null ? "" : `  ${url}`}`,
  ].join("\n");
}
