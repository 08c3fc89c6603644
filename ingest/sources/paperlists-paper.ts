import { idUrl, parseExternalId, type ExternalId } from "../../src/documents/ids.ts";
import { splitAuthors } from "../../src/documents/names.ts";
import type { PaperInput } from "../../src/documents/paper.ts";
import { affiliationsFrom } from "./affiliations.ts";
import type { ConferenceList } from "./paperlists-names.ts";
import { text, webAddress, type ListContext, type ListedRow } from "./paperlists-row.ts";
import { listedSignals, type ListedSignal } from "./paperlists-signals.ts";

/** The members of a row that are read; all others, the personal ones among them, are left out. */
export const READ_MEMBERS =
  "id title abstract author authors aff keywords primary_area track status rating site openreview or pdf doi bibtex gs_citation github project".split(
    " ",
  );

export interface ListedPaper {
  paper: Partial<Record<keyof PaperInput, unknown>>;
  source: { name: string; url: string | null };
  signals: ListedSignal[];
}

/** What a row of a conference list says: the paper, and the signals beside it. Pure. */
export function listedPaper(row: ListedRow, context: ListContext): ListedPaper {
  const { list } = context;
  const id = paperId(row);
  const url = id ? idUrl(id) : webAddress(row.site);
  const source = { name: `${SOURCE_NAMES[id?.scheme ?? ""] ?? list.venue} via paperlists`, url };
  const title = titleOf(row);
  const paper = {
    title,
    abstract: text(row.abstract) || null,
    authors: authorsOf(row),
    affiliations: affiliationsOf(row),
    year: list.year,
    venue: venueOf(list, text(row.status)),
    categories: text(row.primary_area) === "" ? [] : [text(row.primary_area)],
    keywords: text(row.keywords).split(";"),
    ids: { ...(id ? { [id.scheme]: id.value } : {}), ...doiOf(row) },
    url,
    pdf_url: webAddress(row.pdf),
    citation_count: /^\d{1,9}$/u.test(text(row.gs_citation)) ? Number(text(row.gs_citation)) : null,
  };
  const signals = title === undefined ? [] : listedSignals(row, { ...context, title, source, citations: paper.citation_count });
  return { paper, source, signals };
}

const SOURCE_NAMES: Partial<Record<string, string>> = { openreview: "OpenReview", acl: "ACL Anthology" };

/**
 * Rows know their paper by its Anthology id, its OpenReview id, or a number or hash of the list's own, which says nothing to others. The
 * address of a page tells which; without one the id's form does.
 */
function paperId(row: ListedRow): ExternalId | null {
  for (const address of [row.openreview, row.or, row.site]) {
    const id = parseExternalId(text(address));
    if (id?.scheme === "openreview" || id?.scheme === "acl") return id;
  }
  const own = text(row.id);
  if (/^\d{4}\.[a-z]+-[a-z]+\.\d+$/iu.test(own)) return parseExternalId(own, "acl");
  const listsOwn = /^(?:site_|(?:paper|poster|oral|submission|id|sub)[-_]?\d+$|\d+$|[0-9a-f]{10}$)/iu.test(own);
  return !listsOwn && /^[\w-]{9,16}$/u.test(own) ? parseExternalId(own, "openreview") : null;
}

/** The DOI of a row, in a column of its own or in its BibTeX. */
function doiOf(row: ListedRow): { doi?: string } {
  const [, inBibtex = ""] = /\bdoi\s*=\s*[{"]+\s*([^\s{}"]+)/iu.exec(text(row.bibtex)) ?? [];
  const doi = [text(row.doi), inBibtex].map((one) => parseExternalId(one, "doi")).find((one) => one?.scheme === "doi");
  return doi ? { doi: doi.value } : {};
}

/** Authors who withdrew early put `NA` or `N/A` where a title was. */
function titleOf(row: ListedRow): string | undefined {
  const title = text(row.title);
  return title === "" || /^n\/?a$/iu.test(title) ? undefined : title;
}

/** Names stand between semicolons, in some lists between commas; some lists were taken from pages with their entities. */
function authorsOf(row: ListedRow): string[] {
  const names = withoutEntities(withoutEntities(text(row.author) || text(row.authors)));
  if (/^n\/?a$/iu.test(names)) return [];
  return splitAuthors(names).flatMap(personsIn);
}

/** Names stand between semicolons, one entry an author, and several of one author between plus signs or not at all. */
function affiliationsOf(row: ListedRow): string[] {
  return affiliationsFrom(withoutEntities(text(row.aff)).split(/[;+]/u));
}

/** Marks of footnotes, as in `2 Ada Lovelace` and `Ada Lovelace 1`. */
const MARKS = /^\d{1,2}\s+|\s+\d{1,2}$|·\s*$/gu;
/** `Department of Statistics Ada Lovelace`: a line of an affiliation that ran into the next name. */
const PART_BEFORE_PERSON =
  /^(?:department|institute|school|faculty|college) of \p{Lu}\p{L}+ (?=\p{Lu}\p{L}+(?: \p{Lu}\.?)? \p{Lu}\p{L}+$)/iu;
const INSTITUTION = /\b(?:universit(?:y|é|ät|à)|institut(?:e|o)?|department|faculty|school of|college|academy|gmbh|ltd|inc)\b/iu;

/** The persons that an entry names: one, two that “and” joins, or none where it is an institution. */
function personsIn(entry: string): string[] {
  const name = entry.replace(MARKS, "").replace(PART_BEFORE_PERSON, "").trim();
  if (INSTITUTION.test(name)) return [];
  const [first = "", second, ...more] = name.split(/ and /u).map((part) => part.replace(MARKS, "").trim());
  const areTwo = second !== undefined && more.length === 0 && /\S\s+\S/u.test(first) && /\S\s+\S/u.test(second);
  return areTwo ? [first, second] : [name];
}

const ENTITIES: Partial<Record<string, string>> = { amp: "&", quot: '"', apos: "'", "#x27": "'", "#39": "'" };

function withoutEntities(markup: string): string {
  return markup.replace(/&(#?\w{1,6});/gu, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);
}

/** What was not accepted was a submission: `ICLR (submission)`. */
function venueOf({ venue }: ConferenceList, status: string): string {
  if (/reject|withdraw|active/iu.test(status)) return `${venue} (submission)`;
  if (/workshop/iu.test(status)) return `${venue} Workshop`;
  return venue === "ACL" && status === "Findings" ? "Findings of ACL" : venue;
}
