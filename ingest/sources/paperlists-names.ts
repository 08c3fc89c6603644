import { basename } from "node:path";
import { YEAR_RANGE } from "../../src/documents/dates.ts";
import { InputError } from "../errors.ts";

/** The conference and year that a list is about. */
export interface ConferenceList {
  /** `ICLR` */
  venue: string;
  year: number;
  /** The best rating that a reviewer could give; the worst is 1. */
  scale: number;
}

/** Reads `iclr2024`, or the name of a file like `iclr2024.json.gz`. Throws `InputError` where it tells no conference and year. */
export function conferenceList(file: string, given?: string): ConferenceList {
  const name = given ?? basename(file).replace(/\.json(?:\.gz)?$/iu, "");
  const [, id = "", digits = ""] = /^(\d{0,2}[a-z]+)[-_]?(\d{4})$/iu.exec(name) ?? [];
  const year = Number(digits);
  if (id === "" || year < YEAR_RANGE.min || year > YEAR_RANGE.max) {
    throw new InputError(
      file,
      "the file name does not include the conference and year; specify them with --list, such as --list iclr2024",
    );
  }
  return { venue: VENUES[id.toLowerCase()] ?? id.toUpperCase(), year, scale: scaleOf(id.toLowerCase(), year) };
}

/** Names that are not their own capitals. */
const VENUES: Partial<Record<string, string>> = {
  nips: "NeurIPS",
  neurips: "NeurIPS",
  corl: "CoRL",
  siggraph: "SIGGRAPH",
  siggraphasia: "SIGGRAPH Asia",
  www: "TheWebConf",
};

function scaleOf(venue: string, year: number): number {
  if (venue === "iclr" && year === 2020) return 8;
  if (venue === "corl" && year >= 2024) return 4;
  if (venue === "icml" && year >= 2025) return 5;
  if ((venue === "nips" || venue === "neurips") && year >= 2025) return 6;
  return 10;
}
