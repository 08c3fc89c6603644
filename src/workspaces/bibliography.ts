import { plugins, type CSL } from "@citation-js/core";
import type { Paper } from "../documents/paper.ts";
import { bibtexEntries } from "./bibtex.ts";
import { citationKey, paperReference, type CslItem } from "./csl.ts";
import { csv } from "./csv.ts";
import type { PaperExport } from "./export-formats.ts";
import { ris } from "./ris.ts";

/** References in CSL-JSON; citation-js passes what CSL knows and nothing else. */
export function cslJson(list: readonly CslItem[]): CSL[] {
  return plugins.output.format("data", [...list] as CSL[], { format: "object" });
}

/** References in BibTeX, an empty line between two. */
export function bibtex(items: readonly CslItem[]): string {
  return bibtexEntries(items)
    .map((entry) => `${entry}\n`)
    .join("\n");
}

/** Papers as references, each with a key of its own. */
function paperReferences(papers: readonly Paper[]): CslItem[] {
  const keys = new Set<string>();
  return papers.map((paper) => {
    const item = paperReference(paper);
    const id = citationKey(item, keys);
    keys.add(id);
    return { id, ...item };
  });
}

/** Papers in a format. */
export function papersAs(format: PaperExport, papers: readonly Paper[]): string {
  switch (format) {
    case "bibtex":
      return bibtex(paperReferences(papers));
    case "ris":
      return ris(paperReferences(papers));
    case "csv":
      return csv(papers);
  }
}
