import { InvalidArgumentError, Option, type Command } from "commander";
import { SIGNAL_KINDS, type SignalKind } from "../documents/signal-kinds.ts";
import type { PaperFilters } from "../engine/filters.ts";

/** What `addPaperFilters` adds. */
export interface PaperFilterOptions {
  from?: number;
  to?: number;
  venue?: string[];
  author?: string[];
  category?: string[];
  code?: boolean;
  minCitations?: number;
  signal?: SignalKind[];
}

/** Adds the options that narrow papers down. */
export function addPaperFilters(command: Command): Command {
  return command
    .option("--from <year>", "published in this year or later", whole(1_500, 2_100))
    .option("--to <year>", "published in this year or earlier", whole(1_500, 2_100))
    .option("--venue <name...>", "at one of these venues")
    .option("--author <name...>", "by one of these authors")
    .option("--category <name...>", "in one of these categories")
    .option("--code", "with code")
    .option("--min-citations <n>", "with at least this many citations", whole(0, 100_000_000))
    .addOption(new Option("--signal <kind...>", "with a signal of one of these kinds").choices(SIGNAL_KINDS));
}

/** The filters that the options name. */
export function paperFilters(options: PaperFilterOptions): PaperFilters {
  const { from, to, venue, author, category, code, minCitations, signal } = options;
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

/** Reads a whole number between two others. */
export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/u.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
    return number;
  };
}
