import { idUrl, parseExternalId } from "../documents/ids.ts";
import { shortened } from "../documents/markdown.ts";
import { externalIds, type Paper } from "../documents/paper.ts";
import type { Signal } from "../documents/signal.ts";
import { foldText } from "../documents/text.ts";
import { contentTerms } from "../text/terms.ts";
import { parseName, type PersonName } from "../documents/names.ts";

/** A reference in CSL-JSON (citationstyles.org, version 1.0.2), as far as records fill it. */
export interface CslItem {
  /** The citation key as well. */
  id: string;
  type: "article" | "article-journal" | "paper-conference" | "webpage";
  title: string;
  author?: PersonName[];
  issued?: { "date-parts": [number[]] };
  "container-title"?: string;
  publisher?: string;
  /** Of a preprint: its number in the archive, e.g. `arXiv:1706.03762`. */
  number?: string;
  DOI?: string;
  URL?: string;
  note?: string;
  /** What the saver wrote to it. */
  annote?: string;
}

const MAX_NOTE_LENGTH = 1_000;
const JOURNAL =
  /\b(?:journal|transactions|trans|letters|annals|magazine|quarterly|reviews?|nature|science|plos|tacl|jmlr|tmlr|jair|pvldb)\b/iu;

/** A paper as a reference: without a venue a preprint, in a venue that is called a journal an article, else a paper of a conference. */
export function paperReference(paper: Paper): Omit<CslItem, "id"> {
  const [strongest] = externalIds(paper.ids);
  const url = paper.url ?? (strongest === undefined ? null : idUrl(strongest));
  const arxiv = paper.venue === null ? paper.ids.arxiv : undefined;
  return {
    type: paper.venue === null ? "article" : JOURNAL.test(paper.venue) ? "article-journal" : "paper-conference",
    title: paper.title,
    ...(paper.authors.length === 0 ? {} : { author: paper.authors.map(parseName) }),
    ...issued(paper.published_at ?? (paper.year === null ? null : String(paper.year))),
    ...(paper.venue === null ? {} : { "container-title": paper.venue }),
    ...(arxiv === undefined ? {} : { publisher: "arXiv", number: `arXiv:${arxiv}` }),
    ...(paper.ids.doi === undefined ? {} : { DOI: paper.ids.doi }),
    ...(url === null ? {} : { URL: url }),
    ...(paper.retracted ? { note: "Retracted." } : {}),
  };
}

/** A signal as a reference: what its source says, on the day that it was observed. */
export function signalReference(signal: Signal): Omit<CslItem, "id"> {
  return {
    type: "webpage",
    title: signal.title,
    author: [{ literal: signal.source.name }],
    ...issued(signal.observed_at),
    ...(signal.source.url === null ? {} : { URL: signal.source.url }),
    note: shortened(signal.statement, MAX_NOTE_LENGTH),
  };
}

/** What is left of a record that the library no longer has: its name, and the address that its id leads to. */
export function goneReference(kind: "paper" | "signal", id: string, title: string | null): Omit<CslItem, "id"> {
  const external = kind === "paper" ? parseExternalId(id) : null;
  return {
    type: kind === "paper" ? "article" : "webpage",
    title: title ?? id,
    ...(external?.scheme === "doi" ? { DOI: external.value } : {}),
    ...(external === null ? {} : { URL: idUrl(external) }),
    note: "No longer in the library.",
  };
}

/** `karpukhin2020dense`, with a number where `taken` has it already; letters and digits alone, as every program takes them. */
export function citationKey(item: Omit<CslItem, "id">, taken: ReadonlySet<string>): string {
  const [first] = item.author ?? [];
  const name = first === undefined ? "" : "literal" in first ? first.literal : first.family;
  const [word] = contentTerms(item.title);
  const key = [
    ascii(name).slice(0, 20) || "anon",
    item.issued?.["date-parts"][0][0] ?? "",
    word === undefined ? "" : ascii(item.title.slice(word.start, word.end)).slice(0, 20),
  ].join("");
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}x${number}`)) number += 1;
  return `${key}x${number}`;
}

function issued(date: string | null): Pick<CslItem, "issued"> {
  return date === null ? {} : { issued: { "date-parts": [date.split("-").map(Number)] } };
}

function ascii(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/gu, "");
}
