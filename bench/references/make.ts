import type { Paper } from "../../src/documents/paper.ts";
import { parseName } from "../../src/documents/names.ts";
import { areTwins } from "../../src/evidence/twins.ts";
import type { ReferenceFormat } from "../../src/references/formats.ts";

/** What is wrong with a made reference, and in which field. */
export const FAULTS = [
  "invented_id",
  "wrong_year",
  "other_authors",
  "swapped_authors",
  "title_of_another",
  "invented_paper",
] as const;
export type Fault = (typeof FAULTS)[number];

/** A reference as its author would have it before it is written down. */
export interface MadeReference {
  /** The record that it is made from. */
  paper: Paper;
  fault: Fault | null;
  title: string;
  authors: string[];
  cut: boolean;
  year: number;
  venue: string | null;
  ids: Partial<Record<"doi" | "arxiv" | "acl" | "openreview", string>>;
}

export type Random = () => number;

/** Papers that a reference can be made from. */
export function isCitable({ authors, year, title }: Paper): boolean {
  return authors.length > 0 && authors.length <= 40 && year !== null && title.split(/\s+/u).length >= 3;
}

/** A true reference, as people write them: initials, “and others”, no subtitle, a slip of the pen, with or without an id. */
export function honest(paper: Paper, random: Random): MadeReference {
  const { doi, arxiv, acl, openreview } = paper.ids;
  const ids =
    random() < 0.25
      ? {}
      : doi !== undefined
        ? { doi }
        : arxiv !== undefined
          ? { arxiv }
          : acl !== undefined
            ? { acl }
            : openreview !== undefined
              ? { openreview }
              : {};
  const cut = paper.authors.length > 3 && random() < 0.3;
  const authors = cut ? paper.authors.slice(0, 3) : paper.authors;
  return {
    paper,
    fault: null,
    title: written(paper.title, random),
    authors: random() < 0.4 ? authors.map(withInitials) : authors,
    cut,
    year: paper.year!,
    venue: paper.venue,
    ids,
  };
}

/** The same with a fault; null where this paper, or the other one, cannot carry it. */
export function faulty(paper: Paper, other: Paper, fault: Fault, random: Random): MadeReference | null {
  const made = { ...honest(paper, random), fault };
  if (areTwins(paper, other) || paper.title === other.title) return null;
  switch (fault) {
    case "invented_id": {
      const { doi, arxiv } = paper.ids;
      if (doi !== undefined) return { ...made, ids: { doi: withOtherDigits(doi, random) } };
      return arxiv === undefined ? null : { ...made, ids: { arxiv: withOtherDigits(arxiv, random) } };
    }
    case "wrong_year":
      return { ...made, year: made.year + (random() < 0.5 ? -1 : 1) * (1 + Math.floor(random() * 3)) };
    case "other_authors":
      return sharesName(paper, other) ? null : { ...made, authors: other.authors.slice(0, 4), cut: false };
    case "swapped_authors": {
      const [first, second, ...rest] = made.authors;
      if (first === undefined || second === undefined) return null;
      return { ...made, authors: [second, first, ...rest] };
    }
    case "title_of_another": {
      const { doi, arxiv, acl } = other.ids;
      const ids = doi !== undefined ? { doi } : arxiv !== undefined ? { arxiv } : acl !== undefined ? { acl } : null;
      return ids === null ? null : { ...made, ids };
    }
    case "invented_paper": {
      const [start, end] = [paper.title.split(" "), other.title.split(" ")];
      const title = [...start.slice(0, Math.ceil(start.length / 2)), ...end.slice(Math.floor(end.length / 2))].join(" ");
      return { ...made, title, authors: [paper.authors[0]!, other.authors[0]!], cut: false, ids: {} };
    }
  }
}

function sharesName(a: Paper, b: Paper): boolean {
  const words = new Set(a.authors.flatMap((name) => name.toLowerCase().split(/\P{L}+/u)));
  return b.authors.some((name) =>
    name
      .toLowerCase()
      .split(/\P{L}+/u)
      .some((word) => word.length > 1 && words.has(word)),
  );
}

function written(title: string, random: Random): string {
  const colon = title.indexOf(": ");
  if (colon > 0 && title.slice(0, colon).split(" ").length >= 3 && random() < 0.15) return title.slice(0, colon);
  if (title.length > 30 && random() < 0.1) {
    const at = title.search(/\p{Ll}{6}/u) + 3;
    return title.slice(0, at) + title.slice(at + 1);
  }
  return title;
}

function withInitials(name: string): string {
  const parsed = parseName(name);
  if ("literal" in parsed) return name;
  const initials = parsed.given.split(/[\s-]+/u).map((part) => `${part.slice(0, 1)}.`);
  return `${initials.join(" ")} ${[parsed["non-dropping-particle"], parsed.family].filter(Boolean).join(" ")}`;
}

