import type { FullText } from "../../src/documents/full-text.ts";
import { paperFromInput } from "../../src/documents/merge.ts";
import { PaperInput, paperText } from "../../src/documents/paper.ts";
import { passageText, storedText } from "../../src/documents/passage.ts";
import { isRefusal, knownSpace } from "../../src/embedding/port.ts";
import { TARGETS } from "../../src/engine/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { pairs } from "../../src/shared/pairs.ts";
import { withTemporaryIndex } from "../loads/temporary-index.ts";

const SOURCE = { name: "bench", url: null, license: null };
const AT = { run_id: "bench", ingested_at: new Date(0).toISOString() };

/** The id of an article's paper. */
export function articleId(article: string): string {
  return `arxiv:${article}`;
}

/** Loads each article as a paper whose full text is its paragraphs, without abstract and headings, into an index of its own, and drops it at the end. */
export async function withArticles<Result>(
  articles: ReadonlyMap<string, readonly string[]>,
  use: (library: Library) => Promise<Result>,
): Promise<Result> {
  return withTemporaryIndex(async (library) => {
    const { engine, embedder } = library;
    await engine.create(knownSpace(embedder));
    const texts = [...articles].map(([article, paragraphs]) => {
      const paper = paperFromInput(PaperInput.parse({ title: `Article ${article}`, ids: { arxiv: article } }), {
        source: SOURCE,
        ...AT,
      });
      return { paper, ...storedText(fullText(paper.title, paragraphs), paper, { file: `${article}.txt`, ...AT }) };
    });
    const ofPapers = await embedder.embedTexts(texts.map(({ paper }) => paperText(paper)));
    await engine.papers.write(
      texts.map(({ paper }, index) => ({ document: paper, vector: isRefusal(ofPapers[index]!) ? null : ofPapers[index]! })),
    );
    const passages = texts.flatMap((text) => [...text.passages, text.whole]);
    const vectors = new Map<string, Float32Array>();
    if (library.embedsPassages) {
      const texts = passages.map((one) => passageText(one)).filter((text) => text !== null);
      for (const [text, vector] of pairs(texts, await embedder.embedTexts(texts)))
        if (!isRefusal(vector)) vectors.set(text, vector);
    }
    await engine.passages.write(
      passages.map((document) => ({ document, vector: vectors.get(passageText(document) ?? "") ?? null })),
    );
    for (const target of TARGETS) await engine.endLoad(target);
    return await use(library);
  });
}

function fullText(title: string, paragraphs: readonly string[]): FullText {
  return {
    format: "text",
    ids: {},
    title,
    authors: [],
    abstract: null,
    year: null,
    published_at: null,
    venue: null,
    licence: null,
    source: SOURCE,
    sections: [{ heading: [], kind: "other" }],
    passages: paragraphs.map((text) => ({
      section: 0,
      kind: "other",
      form: "paragraph",
      text,
      page: null,
      place: null,
      label: null,
    })),
    references: [],
    markers: [],
    notices: [],
  };
}
