import { cleanText } from "../../src/documents/text.ts";
import { childNamed, childrenNamed, localName, type XmlElement } from "../sources/xml-records.ts";
import type { FullText } from "../../src/documents/full-text.ts";
import { textBuilder } from "./builder.ts";
import { addBlocks, footnoteKind, headingText } from "./jats-body.ts";
import { jatsAbstracts, jatsFront, jatsNotices, jatsStatements } from "./jats-front.ts";
import { inlineOf } from "./jats-inline.ts";
import { jatsReferences } from "./jats-references.ts";
import { UnreadableText, type FullTextReader } from "./port.ts";
import { at, elementsIn, elementsOf, within, wordsOf } from "./xml-texts.ts";

/**
 * JATS (Journal Article Tag Suite, NISO Z39.96), as PubMed Central, PLOS and eLife publish it, and its forerunner of the NLM: one article a file, or several in one
 * element. Letters and replies that are part of the file (`sub-article`) follow under their titles.
 */
export const jats: FullTextReader = {
  name: "jats",
  extensions: [".nxml", ".xml", ".jats"],
  fits: (head) => /<(?:article|pmc-articleset)[\s>]/u.test(head) && !/<TEI[\s>]/u.test(head),

  async read(file) {
    const articles = await elementsOf(file, "article");
    if (articles.length === 0) throw new UnreadableText("wrong_format", "has no <article> element, which JATS requires");
    return articles.map((article) => textOfArticle(article, file.name));
  },
};

const FOOTNOTES: ReadonlySet<string> = new Set(["fn"]);
const FLOATS: ReadonlySet<string> = new Set(["floats-group", "floats-wrap"]);

function textOfArticle(article: XmlElement, file: string): FullText {
  const builder = textBuilder();
  const said = jatsFront(article, file);
  for (const abstract of jatsAbstracts(article)) {
    const title = childNamed(abstract, "title");
    const section = builder.section([title ? headingText(title) : "Abstract"], "abstract");
    addBlocks(abstract, { section, part: "front" }, builder);
  }
  addBody(article, [], builder);
  for (const float of elementsIn(article).filter(({ name }) => FLOATS.has(localName(name)))) {
    addBlocks(float, { section: builder.section([], "other"), part: "back" }, builder);
  }
  const back = childNamed(article, "back");
  if (back) addBlocks(back, { section: builder.section([], "other"), part: "back" }, builder);
  addNotes(article, builder);
  for (const { heading, kind, text } of jatsStatements(article)) builder.add(builder.section([heading], kind), text);
  for (const part of elementsIn(article).filter(({ name }) => name === "sub-article" || name === "response"))
    addPart(part, [], builder);
  for (const reference of jatsReferences(article)) builder.reference(reference);
  for (const notice of jatsNotices(article)) builder.notice(notice);
  return builder.build(said);
}

function addBody(article: XmlElement, path: readonly string[], builder: ReturnType<typeof textBuilder>): void {
  const body = childNamed(article, "body");
  if (!body) return;
  const kind = path.length === 0 ? "introduction" : "other";
  addBlocks(body, { section: builder.section(path, kind), part: "body", first: path.length === 0 }, builder);
}

/** Notes on the authors' work that stand in the front: who paid, who did what; addresses are left out. */
function addNotes(article: XmlElement, builder: ReturnType<typeof textBuilder>): void {
  const notes = at(article, "front", "article-meta", "author-notes");
  if (!notes) return;
  for (const note of within(notes, FOOTNOTES)) {
    const kind = footnoteKind(note, "other");
    const section = builder.section([kind === "funding" ? "Funding" : "Author notes"], kind);
    for (const paragraph of childrenNamed(note, "p")) builder.add(section, inlineOf(paragraph).text, { form: "footnote" });
  }
}

/** A decision letter or a reply: its paragraphs under its title, of no kind of the paper's own. */
function addPart(part: XmlElement, path: readonly string[], builder: ReturnType<typeof textBuilder>): void {
  const stub = childNamed(part, "front-stub") ?? childNamed(part, "front") ?? part;
  const title = cleanText(wordsOf(at(stub, "title-group", "article-title")));
  const heading = [...path, title || (part.attributes["article-type"] ?? "Response").replaceAll("-", " ")];
  const section = builder.section(heading, "other");
  const body = childNamed(part, "body");
  if (body) addBlocks(body, { section, part: "body", isLetter: true }, builder);
  const back = childNamed(part, "back");
  if (back) addBlocks(back, { section, part: "back", isLetter: true }, builder);
  for (const inner of elementsIn(part).filter(({ name }) => name === "sub-article" || name === "response"))
    addPart(inner, heading, builder);
}
