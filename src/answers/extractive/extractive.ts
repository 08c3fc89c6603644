import type { Embedder } from "../../embedding/port.ts";
import type { Summarizer, SummaryRequest, SummarySentence } from "../summarizer.ts";
import { isClaim } from "../question/kind.ts";
import { chooseStatements, type Statement } from "./choose.ts";
import { opposesEarlier, points, type Point } from "./points.ts";
import { answersTo } from "./answers-to.ts";
import { forQuestion, outcomesFor } from "./for-question.ts";
import { withContext } from "./quote-context.ts";
import { rankedPassages, type RankedPassage } from "./ranked-passages.ts";
import { questionCues } from "./relevance.ts";
import { attribution, type Connection } from "./wording.ts";
import { worthQuoting } from "./worth-quoting.ts";

/**
 * The summarizer without a model: it chooses sentences of the evidence and quotes them word for word, grouped by what they are about
 * and attributed by fixed wording that claims nothing. Deterministic.
 */
export function extractiveSummarizer(embedder: Pick<Embedder, "embedTexts">): Summarizer {
  return {
    name: "extractive",
    model: null,
    summarize: async (request, signal) => quotedSentences(await rankedPassages(request, embedder, { signal }), request),
  };
}

/** Kinds of questions that are answered by a list, an entry for each paper. */
export const LISTED: ReadonlySet<string> = new Set(["which_exist", "artifact"]);

/**
 * So many sentences less than it may have are quoted for a question: of 54 answers that were no list, graded twice, the first quote answered for .50 and was off for .08, the second for .43 and .11, the third for .36 and .14, the
 * fourth for .42 and .24, and those behind it for .36 and .31. Whoever states a claim wants all evidence on it.
 */
const LEFT_OUT = 1;

/** The sentences of an answer, chosen from ranked passages; `inDoubt`: with what is quoted besides where it is in doubt whether one answers. Pure. */
export function quotedSentences(
  ranked: readonly RankedPassage[],
  { question, kind, read, limit }: Pick<SummaryRequest, "question" | "kind" | "read" | "limit">,
  { inDoubt = true } = {},
): SummarySentence[] {
  const aims = read === undefined ? questionCues(question, kind).asksForWork : LISTED.has(read.kind);
  const anchored = ranked.some(({ paper }) => paper.anchor);
  const predicted = read !== undefined && !anchored;
  const listed = read !== undefined && LISTED.has(read.kind);
  const claim = predicted && !listed && isClaim(question);
  const maxStatements = predicted && !listed && !claim ? limit - LEFT_OUT : limit;
  const worthy =
    read === undefined
      ? worthQuoting(ranked, { aims })
      : anchored
        ? outcomesFor(worthQuoting(forQuestion(ranked, read), { aims }), read)
        : answersTo(ranked, read, { list: listed, question, room: inDoubt ? maxStatements : 0 });
  const list = kind !== undefined && LISTED.has(kind) && !anchored;
  const statements = withContext(chooseStatements(list ? bestOfEachPaper(worthy) : worthy, maxStatements, { claim }));
  const found = list || claim ? statements.map((statement): Point => [statement]) : points(statements);
  return found.flatMap((point, index) =>
    point.map((statement, at) => ({
      ...sentence(statement, connection(point, at)),
      point: index + 1,
      ...(predicted ? { answers: statement[0].expected ?? statement[0].relevance, wasRead: statement[0].reading !== null } : {}),
    })),
  );
}

/** The best passage of each paper, those of the papers nearest to the question first. */
function bestOfEachPaper(worthy: readonly RankedPassage[]): RankedPassage[] {
  const best = new Map<string, RankedPassage>();
  for (const passage of worthy) {
    const id = passage.paper.paper.paper_id;
    if (!best.has(id)) best.set(id, passage);
  }
  return [...best.values()];
}

function sentence(statement: Statement, connected: Connection): SummarySentence {
  const [{ text, paper }] = statement;
  const papers = statement.map((passage) => passage.paper.paper);
  const who = attribution(papers, connected, paper.relation);
  return {
    text: `${who} “${text}”`,
    quotes: statement.map((passage) => ({
      paper: passage.paper.paper,
      start: passage.start,
      end: passage.end,
      reading: passage.reading,
    })),
  };
}

function connection(point: Point, at: number): Connection {
  if (at === 0) return "new";
  if (opposesEarlier(point, at)) return "opposed";
  const paperOf = (statement: Statement | undefined) => statement?.[0].paper.paper.paper_id;
  return paperOf(point[at]) === paperOf(point[at - 1]) ? "same_paper" : "same_point";
}
