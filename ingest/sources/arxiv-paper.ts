import { isCalendarDate } from "../../src/documents/dates.ts";
import { parseExternalId } from "../../src/documents/ids.ts";
import { inSpokenOrder } from "../../src/documents/names.ts";
import type { PaperIds, PaperInput } from "../../src/documents/paper.ts";
import type { SignalInput } from "../../src/documents/signal.ts";
import { cleanText } from "../../src/documents/text.ts";
import { childNamed, childrenNamed, textOf, type XmlElement } from "./xml-records.ts";

export interface ArxivPaper {
  paper: Partial<Record<keyof PaperInput, unknown>>;
  source: { name: string; url: string | null; license: string };
  signals: Omit<SignalInput, "paper_ids">[];
}

/** A record in arXiv's own format. */
export function oaiRecord(record: XmlElement): ArxivPaper {
  const authors = childNamed(record, "authors");
  return arxivPaper({
    id: inside(record, "id"),
    doi: inside(record, "doi"),
    title: inside(record, "title"),
    abstract: inside(record, "abstract"),
    authors: (authors ? childrenNamed(authors, "author") : []).map((author) =>
      ["forenames", "keyname", "suffix"].map((part) => inside(author, part)).join(" "),
    ),
    created: inside(record, "created"),
    updated: inside(record, "updated"),
    categories: inside(record, "categories").split(/\s+/u),
    comments: [inside(record, "comments")],
  });
}

/** A record in Dublin Core, which has the day of the first version, the abstract and comments each as one of several. */
export function dublinCoreRecord(record: XmlElement, header: XmlElement): ArxivPaper {
  const all = (name: string): string[] => childrenNamed(record, name).map((element) => textOf(element).trim());
  const identifiers = all("identifier");
  const descriptions = all("description");
  const dates = all("date").toSorted();
  return arxivPaper({
    id: oaiIds(header)?.arxiv ?? identifiers.find((one) => /arxiv\.org\/abs\//iu.test(one)) ?? "",
    doi: identifiers.find((one) => /^doi:/iu.test(one)) ?? "",
    title: all("title")[0] ?? "",
    abstract: descriptions.find((one) => !isComment(one)) ?? "",
    authors: all("creator").map(inSpokenOrder),
    created: dates[0] ?? "",
    updated: dates.at(-1) ?? "",
    categories: all("subject"),
    comments: descriptions.filter(isComment).map((one) => one.replace(/^Comment:\s*/u, "")),
  });
}

function isComment(description: string): boolean {
  return description.startsWith("Comment:");
}

/** An entry of the API's Atom feed. */
export function atomEntry(entry: XmlElement): ArxivPaper {
  return arxivPaper({
    id: inside(entry, "id"),
    doi: inside(entry, "doi"),
    title: inside(entry, "title"),
    abstract: inside(entry, "summary"),
    authors: childrenNamed(entry, "author").map((author) => inside(author, "name")),
    created: inside(entry, "published").slice(0, 10),
    updated: inside(entry, "updated").slice(0, 10),
    categories: childrenNamed(entry, "category").map((category) => category.attributes.term ?? ""),
    comments: [inside(entry, "comment")],
  });
}

/** The id of a record by its header: `oai:arXiv.org:0704.0001`; null where there is none. */
export function oaiIds(header: XmlElement): PaperIds | null {
  const id = parseExternalId(inside(header, "identifier").replace(/^oai:arxiv\.org:/iu, ""), "arxiv");
  return id && { arxiv: id.value };
}

/** What stands behind a record; without an id no page. */
export function arxivSource(id: string | undefined): ArxivPaper["source"] {
  return { name: "arXiv", url: id === undefined ? null : `https://arxiv.org/abs/${id}`, license: "CC0 1.0" };
}

interface Fields {
  id: string;
  doi: string;
  title: string;
  abstract: string;
  authors: string[];
  /** `YYYY-MM-DD`, or empty. */
  created: string;
  updated: string;
  categories: string[];
  comments: string[];
}

function arxivPaper(fields: Fields): ArxivPaper {
  const id = parseExternalId(fields.id, "arxiv");
  const source = arxivSource(id?.value);
  // Several DOIs may stand in one field, and what is none at all.
  const doi = fields.doi.split(/\s+/u).find((one) => parseExternalId(one, "doi") !== null);
  const withdrawn = fields.comments.map(cleanText).find((comment) => WITHDRAWN.test(comment));
  const paper = {
    title: fields.title === "" ? undefined : fields.title,
    abstract: fields.abstract,
    authors: fields.authors,
    published_at: isCalendarDate(fields.created) ? fields.created : null,
    venue: "arXiv",
    categories: fields.categories,
    // Without a valid id the spelling is kept, so that the dead letter names it.
    ids: { arxiv: id?.value ?? fields.id, doi },
    url: source.url,
    pdf_url: id && `https://arxiv.org/pdf/${id.value}`,
    retracted: withdrawn !== undefined,
  };
  const retraction: ArxivPaper["signals"][number] = {
    kind: "retraction",
    title: `Withdrawal of arXiv ${id?.value ?? ""}`,
    statement: `The comments on arXiv say of “${cleanText(fields.title)}”: ${(withdrawn ?? "").slice(0, 2_000)}`,
    polarity: "against",
    topics: [],
    observed_at: fields.updated || fields.created,
    source,
  };
  return { paper, source, signals: withdrawn === undefined ? [] : [retraction] };
}

/** Authors withdraw a paper by a comment that begins so. */
const WITHDRAWN =
  /^(?:this (?:paper|article|manuscript|submission|work|preprint|version) (?:has been|is|was) |paper |article )?withdrawn\b/iu;

function inside(element: XmlElement, name: string): string {
  const child = childNamed(element, name);
  return child ? textOf(child).trim() : "";
}
