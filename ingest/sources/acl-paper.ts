import { parseExternalId } from "../../src/documents/ids.ts";
import { cleanText } from "../../src/documents/text.ts";
import type { PaperInput } from "../../src/documents/paper.ts";
import type { SignalInput } from "../../src/documents/signal.ts";
import { affiliationsFrom } from "./affiliations.ts";
import { withoutBrokenLines } from "./broken-lines.ts";
import { orcidKeys } from "./orcid.ts";
import { childOf, childrenOf, textOf, type XmlElement } from "./xml-records.ts";

export interface AclVolume {
  /** `P19` or `2020.acl`. */
  collection: string;
  /** `1` or `main`. */
  volume: string;
  year: string | null;
  /** The day on which the Anthology took the volume in, `YYYY-MM-DD`. */
  ingestDate: string | null;
  venue: string | null;
}

/** A signal whose paper is the one of its row. */
type DerivedSignal = Omit<SignalInput, "paper_ids">;

export interface AclPaper {
  paper: Partial<Record<keyof PaperInput, unknown>>;
  source: { name: string; url: string; license: string };
  signals: DerivedSignal[];
}

/** What a `<paper>` element says: the paper, and the signals that stand beside it (code, datasets, awards, errata, retractions). Pure. */
export function aclPaper(element: XmlElement, volume: AclVolume): AclPaper {
  const id = aclId(volume, element.attributes.id ?? "");
  const page = `https://aclanthology.org/${id}/`;
  const retraction = childOf(element, "retracted") ?? childOf(element, "removed");
  const abstract = childOf(element, "abstract");
  const title = childOf(element, "title");
  const persons = childrenOf(element, "author");
  const paper = {
    title: title && textOf(title),
    abstract: abstract ? withoutBrokenLines(textOf(abstract)) : null,
    authors: persons.map(personName),
    affiliations: affiliationsFrom(persons.flatMap(affiliationsOf)),
    author_ids: persons.flatMap(personIds),
    year: volume.year !== null && /^\d{4}$/u.test(volume.year) ? Number(volume.year) : volume.year,
    venue: volume.venue,
    ids: { acl: id, doi: doiOf(element) },
    url: page,
    pdf_url: pdfUrl(element),
    retracted: retraction !== undefined,
  };
  const source = { name: "ACL Anthology", url: page, license: licenseOf(volume.year) };
  return { paper, source, signals: signalsOf(element, { id, page, title: cleanText(paper.title ?? ""), volume, source }) };
}

/**
 * The Anthology's id of a paper. Since 2020 `2020.acl-main.1`; before, a letter, two digits of the year, and four of volume and paper: one and
 * three (`P19-1001`), but two and two in workshop collections (`W18-0101`), C69, and D19 from volume 5 on.
 */
export function aclId({ collection, volume }: Pick<AclVolume, "collection" | "volume">, paper: string): string {
  if (/^\d{4}\./u.test(collection)) return `${collection}-${volume}.${paper}`;
  const twoDigitVolume = collection.startsWith("W") || collection === "C69" || (collection === "D19" && Number(volume) >= 5);
  return `${collection}-${twoDigitVolume ? volume.padStart(2, "0") + paper.padStart(2, "0") : volume + paper.padStart(3, "0")}`;
}

/** Some hundred `<doi>` elements hold a Handle or a fragment; the paper has its Anthology id, so these are left out. */
function doiOf(element: XmlElement): string | null {
  const doi = childOf(element, "doi");
  const text = doi ? textOf(doi) : "";
  return parseExternalId(text, "doi") === null ? null : text;
}

/** Materials since 2016 are CC BY, older ones CC BY-NC-SA. */
function licenseOf(year: string | null): string {
  return Number(year) >= 2016 ? "CC BY 4.0" : "CC BY-NC-SA 3.0";
}

function personName(person: XmlElement): string {
  // Direct children alone: a <variant> inside holds the same name in another script.
  return ["first", "last"].map((part) => textOf(childOf(person, part) ?? NO_NAME)).join(" ");
}

function affiliationsOf(person: XmlElement): string[] {
  return childrenOf(person, "affiliation").map(textOf);
}

/** The Anthology gives a person an id where a name is borne by several; of some it states the ORCID. */
function personIds(person: XmlElement): string[] {
  const { id } = person.attributes;
  return [...(id ? [`acl:${id}`] : []), ...childrenOf(person, "orcid").flatMap((orcid) => orcidKeys(textOf(orcid)))];
}

const NO_NAME: XmlElement = { name: "", attributes: {}, children: [], line: 0 };

/** `<url>` holds the name of the Anthology's own file, or an address elsewhere that may be a page. */
function pdfUrl(element: XmlElement): string | null {
  const url = childOf(element, "url");
  const file = url ? textOf(url).trim() : "";
  if (/^https?:/iu.test(file)) return /\.pdf$/iu.test(file) ? file : null;
  return /^[\w.-]+$/u.test(file) ? `https://aclanthology.org/${file}.pdf` : null;
}

/** Whether a title names something as its own: “SQuAD: 100,000+ questions …”. */
function opensWith(title: string, name: string): boolean {
  const rest = title.toLowerCase().startsWith(name.toLowerCase()) ? title.slice(name.length) : null;
  return rest !== null && (rest === "" || /^\s*(?::|[–—-]\s)/u.test(rest));
}

interface Subject {
  id: string;
  page: string;
  title: string;
  volume: AclVolume;
  source: AclPaper["source"];
}

