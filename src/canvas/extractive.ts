import type { Embedder } from "../embedding/port.ts";
import { chooseStatements } from "./choose.ts";
import { opposesEarlier, points, type Point } from "./points.ts";
import { withContext } from "./quote-context.ts";
import { rankedPassages } from "./ranked-passages.ts";
import type { Summarizer, SummarySentence } from "./summarizer.ts";
import { attribution, type Connection } from "./wording.ts";

/**
 * The summarizer without a model: it chooses sentences of the evidence and quotes them word for word, grouped by what they are about
 * and attributed by fixed wording that claims nothing. Deterministic.
 */
export function extractiveSummarizer(embedder: Pick<Embedder, "embedTexts">): Summarizer {
  return {
    name: "extractive",
    model: null,
    async summarize(request, signal) {
      const ranked = await rankedPassages(request, embedder, signal);
      const found = points(withContext(chooseStatements(ranked, request.limit)));
      return found.flatMap((point, index) => point.map((_, at) => ({ ...sentence(point, at), point: index + 1 })));
    },
  };
}

function sentence(point: Point, at: number): SummarySentence {
  const statement = point[at];
  const papers = statement.map((passage) => passage.paper.paper);
  const who = attribution(papers, connection(point, at), statement[0].paper.relation);
  return {
    text: `${who} “${statement[0].text}”`,
    quotes: statement.map(({ paper, start, end }) => ({ paper: paper.paper, start, end })),
  };
}

function connection(point: Point, at: number): Connection {
  if (at === 0) return "new";
  if (opposesEarlier(point, at)) return "opposed";
  const [own, before] = [point[at][0], point[at - 1][0]].map(({ paper }) => paper.paper.paper_id);
  return own === before ? "same_paper" : "same_point";
}
