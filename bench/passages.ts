import { parseArgs } from "node:util";
import { askCanvas } from "../src/answers/answer.ts";
import { bestPassages } from "../src/evidence/best-passages.ts";
import type { Library } from "../src/retrieval/library.ts";
import { rounded } from "../src/shared/rounding.ts";
import { measureCost } from "./passages/cost.ts";
import { articleId, withArticles } from "./passages/library.ts";
import { paragraphsOf, readQuestions, type ArticleQuestion } from "./passages/questions.ts";

const USAGE =
  "usage: npm run bench -- passages FILE [--show N] | passages --cost [--papers 100000] [--passages 400000] [--questions 60]";
/** How many paragraphs are looked at, and how many quotes. */
const FIRST = 10;
const QUOTES = 5;

/**
 * How many of the paragraphs that people marked as evidence are among the first ten of all, by the engine's words alone and as answers draw their evidence; and how often one of the
 * sentences that they highlighted is among the first five quotes where a question is asked of its paper: `npm run bench -- passages FILE`, a file in QASPER's form. `--cost`: what
 * passages cost, see `measureCost`.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      show: { type: "string", default: "0" },
      cost: { type: "boolean", default: false },
      papers: { type: "string", default: "100000" },
      passages: { type: "string", default: "400000" },
      questions: { type: "string", default: "60" },
    },
  });
  if (values.cost) {
    const [papers, passages, count] = [values.papers, values.passages, values.questions].map(Number) as [number, number, number];
    return measureCost({ papers, passages, questions: count });
  }
  const [file] = positionals;
  if (!file) throw new Error(USAGE);
  const questions = readQuestions(file);
  const articles = paragraphsOf(questions);
  await withArticles(articles, async (library) => {
    const words: number[] = [];
    const drawn: number[] = [];
    const quoted: boolean[] = [];
    const milliseconds: number[] = [];
    for (const question of questions) {
      words.push(recall(question, await byWords(library, question.text)));
      const began = performance.now();
      drawn.push(recall(question, await asDrawn(library, question.text)));
      milliseconds.push(performance.now() - began);
      quoted.push(await isQuoted(library, question));
    }
    const share = (values: readonly (number | boolean)[]) =>
      rounded(values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length, 3);
    console.table([
      {
        questions: questions.length,
        articles: articles.size,
        paragraphs: [...articles.values()].flat().length,
        "recall@10, words": share(words),
        "recall@10, as drawn": share(drawn),
        "highlighted among five quotes": share(quoted),
        "retrieval, ms p50": Math.round(milliseconds.toSorted((a, b) => a - b)[milliseconds.length >> 1]!),
      },
    ]);
    const missed = questions.filter((_, index) => !quoted[index]).slice(0, Number(values.show));
    for (const { article, text } of missed) console.log(`${article}: ${text}`);
  });
}

/** A paragraph of an article. */
type Found = Pick<ArticleQuestion, "article"> & { text: string };

async function byWords({ engine: { passages } }: Library, text: string): Promise<Found[]> {
  const { lexical } = await passages.search({ text, filters: {}, depth: FIRST });
  const ids = lexical!.hits.map(({ id }) => id);
  const stored = await passages.get(ids);
  return ids.map((id) => asFound(stored.get(id)!));
}

async function asDrawn(library: Library, question: string): Promise<Found[]> {
  const best = await bestPassages(library, { question, filters: {}, compare: true });
  return best.slice(0, FIRST).map(({ passage }) => asFound(passage));
}

function asFound({ paper_id, content }: { paper_id: string; content: string }): Found {
  return { article: paper_id, text: content };
}

function recall({ article, evidence }: ArticleQuestion, found: readonly Found[]): number {
  const own = new Set(found.filter((one) => one.article === articleId(article)).map(({ text }) => text));
  return evidence.filter((text) => own.has(text)).length / evidence.length;
}

async function isQuoted(library: Library, { article, text, highlighted }: ArticleQuestion): Promise<boolean> {
  const { answer, citations } = await askCanvas(library, {
    query: text,
    mode: "paper",
    paper_id: articleId(article),
    time_scope: "all",
    account: "bench",
  });
  const byNumber = new Map(citations.map((citation) => [citation.number, citation.quote]));
  const quotes = new Set(answer.sentences.flatMap((sentence) => sentence.citations.map((number) => byNumber.get(number)!)));
  return [...quotes].slice(0, QUOTES).some((quote) => highlighted.some((one) => quote.includes(one) || one.includes(quote)));
}
