import { foldText } from "../documents/text.ts";
import { cslJson } from "./bibliography.ts";
import { bibtexEntries } from "./bibtex.ts";
import { briefLines } from "./brief-markdown.ts";
import { briefOf, type Brief } from "./brief.ts";
import type { CslItem } from "./csl.ts";
import type { ExportFormat } from "./export-formats.ts";
import type { Shelf } from "./saved.ts";
import type { Owned } from "./store.ts";

export interface Exported {
  workspace_id: string;
  version: number;
  format: ExportFormat;
  media_type: string;
  filename: string;
  /** How many references there are in all. */
  references: number;
  /** The export in parts, each whole in itself: entries are not cut in two. Bibliographies and lists add up to the whole. */
  parts: string[];
}

/**
 * A workspace with its last answers and references as Markdown, BibTeX, CSL-JSON or JSON, in parts of at most `maxBytes` bytes (one, where left
 * out). Reads records and library alone; nothing is fetched. Throws `not_found`, `engine_unavailable`, `index_missing`.
 */
export async function exportWorkspace(
  library: Shelf,
  owned: Owned,
  { workspace_id: id, format, maxBytes = Infinity }: { workspace_id: string; format: ExportFormat; maxBytes?: number },
  signal?: AbortSignal,
): Promise<Exported> {
  const brief = await briefOf(library, owned, id, signal);
  const { mediaType, extension, parts } = WRITERS[format];
  return {
    workspace_id: id,
    version: brief.workspace.version,
    format,
    media_type: mediaType,
    filename: `${fileName(brief.workspace.name)}.${extension}`,
    references: brief.references.length,
    parts: parts(maxBytes === Infinity ? brief : withFewerAuthors(brief, maxBytes / 4), maxBytes),
  };
}

const WRITERS: Record<ExportFormat, { mediaType: string; extension: string; parts(brief: Brief, maxBytes: number): string[] }> = {
  markdown: {
    mediaType: "text/markdown",
    extension: "md",
    parts: (brief, maximum) => inParts(briefLines(brief), maximum, (lines) => `${lines.join("\n")}\n`),
  },
  bibtex: {
    mediaType: "application/x-bibtex",
    extension: "bib",
    parts: (brief, maximum) =>
      inParts(bibtexEntries(items(brief)), maximum, (entries) => entries.map((entry) => `${entry}\n`).join("\n")),
  },
  "csl-json": {
    mediaType: "application/vnd.citationstyles.csl+json",
    extension: "json",
    parts: (brief, maximum) => inParts(cslJson(items(brief)), maximum, json),
  },
  json: {
    mediaType: "application/json",
    extension: "json",
    parts: (brief, maximum) => inParts(jsonEntries(brief), maximum, (entries) => json(asJson(brief, entries))),
  },
};

function items({ references }: Brief): CslItem[] {
  return references.map((reference) => reference.csl);
}

type JsonEntry = { items: object } | { answers: object } | { references: object };

function jsonEntries({ workspace, answers, references, numberOf }: Brief): JsonEntry[] {
  return [
    ...workspace.items.map((item) => ({
      items: item.kind === "note" ? item : { ...item, reference: numberOf(item.kind, item.id) },
    })),
    ...answers.map((answer) => ({ answers: answer })),
    ...references.map(({ csl, ...reference }) => ({ references: { ...reference, csl } })),
  ];
}

/** The workspace with those entries; the lists of all parts together are the whole lists. */
function asJson({ workspace: { items: _items, ...workspace } }: Brief, entries: readonly JsonEntry[]): object {
  const of = (list: "items" | "answers" | "references") =>
    entries.flatMap((entry) => (list in entry ? [(entry as Record<string, object>)[list]] : []));
  return { workspace, items: of("items"), answers: of("answers"), references: of("references") };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Entries written in runs that stay within `maxBytes` of JSON text; at least one part, at least one entry a part. */
function inParts<Entry>(entries: readonly Entry[], maxBytes: number, write: (entries: readonly Entry[]) => string): string[] {
  if (maxBytes === Infinity) return [write(entries)];
  const empty = bytesOf(write([]));
  const groups: Entry[][] = [[]];
  let size = empty;
  for (const entry of entries) {
    const own = bytesOf(write([entry])) - empty + SEPARATOR_BYTES;
    if (size + own > maxBytes && groups.at(-1)!.length > 0) {
      groups.push([]);
      size = empty;
    }
    groups.at(-1)!.push(entry);
    size += own;
  }
  return groups.map(write);
}

const SEPARATOR_BYTES = 8;

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

/** The same brief, references of very many authors with the first of them and “others”, so that an entry fits into a part. */
function withFewerAuthors(brief: Brief, maxBytes: number): Brief {
  const references = brief.references.map((reference) => {
    const { author } = reference.csl;
    if (author === undefined || bytesOf(JSON.stringify(author)) <= maxBytes) return reference;
    let kept = author.length;
    while (kept > 1 && bytesOf(JSON.stringify(author.slice(0, kept))) > maxBytes) kept = Math.floor(kept / 2);
    return { ...reference, csl: { ...reference.csl, author: [...author.slice(0, kept), { literal: "others" }] } };
  });
  return { ...brief, references };
}

function fileName(name: string): string {
  const words = foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60);
  return words.replace(/^-+|-+$/gu, "") || "workspace";
}