/** The same form, with the last digits replaced. */
function withOtherDigits(id: string, random: Random): string {
  const digits = id.match(/\d(?=\D*$)|\d(?=\d{0,3}\D*$)/gu)?.length ?? 0;
  const made = id.replace(/\d{1,4}(?=\D*$)/u, (tail) =>
    String(Math.floor(random() * 10 ** tail.length)).padStart(tail.length, "0"),
  );
  return made === id || digits === 0 ? `${id}${1 + Math.floor(random() * 9)}` : made;
}

/** The references as a file of a format. */
export function writtenAs(references: readonly MadeReference[], format: ReferenceFormat): string {
  switch (format) {
    case "bibtex":
      return references.map(asBibtex).join("\n\n");
    case "ris":
      return references.map(asRis).join("\n");
    case "csl-json":
      return JSON.stringify(references.map(asCsl), null, 1);
    case "list":
      return references.map((reference, index) => `[${index + 1}] ${inText(reference, index)}`).join("\n");
    case "markdown":
      return [
        "# A survey",
        "",
        "Words.",
        "",
        "## References",
        "",
        ...references.map((one, index) => `- ${inText(one, index, "*")}`),
      ].join("\n");
  }
}

function asBibtex({ title, authors, cut, year, venue, ids }: MadeReference, index: number): string {
  const fields = {
    title: `{${title.replace(/[{}]/gu, "").replace(/[%&#_$]/gu, "\\$&")}}`,
    author: `{${[...authors, ...(cut ? ["others"] : [])].join(" and ")}}`,
    year: index % 2 === 0 ? String(year) : `{${year}}`,
    booktitle: venue === null ? undefined : `"${venue.replace(/["{}]/gu, "")}"`,
    doi: ids.doi && `{${ids.doi}}`,
    eprint: ids.arxiv && `{${ids.arxiv}}`,
    url: addressOf(ids) && `{${addressOf(ids)}}`,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = ${value},`]));
  return `@inproceedings{ref${index},\n${lines.join("\n")}\n}`;
}

function asRis({ title, authors, year, venue, ids }: MadeReference): string {
  const names = authors.map((author) => `AU  - ${author}`);
  const rest = [
    venue && `T2  - ${venue}`,
    ids.doi && `DO  - ${ids.doi}`,
    ids.arxiv && `UR  - https://arxiv.org/abs/${ids.arxiv}`,
    addressOf(ids) && `UR  - ${addressOf(ids)}`,
  ];
  return ["TY  - CONF", `TI  - ${title}`, ...names, `PY  - ${year}`, ...rest.filter(Boolean), "ER  - ", ""].join("\n");
}

function asCsl({ title, authors, year, venue, ids }: MadeReference, index: number): object {
  return {
    id: `ref${index}`,
    type: "paper-conference",
    title,
    author: authors.map((name) => parseName(name)),
    issued: { "date-parts": [[year]] },
    "container-title": venue ?? undefined,
    DOI: ids.doi,
    URL: ids.arxiv === undefined ? addressOf(ids) : `https://arxiv.org/abs/${ids.arxiv}`,
  };
}

/** Four styles in turn: that of the ACL, APA, IEEE and NeurIPS. */
function inText({ title, authors, cut, year, venue, ids }: MadeReference, index: number, mark = ""): string {
  const where = venue ?? "Preprint";
  const id =
    ids.doi !== undefined
      ? ` https://doi.org/${ids.doi}`
      : ids.arxiv !== undefined
        ? ` arXiv:${ids.arxiv}`
        : addressOf(ids) === undefined
          ? ""
          : ` ${addressOf(ids)}`;
  const names = (last: string) => {
    if (cut) return `${authors.join(", ")}, et al.`;
    return authors.length === 1 ? authors[0]! : `${authors.slice(0, -1).join(", ")}${last}${authors.at(-1)}`;
  };
  const end = /[.?!]$/u.test(title) ? "" : ".";
  const point = (text: string) => (text.endsWith(".") ? text : `${text}.`);
  switch (index % 4) {
    case 0:
      return `${point(names(", and "))} ${year}. ${mark}${title}${mark}${end} In ${where}.${id}`;
    case 1:
      return `${names(", & ")} (${year}). ${mark}${title}${mark}${end} ${where}.${id}`;
    case 2:
      return `${names(" and ")}, “${title},” in ${where}, ${year}.${id}`;
    default:
      return `${point(names(" and "))} ${mark}${title}${mark}${end} In ${where}, ${year}.${id}`;
  }
}

function addressOf({ acl, openreview }: MadeReference["ids"]): string | undefined {
  if (acl !== undefined) return `https://aclanthology.org/${acl}/`;
  return openreview === undefined ? undefined : `https://openreview.net/forum?id=${openreview}`;
}
