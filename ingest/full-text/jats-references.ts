import { childNamed, childrenNamed, localName, type XmlElement } from "../sources/xml-records.ts";
import type { GivenReference } from "./builder.ts";
import { elementsIn, firstWithin, within, wordsOf } from "./xml-texts.ts";

const ENTRIES: ReadonlySet<string> = new Set(["ref"]);
const CITATIONS = ["element-citation", "mixed-citation", "nlm-citation", "citation", "citation-alternatives"];
const PEOPLE: ReadonlySet<string> = new Set(["name", "string-name", "collab"]);
const LABEL: ReadonlySet<string> = new Set(["label"]);
const NOT_PRINTED: ReadonlySet<string> = new Set(["label", "pub-id", "object-id"]);

/** The entries of an article's reference lists, each with its own id as its key. */
export function* jatsReferences(back: XmlElement): Generator<GivenReference> {
  let number = 0;
  for (const ref of within(back, ENTRIES)) {
    number += 1;
    const citation = CITATIONS.map((name) => firstWithin(ref, name)).find(Boolean);
    const key = ref.attributes.id ?? citation?.attributes.id ?? `ref${number}`;
    if (!citation) {
      yield { key, text: wordsOf(ref, LABEL) };
      continue;
    }
    const source = wordsOf(childNamed(citation, "source"));
    const title = wordsOf(
      childNamed(citation, "article-title") ?? childNamed(citation, "chapter-title") ?? childNamed(citation, "data-title"),
    );
    yield {
      key,
      text: printed(citation),
      title: title || source,
      authors: authorsOf(citation),
      year: yearOf(wordsOf(firstWithin(citation, "year"))),
      venue: title ? source : null,
      ids: childrenNamed(citation, "pub-id").flatMap((id) => {
        const scheme = SCHEMES[id.attributes["pub-id-type"] ?? ""];
        return scheme ? [{ scheme, value: wordsOf(id) }] : [];
      }),
    };
  }
}

const SCHEMES: Readonly<Record<string, "doi" | "pmid" | "pmcid" | "arxiv">> = {
  doi: "doi",
  pmid: "pmid",
  pmc: "pmcid",
  pmcid: "pmcid",
  arxiv: "arxiv",
};

/** An entry with punctuation of its own as it is; one in fields alone with its fields apart. */
function printed(citation: XmlElement): string {
  const isMixed = citation.children.some((child) => typeof child === "string" && child.trim() !== "");
  if (isMixed) return wordsOf(citation, NOT_PRINTED);
  const people = authorsOf(citation).join(", ");
  const fields = elementsIn(citation)
    .filter(({ name }) => !["person-group", "name", "collab", "etal", ...NOT_PRINTED].includes(localName(name)))
    .map((field) => wordsOf(field));
  return [people, ...fields].filter((field) => field.trim() !== "").join(". ");
}

function authorsOf(citation: XmlElement): string[] {
  const groups = childrenNamed(citation, "person-group");
  const authors = groups.find((group) => group.attributes["person-group-type"] === "author") ?? groups[0] ?? citation;
  return [...within(authors, PEOPLE)].map(personName).filter((name) => name !== "");
}

/** A person's name in the order in which it is spoken; a group's as it is. */
export function personName(element: XmlElement): string {
  const surname = childNamed(element, "surname");
  if (!surname) return wordsOf(element).replace(/\s+/gu, " ").trim();
  const parts = [childNamed(element, "given-names"), surname, childNamed(element, "suffix")];
  return parts
    .map((part) => wordsOf(part).trim())
    .filter((part) => part !== "")
    .join(" ");
}

function yearOf(text: string): number | null {
  const [year] = /\d{4}/u.exec(text) ?? [];
  return year === undefined ? null : Number(year);
}
