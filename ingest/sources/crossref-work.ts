import { parseExternalId } from "../../src/documents/ids.ts";
import type { PaperInput } from "../../src/documents/paper.ts";
import { YEAR_RANGE } from "../../src/documents/dates.ts";
import { affiliationsFrom } from "./affiliations.ts";
import { dayOf, yearOf, type CrossrefWork } from "./crossref-shape.ts";
import { markupText } from "./markup-text.ts";
import { orcidKeys } from "./orcid.ts";

/** What Crossref registers beside papers: containers, parts of papers, and what is said about papers. */
const NO_PAPERS: ReadonlySet<string> = new Set([
  "component",
  "grant",
  "journal",
  "journal-issue",
  "journal-volume",
  "book-series",
  "book-set",
  "report-series",
  "proceedings-series",
  "peer-review",
]);

/** Relations between versions of one paper, in the words of Crossref's schema. */
const VERSIONS = ["is-preprint-of", "has-preprint", "is-version-of", "has-version", "is-same-as", "is-identical-to"] as const;

/** Whether a work is a paper; of the few that state no type it is taken that they are. */
export function isPaper({ type }: CrossrefWork): boolean {
  return !NO_PAPERS.has(type ?? "");
}

/** What a work says of the paper that it is. Pure. */
export function crossrefPaper(work: CrossrefWork): Partial<Record<keyof PaperInput, unknown>> {
  const date = work.published ?? work.issued;
  const year = yearOf(date);
  const own = parseExternalId(work.DOI, "doi");
  return {
    title: crossrefTitle(work),
    abstract: markupText(work.abstract ?? ""),
    // A group that signs as an author has a name alone, and is no person.
    authors: (work.author ?? []).flatMap(({ given, family, suffix }) =>
      family
        ? [
            [given, family, suffix]
              .filter(Boolean)
              .map((part) => markupText(part!))
              .join(" "),
          ]
        : [],
    ),
    affiliations: affiliationsOf(work),
    author_ids: (work.author ?? []).flatMap(({ ORCID }) => orcidKeys(ORCID)),
    year: year !== null && year >= YEAR_RANGE.min && year <= YEAR_RANGE.max ? year : null,
    published_at: dayOf(date),
    // A preprint is published in no venue.
    venue: work.type === "posted-content" ? null : markupText(firstText(work["container-title"]) || (work.event?.name ?? "")),
    categories: (work.subject ?? []).flatMap((subject) => subject ?? []),
    ids: { doi: work.DOI },
    versions: versionsOf(work).filter((id) => parseExternalId(id)?.value !== own?.value),
    url: `https://doi.org/${encodeURI(own?.value ?? work.DOI)}`,
    pdf_url: work.link?.find((link) => link["content-type"] === "application/pdf" && isWebAddress(link.URL))?.URL ?? null,
    license: licenseOf(work),
    citation_count: work["is-referenced-by-count"] ?? null,
    // Publishers that deposit no references are counted as having none.
    reference_count: work["reference-count"] || null,
    retracted: (work["updated-by"] ?? []).some(({ type }) => isRetraction(type)),
  };
}

/** The title with its subtitle, as plain text; empty where the work has none. */
export function crossrefTitle(work: CrossrefWork): string {
  const [title, subtitle] = [firstText(work.title), firstText(work.subtitle)].map((text) => markupText(text).trim());
  if (!title || !subtitle || title.toLowerCase().includes(subtitle.toLowerCase())) return title ?? "";
  return /[:?!.]$/u.test(title) ? `${title} ${subtitle}` : `${title}: ${subtitle}`;
}

/** Whether an update takes the whole work back. */
export function isRetraction(type: string | null | undefined): boolean {
  return /^(?:retraction|withdrawal|removal)$/iu.test(type ?? "");
}

function affiliationsOf({ author }: CrossrefWork): string[] {
  const names = (author ?? []).flatMap(({ affiliation }) => affiliation ?? []).flatMap(({ name }) => name ?? []);
  return affiliationsFrom(names.map(markupText));
}

function versionsOf({ relation }: CrossrefWork): string[] {
  return VERSIONS.flatMap((name) => {
    const related = relation?.[name];
    if (!Array.isArray(related)) return [];
    return (related as { "id-type"?: string | null; id?: string | null }[]).flatMap(({ "id-type": scheme, id }) => {
      const known = scheme === "doi" || scheme === "arxiv" ? parseExternalId(id ?? "", scheme) : null;
      return known === null ? [] : [`${known.scheme}:${known.value}`];
    });
  });
}

/** That of the version of record, else of the accepted manuscript, else of what is not said. */
function licenseOf({ license }: CrossrefWork): string | null {
  const of = (version: string) => license?.find((one) => one["content-version"] === version && one.URL)?.URL;
  return of("vor") ?? of("am") ?? of("unspecified") ?? null;
}

function firstText(list: readonly (string | null | undefined)[] | null | undefined): string {
  return list?.find((text) => text) ?? "";
}

function isWebAddress(address: string | null | undefined): boolean {
  return /^https?:\/\/\S+$/iu.test(address ?? "");
}
