import { InputError } from "../errors.ts";
import { arxivSource, atomEntry, dublinCoreRecord, oaiIds, oaiRecord } from "./arxiv-paper.ts";
import { unreadable, type InputFile, type RawRow, type RowPlace } from "./port.ts";
import { childNamed, localName, readXmlRecords, textOf, xmlOf, type XmlElement } from "./xml-records.ts";

/** What an arXiv document holds beside its rows. */
export interface ArxivPage {
  rows: number;
  /** OAI-PMH: leads to the next page; empty or missing on the last. */
  resumptionToken: string | null;
  /** Atom: how many entries there are in all. */
  totalResults: number | null;
  /** OAI-PMH: nothing has changed since the date that was asked for. */
  nothingMatches: boolean;
}

/**
 * arXiv's papers: an answer of OAI-PMH (`ListRecords` or `GetRecord`, records in the formats `arXiv` and `oai_dc`) or an Atom feed of the API.
 * A record that arXiv deleted is a deletion. Throws `InputError` for a file that is neither, that states an error, or that is valid and
 * empty, as arXiv at times answers by mistake.
 */
export async function* readArxiv(file: InputFile): AsyncGenerator<RawRow> {
  const page = yield* readArxivPage(file);
  if (page.rows === 0 && !page.nothingMatches)
    throw new InputError(file.name, "is a valid response from arXiv without any papers");
}

/** arXiv answered that it will not do what was asked. */
export class ArxivRefusal extends InputError {
  readonly code: string;
  readonly answer: string;

  constructor(file: string, code: string, answer: string) {
    super(file, `arXiv responded: ${answer}`);
    this.code = code;
    this.answer = answer;
  }
}

/** The rows of a document; returns what else it says. Throws `InputError` for a document that is none of arXiv's, or states an error. */
export async function* readArxivPage(file: InputFile): AsyncGenerator<RawRow, ArxivPage> {
  const page: ArxivPage = { rows: 0, resumptionToken: null, totalResults: null, nothingMatches: false };
  let known = false;
  for await (const { element } of readXmlRecords(file, isPart)) {
    known = true;
    const name = localName(element.name);
    const content = textOf(element).trim();
    if (name === "resumptionToken") page.resumptionToken = content === "" ? null : content;
    else if (name === "totalResults") page.totalResults = Number(content);
    else if (name === "error") {
      const code = element.attributes.code ?? "";
      if (code !== "noRecordsMatch") throw new ArxivRefusal(file.name, code, `${code} ${content}`.trim().slice(0, 300));
      page.nothingMatches = true;
    } else if (name === "record" || name === "entry") {
      page.rows += 1;
      const place = { position: { file: file.name, line: element.line }, raw: () => xmlOf(element) };
      yield name === "record" ? recordRow(place, element) : entryRow(file, place, element);
    }
  }
  if (!known) throw new InputError(file.name, "is neither an OAI-PMH response nor an Atom feed");
  return page;
}

function isPart(name: string, ancestors: readonly XmlElement[]): boolean {
  const path = [...ancestors.map((ancestor) => localName(ancestor.name)), localName(name)].join("/");
  return PARTS.has(path);
}

const PARTS = new Set([
  // What every answer has, with or without papers.
  "OAI-PMH/responseDate",
  "feed/id",
  "feed/updated",
  "OAI-PMH/error",
  ...["ListRecords", "GetRecord"].flatMap((verb) => [`OAI-PMH/${verb}/record`, `OAI-PMH/${verb}/resumptionToken`]),
  // What stands in files that were put together from many answers.
  "ListRecords/record",
  "ListRecords/resumptionToken",
  "feed/entry",
  "feed/totalResults",
]);

function recordRow(place: RowPlace, record: XmlElement): RawRow {
  const header = childNamed(record, "header");
  if (!header) return unreadable(place, "not_a_record", "has no header");
  if (header.attributes.status === "deleted") {
    const ids = oaiIds(header);
    if (ids === null) return unreadable(place, "not_a_record", "the deleted record has no arXiv ID");
    return { ...place, kind: "deletion", ids, source: arxivSource(ids.arxiv) };
  }
  const metadata = childNamed(record, "metadata");
  const arxiv = metadata && childNamed(metadata, "arXiv");
  if (arxiv) return { ...place, kind: "paper", ...oaiRecord(arxiv) };
  const dublinCore = metadata && childNamed(metadata, "dc");
  if (dublinCore) return { ...place, kind: "paper", ...dublinCoreRecord(dublinCore, header) };
  return unreadable(place, "unknown_metadata", "has metadata in neither the arXiv nor the oai_dc format", {
    allowed: ["arXiv", "oai_dc"],
  });
}

/** An answer that is an error is an Atom feed too, of one entry with the title “Error”. */
function entryRow(file: InputFile, place: RowPlace, entry: XmlElement): RawRow {
  const id = childNamed(entry, "id");
  if (id && /\/api\/errors/u.test(textOf(id))) {
    throw new ArxivRefusal(
      file.name,
      "",
      textOf(childNamed(entry, "summary") ?? id)
        .trim()
        .slice(0, 300),
    );
  }
  return { ...place, kind: "paper", ...atomEntry(entry) };
}
