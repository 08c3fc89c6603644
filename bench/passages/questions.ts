import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { cleanText } from "../../src/documents/text.ts";

/** A question about one article, the paragraphs that people marked as its evidence, and the sentences they highlighted. */
export interface ArticleQuestion {
  article: string;
  text: string;
  evidence: string[];
  highlighted: string[];
}

interface Row {
  article_id: string;
  text: string;
  evidence: string[];
  highlighted_evidence: string[];
}

/** Reads questions in the form of QASPER (Dasigi et al. 2021): a JSON object of rows by id. Texts come as they are stored. */
export function readQuestions(file: string): ArticleQuestion[] {
  const rows = JSON.parse(readFileSync(resolve(file), "utf8")) as Record<string, Row>;
  const stored = (texts: readonly string[]) => [...new Set(texts.map(cleanText))].filter((text) => text !== "");
  return Object.values(rows).map(({ article_id: article, text, evidence, highlighted_evidence: highlighted }) => ({
    article,
    text,
    evidence: stored(evidence),
    highlighted: stored(highlighted),
  }));
}

/** The evidence paragraphs of all questions, by article. */
export function paragraphsOf(questions: readonly ArticleQuestion[]): Map<string, string[]> {
  const byArticle = Map.groupBy(questions, ({ article }) => article);
  return new Map([...byArticle].map(([article, asked]) => [article, [...new Set(asked.flatMap(({ evidence }) => evidence))]]));
}
