import { readJsonArray } from "./json-array.ts";
import { conferenceList, type ConferenceList } from "./paperlists-names.ts";
import { listedPaper, READ_MEMBERS } from "./paperlists-paper.ts";
import { meanRating } from "./paperlists-ratings.ts";
import type { ListedRow } from "./paperlists-row.ts";
import { unreadable, type InputFile, type RawRow } from "./port.ts";
import { UsageError } from "../errors.ts";
import { textOption, type Format } from "./format.ts";

/** Conference lists: one JSON array of papers a file, the file named by conference and year. */
export const paperlists: Format = {
  name: "paperlists",
  targets: ["papers"],
  extensions: [".json"],
  options: [
    {
      name: "list",
      flags: "--list <name>",
      description: "conference and year, if the file name does not include them, such as iclr2024",
    },
  ],
  async open(options) {
    const { observedAt } = options;
    if (observedAt === undefined) {
      throw new UsageError("--observed-at: is required for paperlists: the day on which the lists were downloaded, YYYY-MM-DD");
    }
    const list = textOption(options, "list");
    return (file) => readPaperlists(file, { observedAt, list });
  },
};

export interface PaperlistsOptions {
  /** The day for which the lists speak, `YYYY-MM-DD`: they do not say it themselves. */
  observedAt: string;
  /** The list's name (`iclr2024`) where the file's name does not tell it. */
  list?: string;
}

/**
 * Conference lists of the paperlists kind: one JSON array of papers a file, the file named by conference and year. One row a paper, with
 * its acceptance, review scores, citations, code and project page as signals. Personal members of a row (addresses, profiles, gender …)
 * are neither loaded nor kept in dead letters. Throws `InputError` where the name tells no conference and year.
 *
 * A first pass over the file gathers all mean ratings, so that each paper's percentile among them is known; standard input can be read
 * but once, and has no percentiles.
 */
export async function* readPaperlists(file: InputFile, options: PaperlistsOptions): AsyncGenerator<RawRow> {
  const list = conferenceList(file.name, options.list);
  const ratings = await allRatings(file, list);
  for await (const { line, byte, text, problem } of readJsonArray(file)) {
    const position = { file: file.name, line, byte };
    const row = problem ? null : objectOf(text);
    const place = { position, raw: () => withoutPersons(row, text) };
    if (problem) yield unreadable(place, problem.reason, problem.message);
    else if (row === null) yield unreadable(place, "invalid_json", "is not a JSON object");
    else yield { ...place, kind: "paper", ...listedPaper(row, { list, ratings, observedAt: options.observedAt }) };
  }
}

/** The mean ratings of all papers of the list, ascending. */
async function allRatings(file: InputFile, list: ConferenceList): Promise<Float64Array> {
  if (!file.lookOver) return new Float64Array();
  const means: number[] = [];
  for await (const { text, problem } of readJsonArray({ name: file.name, bytes: file.lookOver })) {
    const row = problem ? null : objectOf(text);
    const mean = row && meanRating(row.rating, list.scale)?.mean;
    if (mean) means.push(mean);
  }
  return Float64Array.from(means).sort();
}

function objectOf(text: string): ListedRow | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as ListedRow) : null;
  } catch {
    return null;
  }
}

/** What of a row is read; of one that cannot be, its text with e-mail addresses taken out. */
function withoutPersons(row: ListedRow | null, text: string): string {
  if (row === null) return text.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, "…");
  return JSON.stringify(
    Object.fromEntries(READ_MEMBERS.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))),
  );
}
