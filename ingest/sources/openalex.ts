import { readLines } from "./lines.ts";
import { openAlexWork, type WorkOptions } from "./openalex-work.ts";
import { unreadable, type InputFile, type RawRow } from "./port.ts";

/** OpenAlex works: JSON Lines, one work a line, as in the parts of a snapshot or in saved answers of the API. */
export async function* readOpenAlex(file: InputFile, options: WorkOptions): AsyncGenerator<RawRow> {
  for await (const line of readLines(file, { invalidUtf8: options.invalidUtf8 })) {
    const place = { position: { file: file.name, line: line.number, byte: line.byte }, raw: () => line.text };
    if (line.problem) yield unreadable(place, line.problem.reason, line.problem.message);
    else if (line.text.trim() === "") yield { ...place, kind: "blank" };
    else {
      const work = openAlexWork(line.text, options);
      if ("problem" in work) yield { ...place, kind: "unreadable", problem: work.problem };
      else yield { ...place, kind: "paper", ...work };
    }
  }
}
