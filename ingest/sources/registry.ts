import { UsageError } from "../errors.ts";
import { aclAnthology } from "./acl-anthology.ts";
import { arxiv } from "./arxiv-format.ts";
import { crossref } from "./crossref.ts";
import { csv } from "./csv.ts";
import type { Format, FormatOption, SourceOptions } from "./format.ts";
import { FULL_TEXTS } from "./full-texts.ts";
import { jsonLines } from "./jsonl.ts";
import { openAlex } from "./openalex.ts";
import { paperlists } from "./paperlists.ts";
import { asTyped } from "../../src/shared/as-typed.ts";

/** Every format that can be loaded, in the order in which the help names them. */
export const FORMATS: readonly Format[] = [csv, jsonLines, aclAnthology, paperlists, openAlex, crossref, arxiv];

export const FORMAT_NAMES: readonly string[] = FORMATS.map(({ name }) => name);

/** The format of this name; throws `UsageError` where there is none. */
export function formatNamed(name: string): Format {
  const format = [...FORMATS, ...FULL_TEXTS].find((one) => one.name === name);
  if (format) return format;
  throw new UsageError(`--format: ${name} is not a known format; allowed: ${FORMAT_NAMES.join(", ")}`);
}

/** The format that the ending of an input implies; throws `UsageError` where it implies none. */
export function impliedFormat(input: string): Format {
  const name = input.toLowerCase().replace(/\.gz$/u, "");
  const format = FORMATS.find(({ impliedBy = [] }) => impliedBy.some((ending) => name.endsWith(ending)));
  if (format) return format;
  throw new UsageError(`--format: is required for ${input}; allowed: ${FORMAT_NAMES.join(", ")}`);
}

/** The options that only some formats have, each once, with the names of those formats. */
export function formatOptions(): readonly { option: FormatOption; formats: readonly string[] }[] {
  const options = new Map(FORMATS.flatMap((format) => (format.options ?? []).map((option) => [option.name, option])));
  return [...options.values()].map((option) => ({
    option,
    formats: FORMATS.filter((one) => has(one, option.name)).map(({ name }) => name),
  }));
}

/** The values of the format's own options, those that were given; with `which`, of those alone for which it holds. */
export function ownOptions(
  source: SourceOptions,
  which: (option: FormatOption) => boolean = () => true,
): Record<string, string | boolean> {
  const names = (formatNamed(source.format).options ?? []).filter(which).map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])));
}

/** Throws `UsageError` where the format does not have an option that was given, or cannot be loaded into the target. */
export function checkFormatOptions(format: Format, source: SourceOptions): void {
  if (!format.targets.includes(source.target)) {
    if (format.targets.includes("fulltext"))
      throw new UsageError(`${format.name}: load it with \`${asTyped("ingest fulltext")}\``);
    throw new UsageError(`${format.name}: load it with \`${asTyped("ingest papers")}\`; its signals come with its papers`);
  }
  for (const { option, formats } of formatOptions()) {
    if (source[option.name] === undefined || has(format, option.name)) continue;
    const [flag] = option.flags.split(" ");
    throw new UsageError(`${flag}: is only for ${formats.join(" and ")}`);
  }
}

function has({ options = [] }: Format, name: string): boolean {
  return options.some((option) => option.name === name);
}
