import { readLines } from "./lines.ts";
import { openAlexWork, type WorkOptions } from "./openalex-work.ts";
import { unreadable, type InputFile, type RawRow } from "./port.ts";
import type { Format } from "./format.ts";
import { snapshotParts } from "./openalex-snapshot.ts";

/** Works of OpenAlex: JSON Lines, or the folder of a snapshot. */
export const openAlex: Format = {
  name: "openalex",
  targets: ["papers"],
  // The parts of a snapshot are called part_000.gz.
  extensions: [".jsonl", ".ndjson", ".gz"],
  filesOf: snapshotParts,
  async open({ observedAt }, { invalidUtf8 }) {
    return (file) => readOpenAlex(file, { observedAt, invalidUtf8 });
  },
};

/** OpenAlex works: JSON Lines, one work a line, as in the parts of a snapshot or in saved answers of the API. */
export async function* readOpenAlex(file: InputFile, options: WorkOptions): AsyncGenerator<RawRow> {
  for await (const line of readLines(file, { invalidUtf8: options.invalidUtf8 })) {
    const place = { position: { file: file.name, line: line.number, byte: line.byte }, raw: () => line.text };
    if (line.problem) yield unreadable(place, line.problem.reason, line.problem.message);
    else if (line.text.trim() === "") yield { ...place, kind: "blank" };
    else {
      const work = openAlexWork(line.text, options);
      if ("problem" in work) yield { ...place, kind: "unreadable", problem: work.problem };
      else if ("takenBack" in work) yield { ...place, kind: "deletion", ids: work.takenBack, source: { name: "OpenAlex" } };
      else yield { ...place, kind: "paper", ...work };
    }
  }
}
