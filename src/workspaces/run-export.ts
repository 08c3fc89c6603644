import { answerMarkdown } from "../answers/render/markdown.ts";
import type { CanvasRun } from "../answers/run.ts";
import { plain } from "../documents/markdown.ts";
import { bibtex, cslJson } from "./bibliography.ts";
import { referencesOf } from "./references.ts";
import type { RunExport } from "./export-formats.ts";
import type { Shelf } from "./saved.ts";

/** A run's answer as Markdown, and what it cites as BibTeX and CSL-JSON. Throws `engine_unavailable`, `index_missing`. */
export async function exportRun(library: Shelf, run: CanvasRun, signal?: AbortSignal): Promise<Record<RunExport, string>> {
  const { list } = await referencesOf(library, [], [run], signal);
  const items = list.map(({ csl }) => csl);
  const lines = [`**${plain(run.answer.query)}**`, "", ...answerMarkdown(run.answer, Infinity, "concise")];
  return {
    markdown: `${lines.join("\n")}\n`,
    bibtex: bibtex(items),
    "csl-json": `${JSON.stringify(cslJson(items), null, 2)}\n`,
  };
}
