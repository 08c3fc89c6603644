import type { Format } from "./format.ts";
import { CrossrefWork } from "./crossref-shape.ts";
import { crossrefSignals, type CrossrefSignal } from "./crossref-signals.ts";
import { crossrefPaper, isPaper } from "./crossref-work.ts";
import { readLines } from "./lines.ts";
import { unreadable, type InputFile, type Problem, type RawRow, type RowPlace } from "./port.ts";

interface ReadOptions {
  target: "papers" | "signals";
  /** The day for which counts speak; default: when Crossref indexed the record. */
  observedAt?: string;
  /** Pass over signals about papers that the library does not hold. */
  heldOnly: boolean;
  invalidUtf8?: "fault" | "line";
}

/**
 * Works of Crossref, one JSON object a line, as its REST API and its yearly dump give them. As papers: the works with what they say of themselves. As
 * signals: that too, what notices say of other works, and who cites whom.
 */
export const crossref: Format = {
  name: "crossref",
  targets: ["papers", "signals"],
  extensions: [".jsonl", ".ndjson"],
  options: [
    {
      name: "heldOnly",
      flags: "--held-only",
      description: "skip signals about papers not in the library",
    },
  ],
  async open({ target, observedAt, heldOnly }, { invalidUtf8 }) {
    return (file) =>
      readCrossref(file, {
        target: target === "signals" ? "signals" : "papers",
        observedAt,
        heldOnly: heldOnly === true,
        invalidUtf8,
      });
  },
};

/** The rows of a file of works; see `crossref`. */
export async function* readCrossref(file: InputFile, options: ReadOptions): AsyncGenerator<RawRow> {
  for await (const line of readLines(file, { invalidUtf8: options.invalidUtf8 })) {
    const place = { position: { file: file.name, line: line.number, byte: line.byte }, raw: () => line.text };
    if (line.problem) yield unreadable(place, line.problem.reason, line.problem.message);
    else if (line.text.trim() === "") yield { ...place, kind: "blank" };
    else {
      const { work, problem } = workOf(line.text);
      if (work === null) yield { ...place, kind: "unreadable", problem };
      else if (options.target === "papers") yield paperRow(place, work, options);
      else yield* signalRows(place, work, options);
    }
  }
}

function paperRow(place: RowPlace, work: CrossrefWork, { observedAt }: ReadOptions): RawRow {
  if (work.deleted) return { ...place, kind: "deletion", ids: { doi: work.DOI }, source: SOURCE };
  if (!isPaper(work)) {
    const message = `is of the type ${work.type}, not a paper`;
    return { ...place, kind: "unreadable", problem: { stage: "validate", reason: "not_a_record", field: "type", message } };
  }
  const { own, updates } = crossrefSignals(work, observedAt);
  // A correction in place is registered as an update of the work itself.
  const signals = [...own, ...updates.filter((update) => isAbout(update, work.DOI))];
  const source = { ...SOURCE, url: `https://doi.org/${encodeURI(work.DOI.toLowerCase())}` };
  return { ...place, kind: "paper", paper: crossrefPaper(work), source, signals };
}

const SOURCE = { name: "Crossref", license: "CC0 1.0" };

function isAbout({ paper_ids }: CrossrefSignal, doi: string): boolean {
  return paper_ids[0] === `doi:${doi.toLowerCase()}`;
}

function* signalRows(place: RowPlace, work: CrossrefWork, options: ReadOptions): Generator<RawRow> {
  const { own, updates, references } = work.deleted ? NOTHING : crossrefSignals(work, options.observedAt);
  // What is no paper is not in the library, so that what it says of itself has no subject.
  const said = [...(isPaper(work) ? own : []), ...updates];
  let part = 0;
  const row = (signal: CrossrefSignal, onlyIfHeld: string[]): RawRow => {
    part += 1;
    return { ...place, position: { ...place.position, part }, kind: "signal", signal, onlyIfHeld };
  };
  for (const signal of said) yield row(signal, options.heldOnly ? signal.paper_ids : []);
  // A citation is kept where both are held.
  for (const signal of references) yield row(signal, [`doi:${work.DOI}`, ...signal.paper_ids]);
  if (part === 0) yield { ...place, kind: "blank" };
}

const NOTHING = { own: [], updates: [], references: [] };

/** A work as a line gives it; null, with what is wrong, where it is none. */
export function workOf(json: string): { work: CrossrefWork; problem: null } | { work: null; problem: Problem } {
  const parsed = CrossrefWork.safeParse(valueOf(json));
  if (parsed.success) return { work: parsed.data, problem: null };
  // What zod refuses has an issue at least.
  const { path, message } = parsed.error.issues[0]!;
  if (path.length === 0) return refused({ stage: "read", reason: "invalid_json", message: "is not a JSON object" });
  return refused({ stage: "validate", reason: "invalid_field", field: path.join("."), message });
}

function refused(problem: Problem): { work: null; problem: Problem } {
  return { work: null, problem };
}

/** A line may hold a work, or a whole answer of the API about one. */
function valueOf(json: string): unknown {
  try {
    const value = JSON.parse(json) as { "message-type"?: unknown; message?: unknown } | null;
    return value?.["message-type"] === "work" ? value.message : value;
  } catch {
    return null;
  }
}
