import { deletedXml, oaiPage, oaiRecordXml } from "../../ingest/arxiv-pages.ts";
import { arxivOf, titleOf, type World } from "./world.ts";

const PAGE = 4;

/** OAI-PMH in pages with resumption tokens. Of the papers every third has a new title each day, and every 17th is deleted on odd days. */
export function arxivWorld(papers: number): World {
  return {
    name: "arxiv",
    answer(url, _, day) {
      const from = Number(url.searchParams.get("resumptionToken") ?? 0);
      const numbers = Array.from({ length: Math.min(PAGE, papers - from) }, (__, index) => from + index);
      return {
        text: oaiPage(
          numbers.map((paper) => record(paper, day)),
          from + PAGE < papers ? String(from + PAGE) : null,
        ),
      };
    },
    // arXiv at times answers validly, and without any paper.
    otherAnswer: () => ({ text: oaiPage([], "999") }),
  };
}

function record(paper: number, day: number): string {
  if (paper % 17 === 3 && day % 2 === 1) return deletedXml(arxivOf(paper));
  return oaiRecordXml(arxivOf(paper), paper % 3 === 0 ? `${titleOf(paper)}, version ${day}` : titleOf(paper));
}