function signalsOf(element: XmlElement, subject: Subject): DerivedSignal[] {
  return element.children.flatMap((child) => {
    const describe = typeof child === "string" ? undefined : SIGNALS[child.name];
    const signal = describe?.(child as XmlElement, subject);
    return signal ? [{ topics: [], source: subject.source, ...signal }] : [];
  });
}

type Described = Pick<DerivedSignal, "kind" | "title" | "statement" | "polarity" | "observed_at"> | null;

const SIGNALS: Partial<Record<string, (element: XmlElement, subject: Subject) => Described>> = {
  award(element, subject) {
    const award = cleanText(textOf(element));
    if (award === "") return null;
    const observed = yearNamedIn(award, subject.volume.year) ?? takenInOn(subject.volume);
    const statement = `The ACL Anthology lists the award “${award}” for ${naming(subject)}.`;
    return { kind: "award", title: award, statement, polarity: "supports", observed_at: observed };
  },

  pwccode(element, subject) {
    const url = (element.attributes.url ?? "").trim();
    const more = element.attributes.additional === "true";
    const observed_at = takenInOn(subject.volume);
    if (url === "") {
      // The Anthology writes an empty address where Papers with Code knows of community code alone.
      const statement = `Papers with Code lists community code, and no official repository, for ${naming(subject)}.`;
      return { kind: "code", title: "Community code on Papers with Code", statement, polarity: "neutral", observed_at };
    }
    const also = more ? ", and lists further community code" : "";
    const statement = `Papers with Code gives the repository ${url} for ${naming(subject)}${also}.`;
    return { kind: "code", title: `Code: ${url.replace(/^https?:\/\//iu, "")}`, statement, polarity: "supports", observed_at };
  },

  pwcdataset(element, subject) {
    const url = (element.attributes.url ?? "").trim();
    const name = cleanText(textOf(element)) || url;
    if (name === "") return null;
    const statement = `Papers with Code links the dataset ${name}${url ? ` (${url})` : ""} to ${naming(subject)}.`;
    return {
      kind: "dataset",
      title: `Dataset: ${name}`,
      statement,
      // The link does not tell data that a paper brought from data that it used; a title that opens with their name does.
      polarity: opensWith(subject.title, name) ? "supports" : "neutral",
      observed_at: takenInOn(subject.volume),
    };
  },

  erratum(element, subject) {
    const file = cleanText(textOf(element));
    const date = element.attributes.date;
    const statement = `The ACL Anthology carries an erratum${date ? ` of ${date}` : ""} (${file}) to ${naming(subject)}.`;
    return {
      kind: "erratum",
      title: `Erratum ${file}`,
      statement,
      polarity: "against",
      observed_at: date ?? takenInOn(subject.volume),
    };
  },

  revision(element, subject) {
    const note = cleanText(textOf(element));
    const { id: number = "", date } = element.attributes;
    // The first one is the paper as it was published, kept beside those that came later.
    if (note === "" || number === "1") return null;
    const said = /^no description of the changes/iu.test(note) ? "What changed is not recorded." : `What changed: ${note}`;
    return {
      kind: "erratum",
      title: `Revision ${number} of ${subject.id}`,
      statement: `The ACL Anthology carries revision ${number}${date ? ` of ${date}` : ""} of ${naming(subject)}. ${said}`.slice(
        0,
        5_000,
      ),
      polarity: CORRECTION.test(note) && SUBSTANCE.test(note) ? "against" : "neutral",
      observed_at: date ?? takenInOn(subject.volume),
    };
  },

  retracted: (element, subject) => retraction("retracted", "Retraction", element, subject),
  removed: (element, subject) => retraction("removed", "Removal", element, subject),
};

/** Notes of revisions that mend something in what the paper reports; most are about typing errors, names and acknowledgments, which speak against nothing. */
const CORRECTION = /\b(?:correct|error|erroneous|mistake|bugs?\b|wrong|incorrect|fix|inaccura|mismap|miscalcul|retract)/iu;
const SUBSTANCE =
  /\b(?:equations?|tables?|figures?|results?|values?|scores?|experiments?|data(?:sets?)?|evaluation|metrics?|implementation|code|algorithm|formulas?|proofs?|theorem|lemma|baselines?|models?|analys[ie]s|statistics|retracted)\b/iu;

function retraction(verb: string, noun: string, element: XmlElement, subject: Subject): Described {
  const date = element.attributes.date;
  const reason = cleanText(textOf(element));
  const sentence = `The ACL Anthology marks ${naming(subject)} as ${verb}${date ? ` on ${date}` : ""}.`;
  return {
    kind: "retraction",
    title: `${noun} of ${subject.id}`,
    statement: reason === "" ? sentence : `${sentence} Reason given: ${reason}`,
    polarity: "against",
    observed_at: date ?? takenInOn(subject.volume),
  };
}

function naming({ title, id }: Subject): string {
  return `the paper “${title}” (${id})`;
}

/** The first day of a year that an award names (“ACL 2022 10-Year Test of Time”), where it is later than the paper's own. */
function yearNamedIn(award: string, paperYear: string | null): string | null {
  const year = /\b(?:19|20)\d{2}\b/u.exec(award)?.[0];
  return year !== undefined && Number(year) > Number(paperYear) ? `${year}-01-01` : null;
}

/** When the Anthology took the volume in; where it does not say, the first day of the volume's year. */
function takenInOn({ ingestDate, year }: AclVolume): string {
  return ingestDate ?? `${year ?? ""}-01-01`;
}
