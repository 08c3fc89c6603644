import { cleanText } from "../../src/documents/text.ts";
import { parseExternalId } from "../../src/documents/ids.ts";
import type { FullTextNotice } from "../../src/documents/full-text.ts";
import { childNamed, childrenNamed, localName, type XmlElement } from "../sources/xml-records.ts";
import type { SaidOfPaper } from "./builder.ts";
import { inlineOf } from "./jats-inline.ts";
import { personName } from "./jats-references.ts";
import { withoutMarks } from "./markers.ts";
import { at, attribute, elementsIn, firstWithin, within, wordsOf } from "./xml-texts.ts";

const NO_TITLE: ReadonlySet<string> = new Set(["fn", "xref", "email"]);
const CONTRIBUTORS: ReadonlySet<string> = new Set(["contrib"]);
const PARAGRAPHS: ReadonlySet<string> = new Set(["p"]);
const SCHEMES: Readonly<Record<string, "doi" | "pmid" | "pmcid">> = {
  doi: "doi",
  pmid: "pmid",
  pmc: "pmcid",
  pmcid: "pmcid",
  pmcaid: "pmcid",
};

/** What an article says of itself. */
export function jatsFront(article: XmlElement, file: string): SaidOfPaper {
  const front = childNamed(article, "front") ?? childNamed(article, "front-stub") ?? article;
  const meta = childNamed(front, "article-meta") ?? front;
  const published = dateOf(meta);
  return {
    format: "jats",
    file,
    ids: childrenNamed(meta, "article-id").flatMap((id) => {
      const scheme = SCHEMES[id.attributes["pub-id-type"] ?? ""];
      return scheme ? [{ scheme, value: wordsOf(id) }] : [];
    }),
    title: titleOf(meta),
    authors: authorsOf(meta),
    abstract: abstractText(childrenNamed(meta, "abstract").find((one) => attribute(one, "abstract-type") === undefined)),
    year: published?.year ?? null,
    publishedAt: published?.day ?? null,
    venue: wordsOf(firstWithin(front, "journal-title")),
    licence: licenseOf(meta),
  };
}

function titleOf(meta: XmlElement): string {
  const group = childNamed(meta, "title-group") ?? meta;
  const title = wordsOf(childNamed(group, "article-title"), NO_TITLE);
  const subtitle = wordsOf(childNamed(group, "subtitle"), NO_TITLE);
  return subtitle.trim() === "" ? title : `${title}: ${subtitle}`;
}

function authorsOf(meta: XmlElement): string[] {
  const groups = childrenNamed(meta, "contrib-group");
  const people = groups.flatMap((group) => [...within(group, CONTRIBUTORS)]);
  return people
    .filter(({ attributes }) => (attributes["contrib-type"] ?? "author") === "author")
    .flatMap((one) => {
      const alternatives = childNamed(one, "name-alternatives") ?? one;
      const name = ["name", "string-name", "collab"].map((part) => childNamed(alternatives, part)).find(Boolean);
      // A group lists its members inside its own name.
      return name ? [personName({ ...name, children: name.children.filter(isNoGroup) })] : [];
    });
}

function isNoGroup(child: XmlElement | string): boolean {
  return typeof child === "string" || localName(child.name) !== "contrib-group";
}

/** The paragraphs of an abstract in one, each part behind its heading. */
function abstractText(abstract: XmlElement | undefined): string | null {
  if (abstract === undefined) return null;
  const parts: string[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of elementsIn(element)) {
      const name = localName(child.name);
      if (name === "title" && element !== abstract) parts.push(`${cleanText(wordsOf(child)).replace(/[.:]$/u, "")}:`);
      else if (name === "p") parts.push(withoutMarks(inlineOf(child).text.raw));
      else if (name === "sec" || name === "list" || name === "list-item") visit(child);
    }
  };
  visit(abstract);
  return parts.join(" ");
}

/** The earliest date of publication; the day only where it is whole. */
function dateOf(meta: XmlElement): { year: number; day: string | null } | null {
  const dates = childrenNamed(meta, "pub-date").flatMap((date) => {
    const kind = attribute(date, "pub-type") ?? attribute(date, "date-type") ?? "";
    const year = wordsOf(childNamed(date, "year")).trim();
    if (!/^\d{4}$/u.test(year) || /release|update|preprint|retract/u.test(kind)) return [];
    const month = MONTHS[wordsOf(childNamed(date, "month")).trim().toLowerCase().slice(0, 3)];
    const day = /^\d{1,2}$/u.exec(wordsOf(childNamed(date, "day")).trim())?.[0];
    const sure = month && day && kind !== "collection";
    return [{ year: Number(year), day: sure ? `${year}-${month}-${day.padStart(2, "0")}` : null }];
  });
  const days = dates.flatMap(({ day }) => day ?? []).sort();
  const years = dates.map(({ year }) => year);
  if (days[0] !== undefined) return { year: Number(days[0].slice(0, 4)), day: days[0] };
  return years.length === 0 ? null : { year: Math.min(...years), day: null };
}

const NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.flatMap((name, index) => {
    const number = String(index + 1).padStart(2, "0");
    return [name, number, String(index + 1)].map((spelling) => [spelling, number]);
  }),
);

/** The license's address where the file has it, else its sentence. */
function licenseOf(meta: XmlElement): string | null {
  const permissions = childNamed(meta, "permissions") ?? meta;
  const named = wordsOf(firstWithin(permissions, "license_ref")).trim();
  const license = childNamed(permissions, "license");
  if (license === undefined) return named || wordsOf(childNamed(permissions, "copyright-statement")) || null;
  const links = [license, ...within(license, new Set(["ext-link", "uri"]))].map((link) => attribute(link, "href"));
  const address = [named, ...links].find((link) => link && /^https?:\/\/creativecommons\.org\//u.test(link));
  return address ?? (named || wordsOf(license, new Set(["email", "graphic", "inline-graphic"])));
}

/** The retractions, corrections and concerns that an article states, of others or of itself. */
export function jatsNotices(article: XmlElement): FullTextNotice[] {
  const meta = at(article, "front", "article-meta");
  if (meta === undefined) return [];
  const own = childrenNamed(meta, "article-id").find((id) => id.attributes["pub-id-type"] === "doi");
  const self = doi(wordsOf(own));
  const articleType = article.attributes["article-type"] ?? "";
  return childrenNamed(meta, "related-article").flatMap((related): FullTextNotice[] => {
    const other = doi(attribute(related, "href") ?? wordsOf(related));
    const type = related.attributes["related-article-type"] ?? "";
    if (other === null) return [];
    const forward = FORWARD[type];
    if (forward) return self === null ? [] : [{ kind: forward, paper: self, notice: other }];
    const kind = OF_OTHERS[type] ?? (UNTOLD.has(type) ? OF_ARTICLES[articleType] : undefined);
    return kind ? [{ kind, paper: other, notice: self }] : [];
  });
}

/** Types by which a notice names the article that it is about. */
const OF_OTHERS: Readonly<Record<string, FullTextNotice["kind"]>> = {
  "retracted-article": "retraction",
  "partial-retraction": "retraction",
  "corrected-article": "correction",
  "object-of-concern": "expression_of_concern",
};
/** Types by which an article names the notice about itself. */
const FORWARD: Readonly<Record<string, FullTextNotice["kind"]>> = {
  "retraction-forward": "retraction",
  "correction-forward": "correction",
  "concern-forward": "expression_of_concern",
};
/** Where the link does not say what it is, the kind of the article does. */
const UNTOLD: ReadonlySet<string> = new Set(["", "article-reference", "companion", "other", "addended-article"]);
const OF_ARTICLES: Readonly<Record<string, FullTextNotice["kind"]>> = {
  retraction: "retraction",
  correction: "correction",
  "expression-of-concern": "expression_of_concern",
};

function doi(text: string): string | null {
  const id = parseExternalId(text.trim().replace(/^info:doi\//iu, ""), "doi");
  return id?.scheme === "doi" ? id.value : null;
}

/** Statements that stand in the front: who paid, where the data are. */
export function jatsStatements(article: XmlElement): { kind: "funding" | "data_availability"; heading: string; text: string }[] {
  const meta = at(article, "front", "article-meta");
  if (meta === undefined) return [];
  const funding = [...within(meta, new Set(["funding-statement"]))].map((one) => wordsOf(one));
  const data = [...within(meta, new Set(["custom-meta"]))]
    .filter((one) => /\bdata(?: and code)? availability/iu.test(wordsOf(childNamed(one, "meta-name"))))
    .map((one) => wordsOf(childNamed(one, "meta-value")));
  return [
    ...funding.map((text) => ({ kind: "funding" as const, heading: "Funding", text })),
    ...data.map((text) => ({ kind: "data_availability" as const, heading: "Data Availability", text })),
  ];
}

/** The abstracts of an article whose words are its authors' or editors'; the line of a table of contents is none. */
export function jatsAbstracts(article: XmlElement): XmlElement[] {
  const meta = at(article, "front", "article-meta");
  if (meta === undefined) return [];
  const all = [...childrenNamed(meta, "abstract"), ...childrenNamed(meta, "trans-abstract")];
  return all.filter((one) => {
    const type = attribute(one, "abstract-type") ?? "";
    return !/^(?:toc|graphical|teaser|web-summary|video|short)/u.test(type) && [...within(one, PARAGRAPHS)].length > 0;
  });
}
